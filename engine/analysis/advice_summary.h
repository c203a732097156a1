// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/residuals.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace streamscope {

/// What to do about a finding.
struct Suggestion
{
    std::string text; ///< empty: nothing
    /// A change that the simulator tried, as `--change` takes it; empty: none, and the fields below have no meaning.
    std::string change{};
    std::int64_t predictedNs = 0; ///< the run with the change
    std::optional<PredictionRange> range{};
    double gain = 0;         ///< the share of the run's time that goes
    bool isLessWork = false; ///< not another way to issue the same work
    /// What the change means in the code of a traced program: lines of a patch. Empty where nothing is known.
    std::string code{};
    std::string codeLanguage{}; ///< of that: pytorch, cuda

    bool isTried() const { return !change.empty(); }
};

/// One change of several that are made in order.
struct AdviceStep
{
    std::string change;
    std::int64_t predictedNs = 0; ///< with this change and all before it
    std::optional<PredictionRange> range;
    double gain = 0;                    ///< against the step before
    std::string cause{};                ///< the id of the finding that proposes it
    std::string code{}, codeLanguage{}; ///< as in Suggestion
};

/// The changes that together win most, and what limits the run then.
struct AdviceSummary
{
    using Step = AdviceStep;

    std::int64_t beforeNs = 0; ///< measured, or simulated where nothing was measured
    std::vector<Step> sequence;
    std::size_t tried = 0;   ///< changes of the unchanged run that the simulator tried
    bool lacksCalls = false; ///< a trace without the calls that issued its work
    /// What limits the run with all steps: "the H2D copy engine". Empty where nothing is known.
    std::string limit;
    std::int64_t boundNs = 0; ///< no schedule of that work is shorter
    double efficiency = 0;    ///< bound / time with all steps
    /// "135 ms → 48 ms (pin) → 29 ms (prefetch): then 92 % of what the H2D copy engine allows." Or why nothing wins.
    std::string text;
    /// Without a sequence: the change that wins most by its prediction, whose range does not exclude that nothing is
    /// won.
    std::optional<Step> uncertain;
};

} // namespace streamscope
