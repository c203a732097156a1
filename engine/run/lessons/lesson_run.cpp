// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/lessons/lesson_run.h"

#include "engine/program/text/phrase.h"
#include "engine/run/devices.h"
#include "engine/run/trace_job.h"

namespace streamscope {

namespace {

constexpr const char *simulatedMachine = "sim:h200";

std::shared_ptr<const RunResult> openLessonTrace(const LessonRun &run, const RunControl &control)
{
    const std::string_view bytes(run.trace->constData(), static_cast<std::size_t>(run.trace->size()));
    InputFile file{run.traceName, false, std::make_unique<PeekedSource>(readMemory(bytes))};
    ImportControl import;
    import.stop = control.stop;
    return std::make_shared<const RunResult>(openTrace(std::move(file), {}, import));
}

std::shared_ptr<const RunResult> runProgram(const LessonRun &run, const Parameters &values, Executor &chosen,
                                            const RunControl &control)
{
    const RunRequest request{run.experiment, values, {}};
    const LessonDevice device = deviceOfRun(run, buildProgram(*run.experiment, values), chosen);
    if (device.id.empty())
        return std::make_shared<const RunResult>(runOn(chosen, request, control));
    const auto executor = openDevice(device.id, control);
    return std::make_shared<const RunResult>(runOn(*executor, request, control));
}

} // namespace

LessonDevice deviceOfRun(const LessonRun &run, const Program &program, const Executor &chosen)
{
    if (!run.device.empty() && run.device != chosen.device().id)
        return {run.device, Phrase("engine", "This run is always of %1.").arg(run.device)};
    const int needed = program.deviceCount();
    if (needed > 1 && chosen.machineDevices() < needed)
        return {simulatedMachine,
                Phrase("engine", "It needs %1 GPUs, so it runs on %2.").arg(needed, simulatedMachine)};
    return {};
}

std::shared_ptr<const RunResult> runLessonRun(const LessonRun &run, Executor &chosen, const RunControl &control)
{
    return run.isTrace() ? openLessonTrace(run, control) : runProgram(run, run.parameters, chosen, control);
}

std::shared_ptr<const RunResult> runLessonTask(const LessonRun &run, const Parameters &values, Executor &chosen,
                                               const RunControl &control)
{
    return runProgram(run, values, chosen, control);
}

} // namespace streamscope
