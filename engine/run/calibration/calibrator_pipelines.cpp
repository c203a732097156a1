// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Whole pipelines: what the separate figures leave over, and how well the outcome predicts others.
#include "engine/run/calibration/calibrator.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace streamscope {

std::vector<MeasuredPipeline> Calibrator::measure(const std::vector<CalibrationPipeline> &pipelines)
{
    std::vector<MeasuredPipeline> result;
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
void Calibrator::addChains(std::vector<MeasuredPipeline> &list)
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

/// Other users of the host slow its calls by half for seconds, so the small pipelines are measured several times: once
/// per call of this function.
void Calibrator::passOverSmallPipelines()
{
    step("small pipelines");
    m_smallPasses.push_back(measure(smallPipelines()));
}

/// Of each small pipeline the pass with the median of the passes' medians.
std::vector<MeasuredPipeline> Calibrator::middlePasses() const
{
    std::vector<MeasuredPipeline> result;
    for (std::size_t i = 0; i < smallPipelines().size(); ++i) {
        std::vector<MeasuredPipeline> passes;
        for (const std::vector<MeasuredPipeline> &pass : m_smallPasses)
            passes.push_back(pass[i]);
        const auto middle = passes.begin() + static_cast<std::ptrdiff_t>(passes.size() / 2);
        std::nth_element(passes.begin(), middle, passes.end(),
                         [](const auto &a, const auto &b) { return a.makespanNs < b.makespanNs; });
        result.push_back(*middle);
    }
    return result;
}

/// What the fit starts from, and stays near: the gaps that CUPTI showed on an H200 with one to four streams
/// (docs/measurements/channels.md). With one queue there is no other head that waits.
void Calibrator::guessWaiting()
{
    const bool channels = copies().order == CopyOrder::ByStream;
    copies().waitingChannelNs = channels ? 1300 : 0;
    if (!channels || compute().hardwareQueues < 2)
        compute().waitingQueueNs = 0;
}

/// The separate figures are put together: what they leave over in whole pipelines is shared out among the small times
/// and the factors, each only as far as the pipelines ask for it.
void Calibrator::refine()
{
    passOverSmallPipelines();
    step("pipelines");
    std::vector<MeasuredPipeline> list = measure({
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
    });
    for (MeasuredPipeline &small : middlePasses())
        list.push_back(std::move(small));
    addChains(list);
    guessWaiting();
    refineProfile(m_result.profile, list);
    double worst = 0;
    for (const MeasuredPipeline &pipeline : list) {
        m_result.training.push_back({pipeline.name, std::llround(pipeline.makespanNs),
                                     std::llround(predictNs(m_result.profile, pipeline.program))});
        worst = std::max(worst, std::abs(m_result.training.back().error()));
    }
    note("all small times and the two-way factors", "refined",
         "least squares over " + std::to_string(list.size())
             + " pipelines and chains of copies, held near the figures above",
         worst);
}

void Calibrator::validate()
{
    step("pipelines that the fit has not seen");
    const std::vector<MeasuredPipeline> list = measure({
        {128 * MiB, 8, 4, HostMemory::Pinned, Order::DepthFirst, 64},
        {128 * MiB, 24, 6, HostMemory::Pinned, Order::DepthFirst, 512},
        {32 * MiB, 12, 3, HostMemory::Pinned, Order::BreadthFirst, 64},
        {96 * MiB, 48, 4, HostMemory::Pinned, Order::BreadthFirst, 1024},
        {32 * MiB, 10, 2, HostMemory::Pinned, Order::Serial, 128},
        {64 * MiB, 6, 2, HostMemory::Pinned, Order::DepthFirst, 8192},
        {8 * MiB, 16, 8, HostMemory::Pinned, Order::DepthFirst, 1},
        {32 * MiB, 8, 4, HostMemory::Pageable, Order::DepthFirst, 64},
        {64 * MiB, 4, 4, HostMemory::Pageable, Order::Serial, 64},
        {48 * MiB, 8, 4, HostMemory::Registered, Order::DepthFirst, 64},
    });
    for (const MeasuredPipeline &pipeline : list)
        m_result.validation.push_back({pipeline.name, std::llround(pipeline.makespanNs),
                                       std::llround(predictNs(m_result.profile, pipeline.program))});
}

} // namespace streamscope
