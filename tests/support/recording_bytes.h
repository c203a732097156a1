// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/recorder/recording_writer.h"

#include <QtGlobal>

#include <cstdint>
#include <string>
#include <string_view>

#include <sys/mman.h>
#include <unistd.h>

namespace streamscope::test {

/// A recording of one process in memory, made by the recorder's own writer. Times in nanoseconds; each operation has
/// the call that issued it, on thread 100.
class RecordingBytes
{
public:
    static constexpr std::uint32_t thread = 100, context = 1, nullStream = 7;

    RecordingBytes() : m_file(memfd_create("recording", MFD_CLOEXEC)), m_writer(m_file)
    {
        if (m_file < 0)
            qFatal("no file in memory");
    }
    ~RecordingBytes() { ::close(m_file); }
    RecordingBytes(const RecordingBytes &) = delete;
    RecordingBytes &operator=(const RecordingBytes &) = delete;

    /// For rows that this class does not know.
    recorder::RecordingWriter &writer() { return m_writer; }

    /// What a recorder says at its start: program, device, context, the NULL stream, the clocks.
    RecordingBytes &start(int rank = -1, int worldSize = 0)
    {
        for (const auto &[key, value] : {std::pair{"format.recorder", "0.1.0"},
                                         {"host", "node1"},
                                         {"pid", "4711"},
                                         {"program", "train"},
                                         {"device.0.name", "NVIDIA H200"},
                                         {"device.0.uuid", "GPU-1"},
                                         {"device.0.compute", "9.0"},
                                         {"device.0.multiprocessors", "132"},
                                         {"device.0.memory_bytes", "150000000000"},
                                         {"device.0.l2_bytes", "62914560"},
                                         {"device.0.copy_engines", "3"},
                                         {"device.0.pci", "0000:19:00.0"}})
            m_writer.fact(key, value);
        if (rank >= 0) {
            m_writer.fact("rank", std::to_string(rank));
            m_writer.fact("world_size", std::to_string(worldSize));
        }
        m_writer.add(recording::ContextRow{context, 0, nullStream, 132});
        m_writer.add(recording::ClockRow{0, 1'790'857'026'000'000'000});
        return stream(nullStream, 0, 3);
    }
    /// `flag`: 1 blocking, 2 non-blocking, 3 the NULL stream.
    RecordingBytes &stream(std::uint32_t stream, std::int32_t priority, std::uint8_t flag)
    {
        m_writer.add(recording::StreamRow{context, stream, priority, flag});
        return *this;
    }
    /// Returns the number of the call, which joins it with what it issued.
    std::uint32_t call(std::string_view name, std::int64_t begin, std::int64_t end)
    {
        m_writer.add(recording::CallRow{begin, end, thread, ++m_correlation, m_writer.text(name), 0, 0});
        return m_correlation;
    }
    RecordingBytes &kernel(std::string_view name, std::uint32_t stream, std::int64_t issue, std::int64_t start,
                           std::int64_t end)
    {
        recording::KernelRow row{};
        place(row, stream, start, end, call("cudaLaunchKernel", issue, issue + 2'000));
        row.name = m_writer.text(name);
        row.grid[0] = 264;
        row.block[0] = 256;
        row.grid[1] = row.grid[2] = row.block[1] = row.block[2] = 1;
        row.registers = 32;
        row.staticSharedMemory = 1'024;
        row.sharedMemory = 2'048;
        m_writer.add(row);
        return *this;
    }
    /// `direction`: 1 H2D, 2 D2H, 8 D2D. Host memory is pinned.
    RecordingBytes &copy(std::uint8_t direction, std::uint64_t bytes, std::uint32_t stream, std::int64_t issue,
                         std::int64_t start, std::int64_t end)
    {
        constexpr std::uint8_t pinned = 2, device = 3;
        recording::CopyRow row{};
        place(row, stream, start, end, call("cudaMemcpyAsync", issue, issue + 2'000));
        row.bytes = bytes;
        row.direction = direction;
        row.fromMemory = direction == 1 ? pinned : device;
        row.toMemory = direction == 2 ? pinned : device;
        row.asynchronous = 1;
        m_writer.add(row);
        return *this;
    }
    /// Returns the number of the record.
    std::uint64_t record(std::uint32_t stream, std::int64_t begin)
    {
        const std::uint32_t correlation = call("cudaEventRecord", begin, begin + 1'000);
        m_writer.add(recording::EventRecordRow{0, context, stream, correlation, 3, ++m_record, 0});
        return m_record;
    }
    RecordingBytes &wait(std::uint32_t stream, std::uint64_t record, std::int64_t begin)
    {
        const std::uint32_t correlation = call("cudaStreamWaitEvent", begin, begin + 1'000);
        m_writer.add(
            recording::SynchronizationRow{begin, begin + 1'000, 2, context, stream, correlation, 3, record, 0});
        return *this;
    }
    RecordingBytes &synchronise(std::int64_t begin, std::int64_t end)
    {
        const std::uint32_t correlation = call("cudaDeviceSynchronize", begin, end);
        m_writer.add(
            recording::SynchronizationRow{begin, end, 4, context, recording::none, correlation, recording::none, 0, 0});
        return *this;
    }
    RecordingBytes &range(std::string_view name, std::int64_t begin, std::int64_t end)
    {
        m_writer.add(recording::RangeRow{begin, end, thread, m_writer.text(name), 0, 0, 1});
        return *this;
    }

    /// What lies in the file now: as of a program that was killed.
    std::string unfinished()
    {
        m_writer.flush();
        return content();
    }
    /// The whole file. Nothing may be added afterwards.
    std::string bytes()
    {
        m_writer.close();
        return content();
    }

private:
    template <typename Row>
    static void place(Row &row, std::uint32_t stream, std::int64_t start, std::int64_t end, std::uint32_t correlation)
    {
        row.start = start;
        row.end = end;
        row.context = context;
        row.stream = stream;
        row.correlation = correlation;
    }
    std::string content() const
    {
        std::string text(m_writer.bytes(), '\0');
        if (pread(m_file, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size()))
            qFatal("the file in memory cannot be read");
        return text;
    }

    int m_file;
    recorder::RecordingWriter m_writer;
    std::uint32_t m_correlation = 0;
    std::uint64_t m_record = 0;
};

} // namespace streamscope::test
