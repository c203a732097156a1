// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/compared_run.h"

#include "cli/console.h"
#include "cli/target.h"

#include "engine/run/devices.h"
#include "engine/run/run_job.h"
#include "engine/run/trace_job.h"

#include <QFileInfo>

namespace streamscope {

namespace {

/// A trace, or the CSV or trace of a run.
ComparedRun finishedRun(const std::string &path, const std::stop_token &stop)
{
    ImportControl control;
    control.stop = stop;
    const auto result = std::make_shared<const RunResult>(openTrace({path, {}}, control));
    const std::string name = QFileInfo(QString::fromStdString(path)).fileName().toStdString();
    return {name, std::shared_ptr<const Recording>(result, &result->recording)};
}

} // namespace

ComparedRun comparedRun(const std::string &name, const std::string &device, const std::stop_token &stop)
{
    if (looksLikeTrace(name))
        return finishedRun(name, stop);
    const Preset preset = findTarget(name);
    RunRequest request;
    request.experiment = preset.experiment;
    request.parameters = preset.parameters;
    request.device = device.empty() ? preset.device : device;
    ProgressLine line;
    RunControl control;
    control.stop = stop;
    control.progress = [&line](int done, int total, const std::string &what) { line.show(done, total, what); };
    const auto executor = openDevice(request.device);
    const auto result = std::make_shared<const RunResult>(runOn(*executor, request, control));
    return {preset.title.empty() ? name : preset.title, std::shared_ptr<const Recording>(result, &result->recording)};
}

} // namespace streamscope
