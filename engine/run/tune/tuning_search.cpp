// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/tune/tuning_search.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <random>

namespace streamscope {

namespace {

/// Standard deviations between the mean and the 10th percentile.
constexpr double toTenth = 1.2816;

double normalDensity(double z)
{
    return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
}

double normalShareBelow(double z)
{
    return std::erfc(-z / std::numbers::sqrt2) / 2;
}

/// How much less than `best` is expected, on average over the cases; 0 where it is more.
double expectedWin(const PredictionCorrection::Expected &expected, double best)
{
    const double z = (best - expected.mean) / expected.deviation;
    return (best - expected.mean) * normalShareBelow(z) + expected.deviation * normalDensity(z);
}

/// Relative, of the median.
double doubtOf(const TuningSample &sample)
{
    constexpr double least = 0.003;
    constexpr double medianAgainstMean = 1.25; // the standard error of a median, of normal samples
    if (sample.runs == 0)
        return least;
    const double spread = static_cast<double>(sample.range.highNs - sample.range.lowNs) / (2 * toTenth);
    const double runs = std::sqrt(static_cast<double>(std::max<std::size_t>(sample.runs, 1)));
    return std::max(least,
                    medianAgainstMean * spread / runs / static_cast<double>(std::max<std::int64_t>(sample.ns, 1)));
}

/// Standard normal numbers, the same on every machine.
class NormalNumbers
{
public:
    double next()
    {
        const double radius = std::sqrt(-2 * std::log(uniform())), angle = 2 * std::numbers::pi * uniform();
        return radius * std::cos(angle);
    }

private:
    /// In (0, 1].
    double uniform() { return (static_cast<double>(m_engine() >> 11) + 1) / 0x1p53; }

    std::mt19937_64 m_engine{1};
};

} // namespace

TuningSearch::TuningSearch(const std::vector<TuningKnob> &knobs, const std::vector<TuningCandidate> &candidates)
    : m_candidates(candidates), m_correction(knobs, candidates), m_done(candidates.size(), 0)
{}

void TuningSearch::measured(std::size_t candidate, const TuningSample &sample)
{
    m_done[candidate] = 1;
    m_correction.add(candidate, sample.ns, doubtOf(sample));
    const double time = std::log(static_cast<double>(sample.ns));
    if (m_best && time >= m_bestLog)
        return;
    m_best = candidate;
    m_bestLog = time;
}

std::optional<std::size_t> TuningSearch::next() const
{
    const double worthIt = std::log(0.99);
    std::optional<std::size_t> chosen;
    double most = 0;
    for (std::size_t i = 0; i < m_candidates.size(); ++i) {
        if (m_done[i])
            continue;
        const auto expected = m_correction.at(i);
        if (m_best && expected.mean - toTenth * expected.deviation > m_bestLog + worthIt)
            continue;
        const double win = m_best ? expectedWin(expected, m_bestLog) : -expected.mean;
        if (!chosen || win > most) {
            chosen = i;
            most = win;
        }
    }
    return chosen;
}

std::int64_t TuningSearch::expectedNs(std::size_t candidate) const
{
    return std::llround(std::exp(m_correction.at(candidate).mean));
}

/// The candidates with the best chances: the others hardly count.
std::vector<std::size_t> TuningSearch::rivals() const
{
    constexpr std::size_t most = 200;
    std::vector<std::pair<double, std::size_t>> chances;
    for (std::size_t i = 0; i < m_candidates.size(); ++i)
        if (!m_done[i]) {
            const auto expected = m_correction.at(i);
            chances.emplace_back((expected.mean - m_bestLog) / expected.deviation, i);
        }
    std::sort(chances.begin(), chances.end());
    chances.resize(std::min(chances.size(), most));
    std::vector<std::size_t> result;
    for (const auto &[chance, candidate] : chances)
        result.push_back(candidate);
    return result;
}

double TuningSearch::confidence() const
{
    constexpr int draws = 2000;
    const double wins = m_bestLog + std::log(0.97);
    const std::vector<std::size_t> rivals = this->rivals();
    std::vector<std::vector<double>> covariances(rivals.size());
    std::vector<double> means;
    for (std::size_t i = 0; i < rivals.size(); ++i) {
        means.push_back(m_correction.at(rivals[i]).mean);
        for (std::size_t k = 0; k <= i; ++k)
            covariances[i].push_back(m_correction.covariance(rivals[i], rivals[k]));
    }
    const auto root = choleskyFactor(covariances);
    NormalNumbers normal;
    int beaten = 0;
    std::vector<double> numbers(rivals.size());
    for (int draw = 0; draw < draws; ++draw) {
        std::generate(numbers.begin(), numbers.end(), [&normal] { return normal.next(); });
        bool isBeaten = false;
        for (std::size_t i = 0; i < rivals.size() && !isBeaten; ++i) {
            double time = means[i];
            for (std::size_t k = 0; k <= i; ++k)
                time += root[i][k] * numbers[k];
            isBeaten = time < wins;
        }
        beaten += isBeaten ? 1 : 0;
    }
    return 1 - static_cast<double>(beaten) / draws;
}

std::vector<TuningCandidate> distinctCandidates(const std::vector<TuningKnob> &knobs,
                                                std::vector<TuningCandidate> candidates, const TuningPlace &start)
{
    std::map<TuningPlace, std::int64_t> times;
    for (const TuningCandidate &candidate : candidates)
        times.emplace(candidate.place, candidate.predictedNs);
    const auto distance = [&start](std::size_t knob, std::size_t value) {
        return value > start[knob] ? value - start[knob] : start[knob] - value;
    };
    const auto hasNearerTwin = [&](const TuningCandidate &candidate) {
        TuningPlace twin = candidate.place;
        for (std::size_t knob = 0; knob < knobs.size(); ++knob) {
            const std::size_t own = candidate.place[knob];
            for (twin[knob] = 0; twin[knob] < knobs[knob].values.size(); ++twin[knob]) {
                const auto other = times.find(twin);
                const auto rank = std::pair(distance(knob, twin[knob]), twin[knob]);
                if (other != times.end() && other->second == candidate.predictedNs
                    && rank < std::pair(distance(knob, own), own))
                    return true;
            }
            twin[knob] = own;
        }
        return false;
    };
    std::erase_if(candidates, hasNearerTwin);
    return candidates;
}

} // namespace streamscope
