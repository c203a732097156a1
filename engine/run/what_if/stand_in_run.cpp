// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/what_if/stand_in_run.h"

#include "engine/device/block_waves.h"
#include "engine/executors/simulator/cost_model.h"
#include "engine/formats/text/time_text.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "engine/run/devices.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {

RunResult run(const Program &program, const DeviceProfile &profile, const std::string &title, Executor &executor,
              const RunControl &control)
{
    const bool real = executor.device().kind != DeviceKind::Simulated;
    Program runs = real ? standIns(program, profile) : program;
    runs.title = title + ", as stand-ins";
    RunRequest request;
    request.parameters = Parameters(runParameters());
    request.parameters.set("submission", std::string(submissionName(runs.submission)));
    request.experiment = RunSource(std::move(runs));
    return runOn(executor, request, control);
}

} // namespace

Program standIns(const Program &program, const DeviceProfile &profile)
{
    const CostModel costs(profile, program);
    Program result = program;
    for (Operation &operation : result.operations) {
        const SharedKernel &work = operation.kernel;
        if (operation.kind != OperationKind::Kernel || work->kind != KernelKind::Spin || work->registers == 0)
            continue;
        const std::int64_t traced = wavesOf(work->grid, costs.blocksAtOnce(operation));
        operation.kernel.own().registers = 0;
        const std::int64_t now = wavesOf(work->grid, costs.blocksAtOnce(operation));
        operation.durationNs = operation.durationNs * traced / std::max<std::int64_t>(now, 1);
    }
    return result;
}

RunResult runStandIns(const Program &program, const DeviceProfile &profile, const std::string &title,
                      const std::string &device, const RunControl &control)
{
    const auto executor = openDevice(device, control);
    try {
        return run(program, profile, title, *executor, control);
    } catch (const InputError &error) {
        throw InputError(Phrase("engine", "%1 cannot run this program: %2").arg(executor->device().id, error.what()));
    }
}

QString standInText(const RunResult &run, std::int64_t beforeNs)
{
    const std::int64_t ns = run.recording.makespans.median();
    const double share = beforeNs <= 0 ? 0 : static_cast<double>(ns) / static_cast<double>(beforeNs) - 1;
    const double percent = std::round(share * 1000) / 10;
    return QStringLiteral("%1 as stand-ins on %2, %3%4 % against %5")
        .arg(timeText(ns), QString::fromStdString(run.recording.device.id),
             percent == 0  ? QStringLiteral("±")
             : percent < 0 ? QStringLiteral("−")
                           : QStringLiteral("+"),
             QString::number(std::abs(percent), 'f', 1), timeText(beforeNs));
}

} // namespace streamscope
