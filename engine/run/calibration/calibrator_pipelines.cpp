// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Whole pipelines: what the separate figures leave over, and how well the outcome predicts others.
#include "engine/run/calibration/calibrator.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace streamscope {

std::vector<MeasuredProgram> Calibrator::measure(const std::vector<CalibrationPipeline> &pipelines)
{
    std::vector<MeasuredProgram> result;
    for (const CalibrationPipeline &pipeline : pipelines)
        result.push_back(measured(pipeline.name(), pipeline.build()));
    return result;
}

using Order = CalibrationPipeline::Order;

/// More chunks than streams, breadth-first: there the two orders differ by a third.
void Calibrator::chooseOrder()
{
    step("order of the copy engines");
    const auto probe = measure({{64 * MiB, 16, 4, HostMemory::Pinned, Order::BreadthFirst, 64}});
    double best = 1e300;
    CopyOrder chosen = CopyOrder::IssueOrder;
    for (const CopyOrder order : {CopyOrder::ByStream, CopyOrder::IssueOrder}) {
        copies().order = order;
        const double error = std::abs(std::log(predictNs(m_result.profile, probe[0].program) / probe[0].makespanNs));
        if (error < best * 0.999) {
            best = error;
            chosen = order;
        }
    }
    copies().order = chosen;
    compute().delayedSignal = false;
    note("copies.order", chosen == CopyOrder::ByStream ? "by-stream" : "issue-order",
         "the one that fits a breadth-first pipeline of 16 chunks on 4 streams", best);
}

/// How much later a copy to the host starts while the other direction is busy: the gap with which a chain beside a long
/// copy takes as long as it was measured to take.
void Calibrator::measureBeside()
{
    step("gaps beside the other direction");
    if (m_executor.device().hasOneCopyEngine())
        return;
    const Program chain = copyChain(OperationKind::D2H, 40, 40, 44 * MiB);
    const double time = makespan(chain);
    constexpr double most = 10'000, fine = 100; // ns
    double best = 1e300, found = copies().queuedStartNs;
    for (double gap = copies().queuedStartNs; gap < copies().queuedStartNs + most; gap += fine) {
        copies().besideStartNs = gap;
        const double error = std::abs(predictNs(m_result.profile, chain) - time);
        if (error < best) {
            best = error;
            found = gap;
        }
    }
    copies().besideStartNs = found;
    note("copies.beside_start_us", calibrationMicroseconds(found),
         "40 copies of 1 MiB to the host beside 44 MiB to the device");
}

/// Chains of copies hold what the pipelines leave open: how the times around a copy are shared out.
void Calibrator::addChains(std::vector<MeasuredProgram> &list)
{
    const auto add = [this, &list](std::string name, const Program &program) {
        list.push_back(measured(std::move(name), program));
    };
    add("40 copies of 1 MiB to the device on one stream", copyChain(OperationKind::H2D, 40, 1));
    add("40 copies of 1 MiB to the host on one stream", copyChain(OperationKind::D2H, 40, 1));
    add("40 copies of 1 MiB to the device", copyChain(OperationKind::H2D, 40, 40));
    add("40 copies of 1 MiB to the host", copyChain(OperationKind::D2H, 40, 40));
    if (m_executor.device().hasOneCopyEngine())
        return;
    add("40 copies of 1 MiB to the host beside 44 MiB the other way", copyChain(OperationKind::D2H, 40, 40, 44 * MiB));
    add("40 copies of 1 MiB to the device beside 36 MiB the other way",
        copyChain(OperationKind::H2D, 40, 40, 36 * MiB));
}

/// How long a pool looks for memory at streams that have done nothing since the host synchronised.
void Calibrator::addPool(std::vector<MeasuredProgram> &list)
{
    constexpr int streams = 24, steps = 48;
    constexpr std::int64_t kernelNs = 20'000;
    CalibrationSketch sketch(streams);
    sketch.keep(std::uint64_t{1} << 50);
    for (int i = 0; i < steps; ++i) {
        sketch.poolAllocation(OperationKind::Alloc, MiB, i % streams);
        sketch.spin(i % streams, kernelNs);
        sketch.poolAllocation(OperationKind::Free, MiB, i % streams);
        sketch.syncDevice();
    }
    list.push_back(measured("48 allocations of 1 MiB from a pool on 24 streams in turn", sketch.program()));
}

namespace {

/// Where the host's calls count.
const std::vector<CalibrationPipeline> &smallPipelines()
{
    static const std::vector<CalibrationPipeline> list = {
        {16 * MiB, 32, 4, HostMemory::Pinned, Order::DepthFirst, 64},
        {16 * MiB, 64, 2, HostMemory::Pinned, Order::Serial, 64},
        {4 * MiB, 8, 2, HostMemory::Pinned, Order::DepthFirst, 256},
        {2 * MiB, 32, 8, HostMemory::Pinned, Order::DepthFirst, 16},
        {3 * MiB, 48, 8, HostMemory::Pinned, Order::BreadthFirst, 64},
        {3 * MiB, 48, 8, HostMemory::Pinned, Order::DepthFirst, 64},
        {3 * MiB, 48, 1, HostMemory::Pinned, Order::DepthFirst, 64},
        {3 * MiB, 48, 1, HostMemory::Pinned, Order::BreadthFirst, 64},
        {3 * MiB, 24, 4, HostMemory::Pinned, Order::Serial, 64},
        {5 * MiB, 10, 5, HostMemory::Pinned, Order::BreadthFirst, 64},
        {2 * MiB, 16, 1, HostMemory::Pinned, Order::BreadthFirst, 64},
        {8 * MiB, 32, 1, HostMemory::Pinned, Order::BreadthFirst, 64},
        {8 * MiB, 32, 1, HostMemory::Pinned, Order::DepthFirst, 64},
        {2 * MiB, 24, 1, HostMemory::Pinned, Order::DepthFirst, 16},
        {16 * MiB, 16, 16, HostMemory::Pinned, Order::BreadthFirst, 64},
        {16 * MiB, 48, 12, HostMemory::Pinned, Order::DepthFirst, 64},
        {16 * MiB, 48, 12, HostMemory::Pinned, Order::BreadthFirst, 64},
        {8 * MiB, 24, 4, HostMemory::Pinned, Order::BreadthFirst, 32},
        {8 * MiB, 24, 4, HostMemory::Pinned, Order::DepthFirst, 32},
        {2 * MiB, 8, 4, HostMemory::Pinned, Order::Serial, 64},
        {8 * MiB, 1, 1, HostMemory::Pinned, Order::DepthFirst, 64},
        // On two or three streams all channels of an idle engine wait.
        {6 * MiB, 24, 2, HostMemory::Pinned, Order::DepthFirst, 64},
        {12 * MiB, 36, 3, HostMemory::Pinned, Order::DepthFirst, 64},
        {28 * MiB, 40, 2, HostMemory::Pinned, Order::DepthFirst, 64},
        {16 * MiB, 42, 3, HostMemory::Pinned, Order::BreadthFirst, 64},
        {40 * MiB, 28, 2, HostMemory::Pinned, Order::BreadthFirst, 64},
        {3 * MiB, 24, 2, HostMemory::Pinned, Order::DepthFirst, 64},
        {16 * MiB, 40, 1, HostMemory::Pinned, Order::DepthFirst, 64},
    };
    return list;
}

} // namespace

/// What the fit starts from, and stays near: the gaps that CUPTI showed on an H200 with one to four streams
/// (docs/measurements/channels.md). With one queue there is no other head that waits.
void Calibrator::guessWaiting()
{
    const bool channels = copies().order == CopyOrder::ByStream;
    copies().waitingChannelNs = channels ? 1300 : 0;
    if (!channels || compute().hardwareQueues < 2)
        compute().waitingQueueNs = 0;
}

/// The small ones of the host's calls, and those that the copy engines and the SMs fill.
std::vector<MeasuredProgram> Calibrator::measurePipelines()
{
    step("pipelines");
    std::vector<MeasuredProgram> list = measure(smallPipelines());
    addChains(list);
    addPool(list);
    if (m_plan.quick)
        return list;
    for (MeasuredProgram &large : measure({
             {64 * MiB, 1, 1, HostMemory::Pinned, Order::DepthFirst, 64},
             {64 * MiB, 4, 4, HostMemory::Pinned, Order::DepthFirst, 64},
             {64 * MiB, 16, 4, HostMemory::Pinned, Order::DepthFirst, 64},
             {64 * MiB, 64, 8, HostMemory::Pinned, Order::DepthFirst, 64},
             {64 * MiB, 16, 4, HostMemory::Pinned, Order::BreadthFirst, 64},
             {64 * MiB, 64, 4, HostMemory::Pinned, Order::BreadthFirst, 16},
             {64 * MiB, 16, 4, HostMemory::Pinned, Order::Serial, 64},
             {64 * MiB, 8, 4, HostMemory::Pinned, Order::DepthFirst, 4096},
             {64 * MiB, 32, 8, HostMemory::Pinned, Order::BreadthFirst, 2048},
             {32 * MiB, 64, 4, HostMemory::Pinned, Order::DepthFirst, 64},
             {128 * MiB, 10, 8, HostMemory::Pinned, Order::BreadthFirst, 256},
             {32 * MiB, 24, 4, HostMemory::Pinned, Order::Serial, 64},
             {64 * MiB, 16, 8, HostMemory::Pinned, Order::DepthFirst, 8192},
         }))
        list.push_back(std::move(large));
    return list;
}

} // namespace streamscope
