// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/copy_calibration.h"

#include "engine/executors/cuda/cuda_run.h"
#include "engine/executors/cuda/measuring/clock_probes.h"
#include "engine/executors/timing/recorded_times.h"
#include "engine/program/medians.h"
#include "engine/program/program.h"

#include <algorithm>

namespace streamscope {

namespace {

constexpr int repeats = 11;
constexpr int discarded = 3;
constexpr std::uint64_t tiny = 4096;
constexpr std::uint64_t small = 1 << 20;
constexpr std::uint64_t large = 12 << 20;              // busy for some 200 us
constexpr std::int64_t untilAllIsQueued = 100'000;     // ns
constexpr std::int64_t shortKernel = 30'000;           // ns
constexpr std::int64_t tinyCopyItself[] = {1500, 500}; // ns: H2D, D2H
constexpr std::int64_t tinyCopyLongerBeside[] = {0, 2300};

OperationKind opposite(OperationKind direction)
{
    return direction == OperationKind::H2D ? OperationKind::D2H : OperationKind::H2D;
}

/// A Program for one question: three streams, each with a place of its own in both buffers.
class Question
{
public:
    Question()
    {
        for (const char *id : {"A", "B", "C"}) {
            Stream stream;
            stream.id = id;
            stream.nonBlocking = true;
            m_program.streams.push_back(stream);
        }
        m_program.buffers = {{"host", BufferPlace::Host, HostMemory::Pinned, 0, 3 * large},
                             {"device", BufferPlace::Device, HostMemory::Pinned, 0, 3 * large}};
        m_program.events = {"go"};
    }

    Question &copy(int stream, OperationKind direction, std::uint64_t bytes)
    {
        Operation &op = add(direction, stream);
        op.bytes = bytes;
        const std::uint64_t offset = static_cast<std::uint64_t>(stream) * large;
        op.reads = {{direction == OperationKind::H2D ? 0 : 1, offset, bytes}};
        op.writes = {{direction == OperationKind::H2D ? 1 : 0, offset, bytes}};
        return *this;
    }
    Question &spin(int stream, std::int64_t nanoseconds)
    {
        Operation &op = add(OperationKind::Kernel, stream);
        op.kernel.own().kind = KernelKind::Spin;
        op.durationNs = nanoseconds;
        op.kernel.own().grid = 1;
        op.kernel.own().block = 32;
        return *this;
    }
    /// Stream A holds the others back until everything is queued.
    Question &gate()
    {
        spin(0, untilAllIsQueued);
        add(OperationKind::EventRecord, 0).event = 0;
        for (const int stream : {1, 2})
            add(OperationKind::EventWait, stream).event = 0;
        return *this;
    }

    /// Median over the runs of `figure(times)`.
    template <typename Figure>
    std::int64_t median(Figure figure) const
    {
        int ordinal = 0;
        STREAMSCOPE_CUDA(cudaGetDevice(&ordinal));
        const DeviceSet devices(ordinal, m_program);
        const ProgramResources resources(m_program, devices);
        CudaRun run(m_program, resources, CudaRun::Mode::Instrumented);
        ClockProbes probes(run.clockStream());
        std::vector<std::int64_t> values;
        for (int i = 0; i < discarded + repeats; ++i) {
            run.runOnce({});
            if (i == 0)
                probes.take();
            if (i >= discarded)
                values.push_back(figure(timesOf(run, probes)));
        }
        return upperMedian(values);
    }
    RecordedTimes timesOf(const CudaRun &run, const ClockProbes &probes) const
    {
        RawRun raw = run.raw();
        probes.addTo(raw, run.origin());
        return collectTimes(m_program, raw, false, {});
    }
    /// From when the last operation was ready to its end.
    std::int64_t readyToEnd() const
    {
        return median([](const RecordedTimes &r) { return r.times.back().end - r.times.back().ready; });
    }
    /// From the end of the last operation but one to that of the last.
    std::int64_t endToEnd() const
    {
        return median([](const RecordedTimes &r) { return r.times.back().end - r.times[r.times.size() - 2].end; });
    }
    std::int64_t submitToEnd() const
    {
        return median([](const RecordedTimes &r) { return r.times.back().end - r.submitted.back(); });
    }

private:
    Operation &add(OperationKind kind, int stream)
    {
        Operation &op = m_program.operations.emplace_back();
        op.kind = kind;
        op.stream = stream;
        return op;
    }

    Program m_program;
};

CopyLatency measure(OperationKind direction)
{
    const std::int64_t itself = tinyCopyItself[direction == OperationKind::D2H];
    const std::int64_t itselfBeside = itself + tinyCopyLongerBeside[direction == OperationKind::D2H];
    const OperationKind other = opposite(direction);
    CopyLatency latency;
    latency.afterSubmit = Question().copy(0, direction, tiny).submitToEnd() - itself;
    latency.afterKernel = Question().gate().spin(0, shortKernel).copy(0, direction, tiny).readyToEnd() - itself;
    latency.afterCopy = Question().gate().copy(0, direction, small).copy(0, direction, tiny).readyToEnd() - itself;
    latency.afterOther = Question().gate().copy(0, other, small).copy(0, direction, tiny).readyToEnd() - itself;
    latency.queued = Question().gate().copy(0, direction, small).copy(1, direction, tiny).endToEnd() - itself;
    latency.queuedBeside =
        Question().gate().copy(2, other, large).copy(0, direction, small).copy(1, direction, tiny).endToEnd()
        - itselfBeside;
    if (direction == OperationKind::D2H) {
        const std::int64_t beside =
            Question().gate().copy(2, other, large).spin(0, shortKernel).copy(0, direction, tiny).readyToEnd();
        latency.endBeside = std::max<std::int64_t>(0, beside - itselfBeside - latency.afterKernel);
    }
    return latency;
}

} // namespace

CopyLatencies measureCopyLatencies()
{
    return {measure(OperationKind::H2D), measure(OperationKind::D2H)};
}

} // namespace streamscope
