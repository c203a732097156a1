// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/ranks/clock_fit.h"

#include "engine/device/number_text.h"
#include "engine/timeline/saturating.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {

constexpr std::size_t fewestPairs = 3, fewestForDrift = 8;
constexpr double usualDrift = 50e-6;          // of a quartz; the prior of the fit
constexpr double largestDrift = 1'000e-6;     // no clock of a computer runs so wrong
constexpr double largestResidualNs = 500'000; // ends of one collective are closer than this
constexpr double independentPairs = 4;        // two real ranks: one sign of the error for half a run

/// Times since the first pair and differences from the first difference: small enough for a double.
struct Point
{
    double time = 0, ahead = 0;
};

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// The median slope between points half a run apart.
double roughDrift(const std::vector<Point> &points)
{
    if (points.size() < fewestForDrift)
        return 0;
    const std::size_t half = points.size() / 2;
    std::vector<double> slopes;
    for (std::size_t i = 0; i + half < points.size(); ++i)
        if (const double time = points[i + half].time - points[i].time; time > 0)
            slopes.push_back((points[i + half].ahead - points[i].ahead) / time);
    return slopes.empty() ? 0 : median(std::move(slopes));
}

struct Line
{
    double offset = 0, drift = 0;
    double residual(const Point &point) const { return std::abs(point.ahead - offset - drift * point.time); }
};

double medianResidual(const std::vector<Point> &points, const Line &line)
{
    std::vector<double> residuals;
    for (const Point &point : points)
        residuals.push_back(line.residual(point));
    return median(std::move(residuals));
}

Line roughLine(const std::vector<Point> &points)
{
    Line line{0, roughDrift(points)};
    std::vector<double> offsets;
    for (const Point &point : points)
        offsets.push_back(point.ahead - line.drift * point.time);
    line.offset = median(std::move(offsets));
    return line;
}

/// Least squares over the points near the rough line; the drift is drawn to 0 as far as its error is large.
Line refined(const std::vector<Point> &points, const Line &rough)
{
    const double limit = std::max(4 * medianResidual(points, rough), 1'000.0);
    double count = 0, time = 0, ahead = 0;
    for (const Point &point : points)
        if (rough.residual(point) <= limit) {
            ++count;
            time += point.time;
            ahead += point.ahead;
        }
    time /= count;
    ahead /= count;
    double times = 0, products = 0, squares = 0; // sums of squares
    for (const Point &point : points)
        if (rough.residual(point) <= limit) {
            times += (point.time - time) * (point.time - time);
            products += (point.time - time) * (point.ahead - ahead);
            squares += rough.residual(point) * rough.residual(point);
        }
    if (points.size() < fewestForDrift || times <= 0)
        return {ahead, 0};
    const double error =
        (squares / count) / (times / count * std::min(count, independentPairs)); // of the drift, squared
    const double drift = products / times * (usualDrift * usualDrift) / (usualDrift * usualDrift + error);
    return {ahead - drift * time, drift};
}

std::string refusalOf(const std::vector<Point> &points, const Line &rough)
{
    const double span = points.back().time - points.front().time, residual = medianResidual(points, rough);
    if (std::abs(rough.drift) > largestDrift && std::abs(rough.drift) * span > largestResidualNs)
        return "the clocks seem to drift by " + decimalText(rough.drift * 1e6, 0)
               + " ppm, which no clock does: the files are hardly of one run";
    if (residual > largestResidualNs)
        return "the ends of the collectives still differ by " + decimalText(residual / 1'000, 0)
               + " us in the median: the files are hardly of one run";
    return {};
}

} // namespace

std::int64_t ClockFit::toReference(std::int64_t own) const
{
    const double gained = drift * static_cast<double>(detail::saturatedDifference(own, originNs));
    return detail::saturatedDifference(own, detail::saturatedAdd(offsetNs, detail::saturatedRound(gained)));
}

ClockFit fitClock(std::vector<ClockPair> pairs)
{
    ClockFit fit;
    if (pairs.size() < fewestPairs) {
        fit.refusal =
            "only " + std::to_string(pairs.size()) + " collectives are shared with ranks whose clocks are known";
        return fit;
    }
    std::ranges::sort(pairs, {}, &ClockPair::own);
    fit.originNs = pairs.front().own;
    const std::int64_t first = detail::saturatedDifference(pairs.front().own, pairs.front().reference);
    std::vector<Point> points;
    for (const ClockPair &pair : pairs) {
        const std::int64_t ahead = detail::saturatedDifference(pair.own, pair.reference);
        points.push_back({static_cast<double>(detail::saturatedDifference(pair.own, fit.originNs)),
                          static_cast<double>(detail::saturatedDifference(ahead, first))});
    }
    const Line rough = roughLine(points);
    fit.refusal = refusalOf(points, rough);
    if (!fit.refusal.empty())
        return fit;
    const Line line = refined(points, rough);
    fit.offsetNs = detail::saturatedAdd(first, detail::saturatedRound(line.offset));
    fit.drift = line.drift;
    fit.residualNs = detail::saturatedRound(medianResidual(points, line));
    return fit;
}

} // namespace streamscope
