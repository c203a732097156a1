// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/compared_run.h"

#include "cli/console.h"
#include "cli/target.h"

#include "engine/run/run_job.h"
#include "engine/run/trace_job.h"
#include "gui/named_run.h"

namespace streamscope {

namespace {

/// A trace, or the CSV or trace of a run.
NamedRun finishedRun(const std::string &path, const std::stop_token &stop)
{
    ImportControl control;
    control.stop = stop;
    return namedRun(std::make_shared<const RunResult>(openTrace({path, {}}, control)));
}

} // namespace

NamedRun comparedRun(const std::string &name, const std::string &device, bool blocks, const std::stop_token &stop)
{
    if (looksLikeTrace(name))
        return finishedRun(name, stop);
    const Target target = findTarget(name);
    const Preset &preset = target.preset;
    RunRequest request;
    request.experiment = preset.experiment;
    request.parameters = preset.parameters;
    request.device = device.empty() ? preset.device : device;
    request.blocks = blocks;
    ProgressLine line;
    RunControl control;
    control.stop = stop;
    control.progress = [&line](int done, int total, const std::string &what) { line.show(done, total, what); };
    const auto executor = target.open(device);
    NamedRun run = target.namingFile(
        [&] { return namedRun(std::make_shared<const RunResult>(runOn(*executor, request, control))); });
    if (!preset.title.empty())
        run.title = QString::fromStdString(preset.title);
    return run;
}

} // namespace streamscope
