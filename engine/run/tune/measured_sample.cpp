// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/tune/measured_sample.h"

#include "engine/analysis/work_mix.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {

/// The 10th to the 90th percentile, to the nearest run.
PredictionRange usualRange(std::vector<std::int64_t> runs)
{
    std::sort(runs.begin(), runs.end());
    const auto at = [&runs](double share) {
        return runs[static_cast<std::size_t>(std::lround(share * static_cast<double>(runs.size() - 1)))];
    };
    return {at(0.1), at(0.9)};
}

} // namespace

TuningSample measuredSample(Executor &device, const Program &program, RunOptions options, const RunControl &control)
{
    const bool simulated = device.device().kind == DeviceKind::Simulated;
    if (simulated)
        options.repeat = options.warmup = 0;
    const Recording recording = device.run(program, options, control);
    if (recording.verification == Verification::Failed)
        throw RunError(recording.verificationText);
    TuningSample sample;
    sample.ns = recording.makespans.median();
    sample.range = {sample.ns, sample.ns};
    if (simulated) {
        sample.range = predictionRange(device.residuals(), program, recording).value_or(sample.range);
    } else if (!recording.makespans.plain.empty()) {
        sample.range = usualRange(recording.makespans.plain);
        sample.runs = recording.makespans.plain.size();
    }
    return sample;
}

} // namespace streamscope
