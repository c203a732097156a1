// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/timing/clock_comparison.h"

#include "engine/program/medians.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>

namespace streamscope {

namespace {

bool comparable(const OperationTimes &ours, const OperationTimes &reference)
{
    return ours.start != unknownTime && ours.end != unknownTime && reference.start != unknownTime
           && reference.end != unknownTime;
}

/// By nearest rank: the p99 of fewer than 100 is their maximum.
ClockErrors figures(std::vector<std::int64_t> errors)
{
    std::sort(errors.begin(), errors.end());
    const std::size_t count = errors.size();
    return {errors[(count - 1) / 2], errors[(count * 99 + 99) / 100 - 1], errors.back()};
}

/// A kernel whose start by the reference lies inside another kernel: it may have waited for free SMs, and then the
/// reference counts from where the GPU took it up, our stamp from where its first block began.
bool startsInsideAnother(const std::vector<ClockCheck::Sample> &samples, const ClockCheck::Sample &kernel)
{
    return std::any_of(samples.begin(), samples.end(), [&kernel](const ClockCheck::Sample &other) {
        return other.kind == OperationKind::Kernel && other.index != kernel.index
               && other.referenceStart <= kernel.referenceStart && kernel.referenceStart < other.referenceEnd;
    });
}

} // namespace

ClockCheck compareClocks(const Program &program, const std::vector<OperationTimes> &ours,
                         const std::vector<OperationTimes> &reference)
{
    std::map<Clock, std::vector<std::int64_t>> endDifferences;
    for (std::size_t i = 0; i < ours.size(); ++i)
        if (comparable(ours[i], reference[i]))
            endDifferences[ours[i].clock].push_back(ours[i].end - reference[i].end);
    std::map<Clock, std::int64_t> offsets;
    for (auto &[clock, differences] : endDifferences)
        offsets[clock] = upperMedian(differences);
    ClockCheck check;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        if (!comparable(ours[i], reference[i]))
            continue;
        const std::int64_t offset = offsets[ours[i].clock];
        check.samples.push_back({i, program.operations[i].kind, ours[i].ready, ours[i].start, ours[i].end,
                                 reference[i].start + offset, reference[i].end + offset});
    }
    std::map<std::string, std::pair<std::vector<std::int64_t>, std::vector<std::int64_t>>> errors;
    for (const ClockCheck::Sample &s : check.samples) {
        std::string name(kindName(s.kind));
        if (s.kind == OperationKind::Kernel && startsInsideAnother(check.samples, s))
            name += " while another ran";
        errors[name].first.push_back(std::abs(s.start - s.referenceStart));
        errors[name].second.push_back(std::abs(s.end - s.referenceEnd));
    }
    for (const auto &[name, both] : errors)
        check.groups.push_back({name, both.first.size(), figures(both.first), figures(both.second)});
    return check;
}

} // namespace streamscope
