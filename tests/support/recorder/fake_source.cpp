// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/recorder/fake_source.h"

#include "engine/recorder/activity_source.h"
#include "engine/recorder/clock.h"
#include "engine/recorder/export.h"
#include "engine/recorder/range_list.h"

#include <atomic>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <vector>

namespace {

using namespace streamscope;
using namespace streamscope::recorder;

struct Record
{
    std::int64_t start, end;
    std::uint32_t correlation, thread, stream;
    bool isCall;
};

class FakeSource : public ActivitySource
{
public:
    std::string attach(BufferPool &pool) override
    {
        m_pool = &pool;
        const char *refusal = std::getenv("FAKE_SOURCE_REFUSES");
        return refusal ? refusal : "";
    }
    std::string start() override
    {
        m_on = true;
        return {};
    }
    void stop() override { m_on = false; }
    void deliver(bool) override
    {
        const std::lock_guard all(m_mutex);
        for (const auto &slot : m_slots) {
            const std::lock_guard lock(slot->mutex);
            handOver(*slot);
        }
    }
    void decode(const FullBuffer &buffer, RecordingWriter &writer) override
    {
        const auto *records = reinterpret_cast<const Record *>(buffer.data);
        for (std::size_t i = 0; i < buffer.bytes / sizeof(Record); ++i) {
            const Record &r = records[i];
            if (r.isCall) {
                writer.add(
                    recording::CallRow{r.start, r.end, r.thread, r.correlation, writer.text("cudaLaunchKernel"), 0, 0});
                continue;
            }
            recording::KernelRow kernel{};
            kernel.start = r.start;
            kernel.end = r.end;
            kernel.context = 1;
            kernel.stream = r.stream;
            kernel.correlation = r.correlation;
            kernel.name = writer.text("_Z11emptyKernelv");
            for (int i3 = 0; i3 < 3; ++i3)
                kernel.grid[i3] = kernel.block[i3] = 1;
            writer.add(kernel);
        }
    }
    void writeUnbuffered(RecordingWriter &) override {}
    std::uint64_t lost() override { return m_lost.exchange(0); }
    void describe(RecordingWriter &writer, bool) override
    {
        if (!m_described.exchange(true)) {
            writer.fact("device.0.name", "Fake GPU");
            writer.add(recording::ContextRow{1, 0, 7, 132});
        }
    }
    void setRecorderThread(std::uint32_t) override {}

    void launch(std::uint32_t stream)
    {
        if (!m_on.load(std::memory_order_relaxed))
            return;
        const std::int64_t now = nowNs();
        const std::uint32_t correlation = ++m_correlation;
        Slot &slot = slotOfThread();
        const std::lock_guard lock(slot.mutex);
        append(slot, {now - 100, now, correlation, threadNumber(), stream, true});
        append(slot, {now, now + 500, correlation, 0, stream, false});
        m_records += 2;
    }
    std::uint64_t records() const { return m_records; }

private:
    struct Slot
    {
        std::mutex mutex;
        FullBuffer buffer;
    };

    Slot &slotOfThread()
    {
        static thread_local Slot *own = nullptr;
        if (!own) {
            const std::lock_guard lock(m_mutex);
            own = m_slots.emplace_back(std::make_unique<Slot>()).get();
        }
        return *own;
    }
    void append(Slot &slot, const Record &record)
    {
        if (slot.buffer.bytes + sizeof record > BufferPool::bufferBytes)
            handOver(slot);
        if (!slot.buffer.data)
            slot.buffer = {m_pool->take(), 0};
        if (!slot.buffer.data) {
            ++m_lost;
            return;
        }
        *reinterpret_cast<Record *>(slot.buffer.data + slot.buffer.bytes) = record;
        slot.buffer.bytes += sizeof record;
    }
    void handOver(Slot &slot)
    {
        if (slot.buffer.data)
            m_pool->fill(slot.buffer);
        slot.buffer = {};
    }

    BufferPool *m_pool = nullptr;
    std::mutex m_mutex; ///< guards the list of slots
    std::vector<std::unique_ptr<Slot>> m_slots;
    std::atomic<bool> m_on = false, m_described = false;
    std::atomic<std::uint32_t> m_correlation = 0;
    std::atomic<std::uint64_t> m_lost = 0, m_records = 0;
};

FakeSource *theFake = nullptr;

} // namespace

STREAMSCOPE_EXPORT void fakeLaunch(std::uint32_t stream)
{
    if (theFake)
        theFake->launch(stream);
}

STREAMSCOPE_EXPORT std::uint64_t fakeRecords()
{
    return theFake ? theFake->records() : 0;
}

namespace streamscope::recorder {

ActivitySource *makeSource(const Options &)
{
    return theFake = new FakeSource;
}

} // namespace streamscope::recorder
