// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/recorder/activity_source.h"
#include "engine/recorder/cupti/call_cost.h"
#include "engine/recorder/cupti/call_watch.h"
#include "engine/recorder/cupti/cupti_functions.h"
#include "engine/recorder/cupti/cupti_rows.h"
#include "engine/recorder/options.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace streamscope::recorder {

/// The activity of the process as CUPTI records it. One for each process.
class CuptiSource : public ActivitySource
{
public:
    explicit CuptiSource(const Options &options) : m_options(options), m_rows(m_functions), m_watch(m_functions) {}

    std::string attach(BufferPool &pool) override;
    std::string start() override;
    void stop() override;
    void deliver(bool everything) override;
    void decode(const FullBuffer &buffer, RecordingWriter &writer) override;
    void writeUnbuffered(RecordingWriter &writer) override { m_watch.write(writer); }
    std::uint64_t lost() override { return m_lost.exchange(0) + m_watch.lost(); }
    void describe(RecordingWriter &writer, bool last) override;
    void setRecorderThread(std::uint32_t thread) override;

    // What CUPTI calls, on any thread.
    std::uint8_t *requestBuffer() { return m_pool->take(); }
    void completeBuffer(CUcontext context, std::uint32_t stream, FullBuffer buffer);
    void noteCall(CUpti_CallbackDomain domain, CUpti_CallbackId id, const CUpti_CallbackData &call)
    {
        m_watch.called(domain, id, call);
    }

private:
    std::string subscribe();
    void findCalls();
    void enableCall(CUpti_CallbackDomain domain, CUpti_CallbackId number, bool on) const;
    CUptiResult enableCalls();
    void disableCalls();
    void enableUnifiedMemory();
    bool isWanted(const CUpti_Activity *counter) const;
    void writeCost(RecordingWriter &writer);

    const Options m_options;
    CuptiFunctions m_functions;
    CuptiRows m_rows;
    CallWatch m_watch;
    std::vector<std::pair<CUpti_CallbackDomain, CUpti_CallbackId>> m_calls; ///< that are recorded one by one
    BufferPool *m_pool = nullptr;
    CUpti_SubscriberHandle m_subscriber = nullptr;
    std::atomic<std::uint64_t> m_lost = 0;
    std::atomic<bool> m_on = false, m_unifiedMemory = false;
    std::optional<double> m_costWithout; ///< of a call, nanoseconds
    std::atomic<std::int64_t> m_stoppedAt = 0;
    std::atomic<bool> m_devicesWritten = false;
    bool m_costWritten = false;
    CUpti_CallbackId m_measuredCall = 0; ///< 0: not known, or it need not be switched on
    std::uint32_t m_recorderThread = 0;
};

} // namespace streamscope::recorder
