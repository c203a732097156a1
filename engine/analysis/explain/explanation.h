// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/run_dependencies.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace streamscope {

/// One operation of the chain that led to the explained one.
struct ExplainedStep
{
    std::uint32_t span = 0;
    std::optional<DependencyKind> heldBy; ///< why the next step of the list held it; empty: nothing did
    bool otherThread = false;             ///< the next step was of another host thread
    /// When the last thing that held it was over: the end of the next step, or a later call of the host.
    std::int64_t freeAt = 0;
    std::int64_t lateCallNs = 0; ///< the host called it so much later than the next step ended
    std::int64_t startingNs = 0; ///< from freeAt to its start
    std::string text;            ///< one sentence
};

/// Why an operation started when it did.
struct Explanation
{
    std::vector<ExplainedStep> chain; ///< from the operation back to the start of the run
    std::string issuedBy;             ///< one sentence about what issued it; empty where the data do not say
    std::int64_t slackNs = 0;         ///< it could take so much longer before the run takes longer; 0: it is critical
    std::string slackText;            ///< one sentence
};

/// `program` may be null. `span` is an index into the Timeline.
Explanation explain(const Timeline &timeline, const Program *program, std::uint32_t span);

/// "why" of the first step, the chain behind it, and the slack: at most `most` steps.
std::vector<std::string> explanationLines(const Explanation &explanation, std::size_t most = 20);

} // namespace streamscope
