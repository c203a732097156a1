// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/tune/prediction_correction.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {

constexpr double tinyVariance = 1e-12;

double dot(const std::vector<double> &a, const std::vector<double> &b)
{
    double sum = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        sum += a[i] * b[i];
    return sum;
}

} // namespace

PredictionCorrection::PredictionCorrection(const std::vector<TuningKnob> &knobs,
                                           const std::vector<TuningCandidate> &candidates)
    : m_knobs(knobs), m_candidates(candidates)
{
    // All candidates may be off by the same factor, and by far more than they differ: the first measurement shows it.
    constexpr double muchMore = 5;
    double sum = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i)
        sum += priorDeviation(i);
    m_common = candidates.empty() ? 0 : muchMore * sum / static_cast<double>(candidates.size());
}

double PredictionCorrection::priorMean(std::size_t candidate) const
{
    const TuningCandidate &own = m_candidates[candidate];
    return std::log(static_cast<double>(own.predictedNs))
           + (std::log(own.factors.low) + std::log(own.factors.high)) / 2;
}

double PredictionCorrection::priorDeviation(std::size_t candidate) const
{
    constexpr double width = 2 * 1.2816; // between the 10th and the 90th percentile, in standard deviations
    constexpr double least = 1e-6;
    const FactorRange &factors = m_candidates[candidate].factors;
    return std::max((std::log(factors.high) - std::log(factors.low)) / width, least);
}

/// Of what is not the same for all, a part of the error belongs to each value of each knob, the rest to the
/// combination.
double PredictionCorrection::similarity(const TuningPlace &a, const TuningPlace &b) const
{
    constexpr double ofValues = 0.7, ofCombination = 0.3;
    constexpr double otherChoice = 0.3, reach = 3; // of a number: so many values further the errors hardly agree
    double sum = 0, product = 1;
    for (std::size_t i = 0; i < m_knobs.size(); ++i) {
        const double distance = std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i]));
        const double alike = distance == 0 ? 1 : m_knobs[i].ordered ? std::exp(-distance / reach) : otherChoice;
        sum += alike;
        product *= alike;
    }
    return ofValues * sum / static_cast<double>(std::max<std::size_t>(m_knobs.size(), 1)) + ofCombination * product;
}

double PredictionCorrection::prior(std::size_t a, std::size_t b) const
{
    return m_common * m_common
           + priorDeviation(a) * priorDeviation(b) * similarity(m_candidates[a].place, m_candidates[b].place);
}

/// The covariances of a candidate with what was measured, whitened.
std::vector<double> PredictionCorrection::whitened(std::size_t candidate) const
{
    std::vector<double> result;
    for (std::size_t i = 0; i < m_root.size(); ++i)
        result.push_back((prior(candidate, m_measured[i]) - dot(result, m_root[i])) / m_root[i][i]);
    return result;
}

void PredictionCorrection::extend(std::size_t candidate, double noise)
{
    std::vector<double> row = whitened(candidate);
    row.push_back(std::sqrt(std::max(prior(candidate, candidate) + noise - dot(row, row), tinyVariance)));
    m_measured.push_back(candidate);
    m_root.push_back(std::move(row));
}

void PredictionCorrection::add(std::size_t candidate, std::int64_t ns, double doubt)
{
    const double error = std::log(static_cast<double>(ns)) - priorMean(candidate);
    extend(candidate, doubt * doubt);
    m_errors.push_back((error - dot(m_errors, m_root.back())) / m_root.back().back());
    // The profile's residuals count as much as this many measurements.
    constexpr double weight = 4;
    m_scale = std::sqrt((weight + dot(m_errors, m_errors)) / (weight + static_cast<double>(m_errors.size())));
}

PredictionCorrection::Expected PredictionCorrection::at(std::size_t candidate) const
{
    const std::vector<double> own = whitened(candidate);
    const double variance = prior(candidate, candidate) - dot(own, own);
    return {priorMean(candidate) + dot(own, m_errors), m_scale * std::sqrt(std::max(variance, tinyVariance))};
}

double PredictionCorrection::covariance(std::size_t a, std::size_t b) const
{
    return m_scale * m_scale * (prior(a, b) - dot(whitened(a), whitened(b)));
}

std::vector<std::vector<double>> choleskyFactor(const std::vector<std::vector<double>> &matrix)
{
    std::vector<std::vector<double>> root;
    for (std::size_t i = 0; i < matrix.size(); ++i) {
        std::vector<double> row;
        for (std::size_t k = 0; k < i; ++k)
            row.push_back((matrix[i][k] - dot(row, root[k])) / root[k][k]);
        row.push_back(std::sqrt(std::max(matrix[i][i] - dot(row, row), tinyVariance)));
        root.push_back(std::move(row));
    }
    return root;
}

} // namespace streamscope
