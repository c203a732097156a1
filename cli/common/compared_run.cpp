// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/common/compared_run.h"

#include "cli/common/console.h"
#include "cli/common/target.h"

#include "engine/run/named_run.h"
#include "engine/run/open_ranks.h"
#include "engine/run/run_job.h"
#include "engine/run/trace_job.h"
#include "experiments/registry.h"

#include <utility>

namespace streamscope {

namespace {

/// A trace, or the CSV or trace of a run.
NamedRun finishedRun(InputFile file, const ImportOptions &reading, const std::stop_token &stop)
{
    ImportControl control;
    control.stop = stop;
    return namedRun(std::make_shared<const RunResult>(openTrace(std::move(file), reading, control)));
}

NamedRun runNow(const Preset &preset, const std::string &device, bool blocks, const std::stop_token &stop)
{
    RunRequest request;
    request.experiment = preset.experiment;
    request.parameters = preset.parameters;
    request.blocks = blocks;
    ProgressLine line;
    const auto executor = openDeviceFor(preset, device);
    NamedRun run = namedRun(std::make_shared<const RunResult>(
        namingFile(preset.file, [&] { return runOn(*executor, request, line.runControl(stop)); })));
    if (!preset.title.empty())
        run.title = QString::fromStdString(preset.title);
    return run;
}

} // namespace

NamedRun comparedRun(const std::string &name, const std::string &device, bool blocks, const ImportOptions &reading,
                     const std::stop_token &stop)
{
    if (!isFileTarget(name))
        return runNow(findTarget(name, reading.memoryLimit), device, blocks, stop);
    InputFile file = openInput(loneTrace(name)); // opened only once, because a pipe can be read only once
    if (looksLikeTrace(file))
        return finishedRun(std::move(file), reading, stop);
    return runNow(loadPreset(file, experiments(), reading.memoryLimit), device, blocks, stop);
}

} // namespace streamscope
