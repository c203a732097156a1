// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/executor.h"
#include "engine/formats/files/preset.h"
#include "engine/run/devices.h"
#include "engine/run/run_job.h"
#include "experiments/registry.h"
#include "tests/support/spans.h"

#include <memory>
#include <stdexcept>
#include <string>

namespace streamscope {

inline Preset builtIn(const std::string &name)
{
    for (const Preset &preset : builtInPresets(experiments()))
        if (preset.name == name)
            return preset;
    throw std::logic_error("no preset " + name);
}

/// A run of a built-in preset on a simulated device, its own where none is given.
inline std::shared_ptr<const RunResult> runPreset(const std::string &name, const std::string &device = {},
                                                  bool blocks = false)
{
    const Preset preset = builtIn(name);
    RunRequest request{preset.experiment, preset.parameters, device.empty() ? preset.device : device};
    request.blocks = blocks;
    return std::make_shared<RunResult>(
        runOn(*openDevice(request.device.empty() ? "sim:h200" : request.device), request, {}));
}

/// The recording of a result, which it keeps alive.
inline std::shared_ptr<const Recording> recordingOf(const std::shared_ptr<const RunResult> &result)
{
    return {result, &result->recording};
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
    Span span = test::kernelSpan(0, 0);
    span.name = timeline.intern("work");
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
