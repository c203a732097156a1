// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/tune/tuning_target.h"

#include <cstddef>
#include <vector>

namespace streamscope {

/// Corrects the predictions of all candidates by what was measured of some: a Gaussian process over the logarithm of
/// measured / predicted. Candidates that share values share their error; before the first measurement the residuals of
/// the profile say how large it may be.
class PredictionCorrection
{
public:
    /// Both must outlive the object.
    PredictionCorrection(const std::vector<TuningKnob> &knobs, const std::vector<TuningCandidate> &candidates);

    /// `doubt`: the relative standard error of `ns`.
    void add(std::size_t candidate, std::int64_t ns, double doubt);

    /// The logarithm of the time in nanoseconds that is expected of a candidate.
    struct Expected
    {
        double mean = 0, deviation = 0;
    };
    Expected at(std::size_t candidate) const;
    /// Of the logarithms of two candidates' times, after all measurements.
    double covariance(std::size_t a, std::size_t b) const;

private:
    double similarity(const TuningPlace &a, const TuningPlace &b) const;
    double prior(std::size_t a, std::size_t b) const;
    double priorMean(std::size_t candidate) const;
    double priorDeviation(std::size_t candidate) const;
    std::vector<double> whitened(std::size_t candidate) const;
    void extend(std::size_t candidate, double noise);

    const std::vector<TuningKnob> &m_knobs;
    const std::vector<TuningCandidate> &m_candidates;
    std::vector<std::size_t> m_measured;
    std::vector<std::vector<double>> m_root; ///< lower Cholesky factor of the covariance of what was measured
    std::vector<double> m_errors;            ///< of what was measured, whitened by m_root
    double m_common = 0;                     ///< deviation of the error that all candidates share
    double m_scale = 1;                      ///< of all deviations, as the errors so far suggest
};

/// The lower Cholesky factor of a symmetric matrix that is positive definite but for rounding.
std::vector<std::vector<double>> choleskyFactor(const std::vector<std::vector<double>> &matrix);

} // namespace streamscope
