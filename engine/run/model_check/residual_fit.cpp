// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/model_check/residual_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace streamscope {

namespace {

constexpr std::array<double, 6> sizeLimitsNs{3e3, 6e3, 12e3, 40e3, 200e3, std::numeric_limits<double>::infinity()};
constexpr double lowShare = 0.1, highShare = 0.9;
constexpr double widenStep = 1.02, widenMost = 4;

double ratioOf(const CheckedConfiguration &row)
{
    return static_cast<double>(row.measured.medianNs) / static_cast<double>(row.predictedNs);
}

/// The place of `share` is share * (n + 1): a further draw lies below it with this chance, also for few samples. The
/// quantile that statistics show would leave one measurement in three outside of the range of eight.
double expectedQuantile(const std::vector<double> &sorted, double share)
{
    const auto count = static_cast<double>(sorted.size());
    const double place = std::clamp(share * (count + 1) - 1, 0.0, count - 1);
    const auto below = static_cast<std::size_t>(place);
    const double above = sorted[std::min(below + 1, sorted.size() - 1)];
    return sorted[below] + (above - sorted[below]) * (place - static_cast<double>(below));
}

FactorRange factorsOfRatios(std::vector<double> ratios)
{
    std::sort(ratios.begin(), ratios.end());
    return {expectedQuantile(ratios, lowShare), expectedQuantile(ratios, highShare)};
}

WorkClass limitingClass(const ClassShares &shares)
{
    return workClasses[static_cast<std::size_t>(std::max_element(shares.begin(), shares.end()) - shares.begin())];
}

/// Measurements of one class up to one size.
struct Bin
{
    double upToNs = 0;
    std::vector<double> ratios;

    void take(Bin &other)
    {
        upToNs = std::max(upToNs, other.upToNs);
        ratios.insert(ratios.end(), other.ratios.begin(), other.ratios.end());
    }
};

std::vector<Bin> binsOf(const ModelCheck &check, WorkClass workClass)
{
    std::vector<Bin> bins;
    double from = 0;
    for (const double limit : sizeLimitsNs) {
        Bin bin{limit, {}};
        for (const CheckedConfiguration &row : check.rows) {
            const double size = row.mix.perOperation(static_cast<double>(row.predictedNs));
            if (size > 0 && size >= from && size < limit && limitingClass(row.mix.shares) == workClass)
                bin.ratios.push_back(ratioOf(row));
        }
        bins.push_back(std::move(bin));
        from = limit;
    }
    return bins;
}

/// Joins a bin that is too small with the next larger size, and the last one with the size before it.
std::vector<Bin> largeEnough(std::vector<Bin> bins)
{
    std::vector<Bin> joined;
    for (Bin &bin : bins)
        if (!joined.empty() && joined.back().ratios.size() < fewestResiduals)
            joined.back().take(bin);
        else
            joined.push_back(std::move(bin));
    if (joined.size() > 1 && joined.back().ratios.size() < fewestResiduals) {
        joined[joined.size() - 2].take(joined.back());
        joined.pop_back();
    }
    if (joined.back().ratios.size() < fewestResiduals)
        joined.clear();
    return joined;
}

double insideShare(const Residuals &residuals, const ModelCheck &check)
{
    double inside = 0, all = 0;
    for (const CheckedConfiguration &row : check.rows) {
        const auto factors = residuals.factorsOf(row.mix, static_cast<double>(row.predictedNs));
        if (!factors || row.predictedNs <= 0)
            continue;
        const double ratio = ratioOf(row);
        inside += ratio >= factors->low && ratio <= factors->high ? 1 : 0;
        ++all;
    }
    return all > 0 ? inside / all : 1;
}

/// By ratio, so that no factor gets below 0.
Residuals widened(Residuals residuals, double by)
{
    for (Residuals::Row &row : residuals.rows) {
        const double middle = std::sqrt(row.factors.low * row.factors.high);
        const double half = std::pow(row.factors.high / middle, by);
        row.factors = {middle / half, middle * half};
    }
    return residuals;
}

} // namespace

Residuals fitResiduals(const ModelCheck &check)
{
    Residuals residuals;
    for (const WorkClass workClass : workClasses)
        for (Bin &bin : largeEnough(binsOf(check, workClass)))
            residuals.rows.push_back({workClass, bin.upToNs, factorsOfRatios(std::move(bin.ratios))});
    double by = 1;
    while (by < widenMost && insideShare(widened(residuals, by), check) < highShare - lowShare)
        by *= widenStep;
    return widened(residuals, by);
}

} // namespace streamscope
