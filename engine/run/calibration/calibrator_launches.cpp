// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// From one kernel to the next: behind its call, in its stream, across streams, out of full queues, in a graph.
#include "engine/run/calibration/calibrator.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {

constexpr std::int64_t spinNs = 20'000;

/// `rounds` kernels on each of `streams` streams, in turn.
Program inTurn(int streams, int rounds, Submission submission, std::int64_t durationNs = spinNs)
{
    CalibrationSketch sketch(streams);
    for (int i = 0; i < rounds; ++i)
        for (int stream = 0; stream < streams; ++stream)
            sketch.spin(stream, durationNs);
    sketch.submit(submission);
    return sketch.program();
}

/// A kernel on one stream, then one on the other that waits for it, and so on.
Program pingPong(int rounds)
{
    CalibrationSketch sketch(2);
    for (int i = 0; i < rounds; ++i)
        for (const int stream : {0, 1}) {
            sketch.spin(stream, spinNs);
            sketch.record(stream);
            sketch.waitForLast(1 - stream);
        }
    return sketch.program();
}

} // namespace

void Calibrator::measureLaunches()
{
    step("from kernel to kernel");
    const auto round = [this](int streams, Submission submission) {
        return slope(5, 25, [=](int rounds) { return inTurn(streams, rounds, submission); }) - spinNs;
    };
    // Behind a gate the host is out of the way. What other queues add whose heads wait grows with the root of their
    // number.
    const double four = (round(4, Submission::Gated) - compute().queuedKernelStartNs) / std::sqrt(3.0);
    const double eight = (round(8, Submission::Gated) - compute().queuedKernelStartNs) / std::sqrt(7.0);
    compute().waitingQueueNs = std::max(0.0, (four + eight) / 2);
    // Kernels of no length: on many streams from kernel to kernel, on eight from hardware queue to hardware queue.
    const auto each = [this](int streams, int few, int many) {
        return std::max(0.0, slope(few, many, [streams](int rounds) {
                                 return inTurn(streams, rounds, Submission::Gated, 0);
                             }) / streams);
    };
    compute().dispatchNs = each(64, 4, 12);
    compute().queueVisitNs = each(8, 20, 80);
    // The other stream's next kernel waits meanwhile, if it has a queue of its own.
    compute().crossKernelStartNs = std::max(0.0, slope(4, 20, pingPong) / 2 - spinNs - compute().waitingQueueNs);
    const double chain = std::max(0.0, round(1, Submission::Graph));
    compute().graphNodeNs = chain;
    compute().graphBranchNs = std::max(0.0, (round(8, Submission::Graph) - chain) / 7);
    note("compute.cross_kernel_start_us", calibrationMicroseconds(compute().crossKernelStartNs),
         "4 and 20 pairs of kernels that wait for each other by events");
    note("compute.waiting_queue_us, compute.dispatch_us, compute.queue_visit_us",
         calibrationMicroseconds(compute().waitingQueueNs) + ", " + calibrationMicroseconds(compute().dispatchNs) + ", "
             + calibrationMicroseconds(compute().queueVisitNs),
         "kernels in turn on 4, 8 and 64 streams behind a gate");
    note("compute.graph_node_us, compute.graph_branch_us",
         calibrationMicroseconds(compute().graphNodeNs) + ", " + calibrationMicroseconds(compute().graphBranchNs),
         "graphs of 5 and 25 kernels in a row, in one branch and in eight");
}

} // namespace streamscope
