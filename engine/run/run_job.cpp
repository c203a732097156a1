// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/run_job.h"

#include "engine/analysis/work_mix.h"

namespace streamscope {

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
    result.analysis = analyze(result.recording, &result.program);
    result.range = predictionRange(executor.residuals(), result.program, result.recording);
    result.finishedAt = std::chrono::system_clock::now();
    return result;
}

} // namespace streamscope
