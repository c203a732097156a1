// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"

#include "engine/program/text/phrase.h"

namespace streamscope {

namespace {

/// The order in which several streams get their operations decides what an engine serves first.
std::vector<Proposal> proposeIssueOrder(const Situation &situation)
{
    const std::size_t copies = situation.countOf(OperationKind::H2D) + situation.countOf(OperationKind::D2H);
    if (copies < 4 || situation.countOf(OperationKind::Kernel) < 2)
        return {};
    Proposal proposal;
    proposal.text = Phrase("engine", "Engines serve copies and kernels in the order in which they are issued, and "
                                     "another order of the same %1 operations is possible.")
                        .arg(copies + situation.countOf(OperationKind::Kernel));
    proposal.advice = QT_TRANSLATE_NOOP(
        "engine", "Issue in the other order: depth-first, chunk after chunk, or breadth-first, stage after stage.");
    proposal.candidates = {{"order=depth-first"}, {"order=breadth-first"}};
    return {proposal};
}

const RegisteredCause registeredIssueOrder{"issue-order", proposeIssueOrder};

} // namespace

} // namespace streamscope
