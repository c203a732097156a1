// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/patterns/steps.h"

#include <algorithm>
#include <utility>

namespace streamscope {

namespace {

bool writesWhatIsRead(const Operation &work, const Operation &copy)
{
    return std::any_of(work.writes.begin(), work.writes.end(),
                       [&copy](const BufferRange &range) { return range.buffer == copy.reads.front().buffer; });
}

/// One thread's walk.
struct Walker
{
    std::vector<LoopStep> steps;
    std::vector<std::int32_t> work; ///< of the host, since the last kernel
    bool sawKernel = true;

    void copy(const Program &program, std::int32_t index)
    {
        if (sawKernel)
            steps.emplace_back();
        sawKernel = false;
        LoopStep &step = steps.back();
        step.copies.push_back(index);
        std::erase_if(work, [&](std::int32_t candidate) {
            const bool loads = writesWhatIsRead(program.operations[static_cast<std::size_t>(candidate)],
                                                program.operations[static_cast<std::size_t>(index)]);
            if (loads)
                step.loads.push_back(candidate);
            return loads;
        });
    }

    void kernel(std::int32_t stream)
    {
        sawKernel = true;
        work.clear();
        if (steps.empty())
            return;
        auto &streams = steps.back().kernels;
        if (std::find(streams.begin(), streams.end(), stream) == streams.end())
            streams.push_back(stream);
    }
};

} // namespace

std::vector<std::vector<LoopStep>> loopStepsOf(const Program &program, const std::vector<bool> &isCopy)
{
    std::vector<Walker> threads(static_cast<std::size_t>(program.threadCount()));
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const Operation &operation = program.operations[i];
        Walker &walker = threads[static_cast<std::size_t>(operation.thread)];
        if (isCopy[i])
            walker.copy(program, static_cast<std::int32_t>(i));
        else if (operation.kind == OperationKind::Kernel)
            walker.kernel(operation.stream);
        else if (operation.kind == OperationKind::HostWork && !operation.writes.empty())
            walker.work.push_back(static_cast<std::int32_t>(i));
    }
    std::vector<std::vector<LoopStep>> steps;
    steps.reserve(threads.size());
    for (Walker &walker : threads)
        steps.push_back(std::move(walker.steps));
    return steps;
}

} // namespace streamscope
