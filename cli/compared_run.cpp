// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/compared_run.h"

#include "cli/console.h"
#include "cli/target.h"

#include "engine/program/errors.h"
#include "engine/run/devices.h"
#include "engine/run/run_job.h"

namespace streamscope {

ComparedRun comparedRun(const std::string &name, const std::string &device, const std::stop_token &stop)
{
    if (name.ends_with(".csv"))
        throw InputError(name
                         + ": compare runs presets, experiments and program files; it does not read finished runs yet");
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
