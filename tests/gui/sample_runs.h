// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/executor.h"
#include "engine/formats/files/preset.h"
#include "engine/run/devices.h"
#include "engine/run/run_job.h"
#include "experiments/registry.h"

#include <memory>
#include <stdexcept>
#include <string>

namespace streamscope {

/// A real run of a built-in preset on its simulated device.
inline std::shared_ptr<const RunResult> runPreset(const std::string &name)
{
    for (const Preset &preset : builtInPresets(experiments())) {
        if (preset.name != name)
            continue;
        const auto device = openDevice(preset.device.empty() ? "sim:h200" : preset.device);
        return std::make_shared<RunResult>(runOn(*device, {preset.experiment, preset.parameters, preset.device}, {}));
    }
    throw std::logic_error("no preset " + name);
}

/// `count` kernels of `lengthNs` on one stream, one every `stepNs`, each ready `waitNs` before it starts.
inline std::shared_ptr<const Recording> evenKernels(int count, std::int64_t stepNs, std::int64_t lengthNs,
                                                    std::int64_t waitNs)
{
    auto recording = std::make_shared<Recording>();
    recording->device.id = "sim:test";
    recording->device.name = "Test device";
    recording->device.asyncEngineCount = 2;
    Timeline &timeline = recording->timeline;
    timeline.addStream({"s", 0, 0});
    Span span;
    span.name = timeline.intern("work");
    span.stream = 0;
    span.kind = OperationKind::Kernel;
    span.engine = engineOf(OperationKind::Kernel);
    for (int i = 0; i < count; ++i) {
        span.start = i * stepNs + waitNs;
        span.ready = span.start - waitNs;
        span.issue = 0;
        span.end = span.start + lengthNs;
        timeline.append(span);
    }
    return recording;
}

} // namespace streamscope
