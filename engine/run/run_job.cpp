// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/run_job.h"

#include "engine/analysis/class_shares.h"

namespace streamscope {

namespace {

MemoryKind memoryOf(HostMemory memory)
{
    return memory == HostMemory::Pageable ? MemoryKind::Pageable : MemoryKind::Pinned;
}

/// The Program knows what memory its copies use; an executor has no need to say it again.
void describeCopies(const Program &program, Timeline &timeline)
{
    if (timeline.size() != program.operations.size())
        return;
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        const Operation &operation = program.operations[i];
        const MemoryKind host =
            isCopy(operation.kind) ? memoryOf(program.hostMemoryOf(operation)) : MemoryKind::Unknown;
        if (operation.kind == OperationKind::H2D)
            timeline.setMemory(i, host, MemoryKind::Device);
        else if (operation.kind == OperationKind::D2H)
            timeline.setMemory(i, MemoryKind::Device, host);
        else if (isCopy(operation.kind))
            timeline.setMemory(i, MemoryKind::Device, MemoryKind::Device);
    }
}

} // namespace

RunOptions runOptionsOf(const Parameters &parameters)
{
    RunOptions options;
    options.repeat = static_cast<int>(parameters.integer("repeat"));
    options.warmup = static_cast<int>(parameters.integer("warmup"));
    options.seed = static_cast<std::uint64_t>(parameters.integer("seed"));
    return options;
}

RunResult runOn(Executor &executor, const RunRequest &request, const RunControl &control)
{
    RunResult result;
    result.request = request;
    result.request.device = executor.device().id;
    result.program = buildProgram(*request.experiment, request.parameters);
    RunOptions options = runOptionsOf(request.parameters);
    options.clock = request.clock;
    options.checkClocks = request.checkClocks;
    options.keepRaw = request.keepRaw;
    options.blocks = request.blocks;
    result.recording = executor.run(result.program, options, control);
    describeCopies(result.program, result.recording.timeline);
    result.analysis = analyze(result.recording, &result.program);
    result.range = predictionRange(executor.residuals(), result.program, result.recording);
    result.finishedAt = std::chrono::system_clock::now();
    return result;
}

} // namespace streamscope
