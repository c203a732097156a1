// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/calibration/measured_fit.h"

#include "engine/run/model_check/residual_fit.h"

#include <algorithm>
#include <iterator>

namespace streamscope {

namespace {

/// What the model cannot know, and what the repeats differ by.
double toleranceOf(const MeasuredConfiguration &row)
{
    constexpr double least = 0.04, most = 0.4;
    const auto spread = static_cast<double>(row.thirdQuartileNs - row.firstQuartileNs);
    return std::clamp(spread / static_cast<double>(row.medianNs), least, most);
}

MeasuredProgram programOf(const MeasuredConfiguration &row)
{
    return {row.experiment->id(), buildProgram(*row.experiment, row.parameters), static_cast<double>(row.medianNs),
            toleranceOf(row)};
}

} // namespace

std::vector<std::vector<MeasuredConfiguration>> inHalves(const std::vector<MeasuredConfiguration> &rows)
{
    std::vector<std::vector<MeasuredConfiguration>> halves(2);
    for (std::size_t i = 0; i < rows.size(); ++i)
        halves[i % 2].push_back(rows[i]);
    return halves;
}

MeasuredFit fitToMeasured(const DeviceProfile &base, const std::vector<FitField> &fields,
                          const std::vector<std::vector<MeasuredConfiguration>> &parts,
                          const std::vector<MeasuredProgram> &more, const RunControl &control)
{
    RunControl quiet;
    quiet.stop = control.stop;
    const auto fitTo = [&](const std::vector<MeasuredConfiguration> &rows) {
        std::vector<MeasuredProgram> programs = more;
        std::transform(rows.begin(), rows.end(), std::back_inserter(programs), programOf);
        return fittedProfile(base, fields, programs, quiet);
    };
    MeasuredFit result;
    for (const auto &part : parts) {
        std::vector<MeasuredConfiguration> others;
        for (const auto &other : parts)
            if (&other != &part)
                others.insert(others.end(), other.begin(), other.end());
        const ModelCheck check = predictConfigurations(part, fitTo(others), quiet);
        result.unseen.rows.insert(result.unseen.rows.end(), check.rows.begin(), check.rows.end());
    }
    std::vector<MeasuredConfiguration> all;
    for (const auto &part : parts)
        all.insert(all.end(), part.begin(), part.end());
    result.profile = fitTo(all);
    if (const Residuals residuals = fitResiduals(result.unseen); !residuals.rows.empty())
        result.profile.residuals = residuals;
    result.seen = predictConfigurations(all, result.profile, quiet);
    return result;
}

} // namespace streamscope
