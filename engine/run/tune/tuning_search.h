// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/tune/prediction_correction.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace streamscope {

/// Chooses what to measure: the candidate that is expected to win most over the best so far (expected improvement), by
/// predictions that each measurement corrects. Deterministic.
class TuningSearch
{
public:
    /// Both must outlive the object.
    TuningSearch(const std::vector<TuningKnob> &knobs, const std::vector<TuningCandidate> &candidates);

    void measured(std::size_t candidate, const TuningSample &sample);
    /// The candidate cannot run.
    void failed(std::size_t candidate) { m_done[candidate] = 1; }

    /// What to measure next; empty when no candidate is left that may win a hundredth in four cases of five.
    std::optional<std::size_t> next() const;
    std::optional<std::size_t> best() const { return m_best; }
    /// What a candidate is expected to take, by predictions and measurements; nanoseconds.
    std::int64_t expectedNs(std::size_t candidate) const;
    /// The probability that no candidate takes less than 97 % of the best one's time. Requires a best one.
    double confidence() const;

private:
    std::vector<std::size_t> rivals() const;

    const std::vector<TuningCandidate> &m_candidates;
    PredictionCorrection m_correction;
    std::vector<char> m_done; ///< measured or failed
    std::optional<std::size_t> m_best;
    double m_bestLog = 0; ///< of its time in nanoseconds
};

/// Without candidates that are the same for the model: of those that differ in one knob and are predicted to take the
/// same time to the nanosecond, only the one nearest to `start` stays.
std::vector<TuningCandidate> distinctCandidates(const std::vector<TuningKnob> &knobs,
                                                std::vector<TuningCandidate> candidates, const TuningPlace &start);

} // namespace streamscope
