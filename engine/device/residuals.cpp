// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/device/residuals.h"

#include <algorithm>

namespace streamscope {

namespace {

constexpr std::array<std::string_view, workClassCount> classNames{"host-calls",   "copies-pinned",    "copies-pageable",
                                                                  "kernels-spin", "kernels-computed", "allocation",
                                                                  "peer",         "host-functions"};

} // namespace

std::string_view workClassName(WorkClass workClass)
{
    return classNames[static_cast<std::size_t>(workClass)];
}

std::optional<WorkClass> parseWorkClass(std::string_view name)
{
    for (const WorkClass workClass : workClasses)
        if (workClassName(workClass) == name)
            return workClass;
    return std::nullopt;
}

std::optional<FactorRange> Residuals::factorsOf(const WorkMix &mix, double predictedNs) const
{
    if (rows.empty())
        return std::nullopt;
    const double sizeNs = sizeOf == SizeOf::Operation ? mix.perOperation(predictedNs) : predictedNs;
    FactorRange sum{0, 0};
    double counted = 0;
    for (const WorkClass workClass : workClasses) {
        const double share = mix.shares[static_cast<std::size_t>(workClass)];
        const Row *row = rowOf(workClass, sizeNs);
        if (!row || share <= 0)
            continue;
        counted += share;
        sum = {sum.low + share * row->factors.low, sum.high + share * row->factors.high};
    }
    return atLeastBest(counted > 0 ? FactorRange{sum.low / counted, sum.high / counted} : worst());
}

FactorRange Residuals::atLeastBest(FactorRange range) const
{
    const auto best = std::min_element(rows.begin(), rows.end(), [](const Row &a, const Row &b) {
        return a.factors.high - a.factors.low < b.factors.high - b.factors.low;
    });
    const double missing = (best->factors.high - best->factors.low) - (range.high - range.low);
    return missing > 0 ? FactorRange{range.low - missing / 2, range.high + missing / 2} : range;
}

/// The row of that size, or of the largest size that was measured; null for a class without rows.
const Residuals::Row *Residuals::rowOf(WorkClass workClass, double sizeNs) const
{
    const Row *last = nullptr;
    for (const Row &row : rows) {
        if (row.workClass != workClass)
            continue;
        last = &row;
        if (sizeNs < row.upToNs)
            break;
    }
    return last;
}

FactorRange Residuals::worst() const
{
    FactorRange worst = rows.front().factors;
    for (const Row &row : rows)
        worst = {std::min(worst.low, row.factors.low), std::max(worst.high, row.factors.high)};
    return worst;
}

} // namespace streamscope
