// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/advice/situation.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace streamscope {

/// A change to try, as `--change` takes it.
struct Candidate
{
    std::string change;
    /// How many times as long the run may take with it and still be preferred to the other candidates of the proposal:
    /// above 1 for a change that assumes more of the program or is more work.
    double handicap = 1;
};

/// What a proposal asks for.
enum class Asks : std::uint8_t {
    AnotherIssue, ///< another way to issue the same work
    LessHostWork, ///< it counts only where it wins far more than another way to issue the work
    FasterKernel, ///< it counts only where nothing else wins, and is no step of a sequence
    /// Another way to issue the work that holds only if something is so that the trace does not show: as FasterKernel.
    IndependentWork,
};

/// Evidence that a change may win, and ways to change it. Whether one wins is up to the simulator.
struct Proposal
{
    std::string cause;  ///< the id of the finding: `pageable-copies`
    std::string text;   ///< the evidence: what was seen
    std::string advice; ///< what to do, in the program's own terms
    std::vector<Candidate> candidates;
    std::vector<std::pair<std::string, double>> evidence;
    Asks asks = Asks::AnotherIssue;
};

/// Looks for one kind of evidence: a plain function of the Situation. One file each in causes/; it registers itself
/// with a RegisteredCause.
using Cause = std::vector<Proposal> (*)(const Situation &situation);

/// Put one into the .cpp of a cause: `const RegisteredCause registered{"pageable-copies", propose};`.
struct RegisteredCause
{
    RegisteredCause(std::string id, Cause cause);
};

/// The proposals of all causes, in the order of the causes' ids. A proposal costs a few simulations and a missing one
/// costs the advice: evidence is taken generously.
std::vector<Proposal> proposalsFor(const Situation &situation);
/// The ids of all causes, sorted.
std::vector<std::string> causeIds();

} // namespace streamscope
