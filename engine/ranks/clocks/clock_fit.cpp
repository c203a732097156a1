// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/ranks/clocks/clock_fit.h"

#include "engine/device/number_text.h"
#include "engine/program/medians.h"
#include "engine/program/text/phrase.h"
#include "engine/ranks/clocks/end_fit.h"
#include "engine/timeline/saturating.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace streamscope {

namespace {

constexpr std::size_t fewestPairs = 3, fewestForDrift = 8;
constexpr std::size_t mostForSlopes = 128;    // 8,128 slopes, whatever the length of the run
constexpr double largestDrift = 1'000e-6;     // no clock of a computer runs so wrong
constexpr double largestResidualNs = 500'000; // ends of one collective are closer than this
constexpr double roughErrorNs = 2'000;        // ends of the shortest collectives, two real ranks

/// Times since the first pair and differences from the first difference: small enough for a double.
struct Point
{
    double time = 0, ahead = 0;
    double errorNs = 0; ///< how well it may be known, up to a factor that all points share
    double weight() const { return 1 / (errorNs * errorNs); }
};

struct Weighted
{
    double value = 0, weight = 0;
};

/// Half of the weight lies below it.
double weightedMedian(std::vector<Weighted> values)
{
    std::ranges::sort(values, {}, &Weighted::value);
    double sum = 0, half = 0;
    for (const Weighted &one : values)
        half += one.weight / 2;
    for (const Weighted &one : values)
        if ((sum += one.weight) >= half)
            return one.value;
    return values.back().value;
}

/// The sharpest point of each of at most `most` equal parts of the list.
std::vector<Point> thinned(const std::vector<Point> &points, std::size_t most)
{
    const std::size_t parts = std::min(points.size(), most);
    std::vector<Point> chosen;
    for (std::size_t part = 0; part < parts; ++part) {
        const auto at = [&](std::size_t i) { return points.begin() + static_cast<std::ptrdiff_t>(i); };
        chosen.push_back(*std::ranges::min_element(at(part * points.size() / parts),
                                                   at((part + 1) * points.size() / parts), {}, &Point::errorNs));
    }
    return chosen;
}

/// The weighted median of the slopes between all points.
double roughDrift(const std::vector<Point> &all)
{
    if (all.size() < fewestForDrift)
        return 0;
    const std::vector<Point> points = thinned(all, mostForSlopes);
    std::vector<Weighted> slopes;
    for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t j = i + 1; j < points.size(); ++j) {
            const Point &a = points[i], &b = points[j];
            const double time = b.time - a.time;
            if (time > 0)
                slopes.push_back(
                    {(b.ahead - a.ahead) / time, time * time / (a.errorNs * a.errorNs + b.errorNs * b.errorNs)});
        }
    return slopes.empty() ? 0 : weightedMedian(std::move(slopes));
}

double residual(const ClockLine &line, const Point &point)
{
    return std::abs(point.ahead - line.at(point.time));
}

double medianResidual(const std::vector<Point> &points, const ClockLine &line)
{
    std::vector<double> residuals;
    for (const Point &point : points)
        residuals.push_back(residual(line, point));
    return upperMedian(residuals);
}

ClockLine roughLine(const std::vector<Point> &points)
{
    ClockLine line{0, roughDrift(points)};
    std::vector<Weighted> offsets;
    for (const Point &point : points)
        offsets.push_back({point.ahead - line.drift * point.time, point.weight()});
    line.offset = weightedMedian(std::move(offsets));
    return line;
}

/// `origin`, `first`: an end by the rank's clock, and how far it is ahead there.
EndPoint endPoint(const ClockPair &pair, std::int64_t origin, std::int64_t first)
{
    const auto difference = [](std::int64_t a, std::int64_t b) {
        return static_cast<double>(detail::saturatedDifference(a, b));
    };
    const auto ahead = [&](std::int64_t own, std::int64_t reference) {
        return difference(detail::saturatedDifference(own, reference), first);
    };
    const std::int64_t others = std::max(pair.referenceStart, pair.othersStart.value_or(pair.referenceStart));
    return {difference(pair.own, origin),
            ahead(pair.own, pair.reference),
            ahead(pair.ownStart, pair.referenceStart),
            ahead(pair.ownStart, others),
            pair.othersStart ? difference(pair.referenceStart, *pair.othersStart)
                             : std::numeric_limits<double>::infinity(),
            static_cast<double>(pair.transferNs),
            pair.sort};
}

std::string refusalOf(const std::vector<Point> &points, const ClockLine &rough)
{
    const double span = points.back().time - points.front().time, residual = medianResidual(points, rough);
    if (std::abs(rough.drift) > largestDrift && std::abs(rough.drift) * span > largestResidualNs)
        return Phrase("engine",
                      "the clocks seem to drift by %1 ppm, which no clock does: the files are hardly of one run")
            .arg(decimalText(rough.drift * 1e6, 0));
    if (residual > largestResidualNs)
        return Phrase(
                   "engine",
                   "the ends of the collectives still differ by %1 us in the median: the files are hardly of one run")
            .arg(decimalText(residual / 1'000, 0));
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
    if (pairs.empty()) {
        fit.refusal = QT_TRANSLATE_NOOP("engine", "it shares no collective with a rank whose clock is known");
        return fit;
    }
    if (pairs.size() < fewestPairs) {
        fit.refusal =
            Phrase("engine", "only %1 collectives are shared with ranks whose clocks are known").arg(pairs.size());
        return fit;
    }
    std::ranges::sort(pairs, {}, &ClockPair::own);
    fit.originNs = pairs.front().own;
    const std::int64_t first = detail::saturatedDifference(pairs.front().own, pairs.front().reference);
    std::vector<Point> points;
    std::vector<EndPoint> ends;
    for (const ClockPair &pair : pairs) {
        ends.push_back(endPoint(pair, fit.originNs, first));
        points.push_back({ends.back().time, ends.back().ahead, std::hypot(roughErrorNs, ends.back().transfer)});
    }
    const ClockLine rough = roughLine(points);
    fit.refusal = refusalOf(points, rough);
    if (!fit.refusal.empty())
        return fit;
    const ClockLine line = fitEnds(ends, rough, pairs.size() >= fewestForDrift);
    fit.offsetNs = detail::saturatedAdd(first, detail::saturatedRound(line.offset));
    fit.drift = line.drift;
    fit.residualNs = detail::saturatedRound(medianResidual(points, line));
    return fit;
}

} // namespace streamscope
