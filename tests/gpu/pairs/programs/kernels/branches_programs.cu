// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Turns with several branches, issued to streams with events or launched as one graph, under the rules of programs.cu.
#include "lab.cuh"

using namespace pairs;

namespace {

constexpr std::size_t shapes = 6;
std::array<cudaGraphExec_t, shapes> graphs{};

constexpr std::size_t apart = 16 * mib; ///< from the data of one branch to those of the next

/// The other streams begin behind the first one.
void fork(cudaStream_t first, std::size_t branches, std::size_t event)
{
    check(cudaEventRecord(lab.events[event], first));
    for (std::size_t branch = 1; branch < branches; ++branch)
        check(cudaStreamWaitEvent(lab.streams[branch], lab.events[event], 0));
}

/// The first stream goes on when all others are done.
void join(cudaStream_t first, std::size_t branches, std::size_t event)
{
    for (std::size_t branch = 1; branch < branches; ++branch)
        order(lab.streams[branch], first, event + branch);
}

cudaStream_t streamOf(cudaStream_t first, std::size_t branch)
{
    return branch == 0 ? first : lab.streams[branch];
}

/// Two branches of six kernels of few blocks.
void twoChains(cudaStream_t first, int iterations)
{
    fork(first, 2, 0);
    for (std::size_t branch = 0; branch < 2; ++branch)
        for (int kernel = 0; kernel < 6; ++kernel)
            launch(churn_pass, 16, iterations, streamOf(first, branch), branch * apart);
    join(first, 2, 1);
}

/// Four branches of a copy in, two kernels and a copy back.
void fourPipelines(cudaStream_t first, int iterations)
{
    constexpr std::size_t bytes = 128 * kib;
    fork(first, 4, 0);
    for (std::size_t branch = 0; branch < 4; ++branch) {
        const cudaStream_t stream = streamOf(first, branch);
        copyIn(branch * apart, bytes, stream);
        launch(churn_pass, blocksFor(bytes), iterations, stream, branch * apart);
        launch(blend_pass, blocksFor(bytes), iterations, stream, branch * apart);
        copyOut(branch * apart, bytes, stream);
    }
    join(first, 4, 1);
}

/// Five times a kernel, then two kernels beside two others, and one that needs both.
void diamonds(cudaStream_t first, int iterations)
{
    for (std::size_t diamond = 0; diamond < 5; ++diamond) {
        launch(churn_pass, 32, iterations, first);
        fork(first, 2, 2 * diamond);
        for (std::size_t branch = 0; branch < 2; ++branch)
            for (int kernel = 0; kernel < 2; ++kernel)
                launch(blend_pass, 32, iterations, streamOf(first, branch), (branch + 1) * apart);
        order(lab.streams[1], first, 2 * diamond + 1);
    }
    launch(churn_pass, 32, iterations, first);
}

/// Three branches that set memory to zero, add to it and copy it on the device; each needs what the one before has
/// copied.
void staggered(cudaStream_t first, int iterations)
{
    constexpr std::size_t bytes = 64 * kib;
    fork(first, 3, 0);
    for (std::size_t step = 0; step < 4; ++step)
        for (std::size_t branch = 0; branch < 3; ++branch) {
            const cudaStream_t stream = streamOf(first, branch);
            char *const data = lab.device + branch * apart;
            check(cudaMemsetAsync(data, 0, bytes, stream));
            launch(churn_pass, blocksFor(bytes), iterations, stream, branch * apart);
            if (step + branch > 0) // the copy of the branch before, or of the last one in the step before
                check(cudaStreamWaitEvent(stream, lab.events[8 + (branch + 2) % 3], 0));
            check(cudaMemcpyAsync(data + bytes, data, bytes, cudaMemcpyDeviceToDevice, stream));
            check(cudaEventRecord(lab.events[8 + branch], stream));
        }
    join(first, 3, 1);
}

/// Two branches whose kernels fill the GPU.
void wideChains(cudaStream_t first, int iterations)
{
    fork(first, 2, 0);
    for (std::size_t branch = 0; branch < 2; ++branch)
        for (int kernel = 0; kernel < 4; ++kernel)
            launch(churn_pass, 1056, iterations, streamOf(first, branch), branch * apart);
    join(first, 2, 1);
}

/// A copy in whose halves two branches work on, of which the second one copies its result back while the first goes on.
void sideResult(cudaStream_t first, int iterations)
{
    constexpr std::size_t bytes = 512 * kib;
    copyIn(0, bytes, first);
    fork(first, 2, 0);
    launch(blend_pass, 64, iterations, lab.streams[1], apart);
    copyOut(apart, 64 * kib, lab.streams[1]);
    for (int kernel = 0; kernel < 5; ++kernel)
        launch(churn_pass, 128, iterations, first);
    join(first, 2, 1);
    launch(advect_pass, 1, iterations, first, 2 * apart);
    copyOut(2 * apart, kib, first);
}

constexpr std::array<void (*)(cudaStream_t, int), shapes> works{twoChains, fourPipelines, diamonds,
                                                                staggered, wideChains,    sideResult};

} // namespace

extern "C" {

int branches_prepare(int shape, int iterations)
{
    const auto which = static_cast<std::size_t>(shape);
    capture([=](cudaStream_t stream) { works[which](stream, iterations); }, graphs[which]);
    for (std::size_t event = 0; event < 16; ++event) // events of a capture are of no use to other programs
        check(cudaEventRecord(lab.events[event], lab.streams[0]));
    return finish();
}

/// 20 turns of a shape with a wait and 10 us of work behind each. After: each turn is one graph.
int branches_run(int after, int shape, int iterations)
{
    const auto which = static_cast<std::size_t>(shape);
    for (int turn = 0; turn < 20; ++turn) {
        if (after)
            check(cudaGraphLaunch(graphs[which], lab.streams[0]));
        else
            works[which](lab.streams[0], iterations);
        check(cudaStreamSynchronize(lab.streams[0]));
        workOnHost(10);
    }
    return finish();
}

} // extern "C"
