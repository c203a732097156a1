// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"

#include "engine/program/text/phrase.h"

namespace streamscope {

namespace {

/// Copies that wait for the step before although their buffers could be used in turn.
std::vector<Proposal> proposeLateCopies(const Situation &situation)
{
    if (situation.countOf(OperationKind::Kernel) == 0)
        return {};
    Proposal proposal;
    const std::size_t in = situation.countOf(OperationKind::H2D), back = situation.countOf(OperationKind::D2H);
    proposal.text =
        in + back == 1
            ? QT_TRANSLATE_NOOP("engine", "1 copy in or back could run beside the kernels of another step.")
            : Phrase("engine", "%1 copies in or back could run beside the kernels of another step.").arg(in + back);
    proposal.advice = QT_TRANSLATE_NOOP("engine", "Copy the data of the next step while the kernels of this one run: a "
                                                  "stream for the copies, two buffers, events between.");
    if (in > 1)
        proposal.candidates = {{"prefetch"}, {"prefetch:depth=2", 1.02}, {"move", 1.02}};
    if (back > 1)
        proposal.candidates.push_back({"move:d2h", 1.02});
    if (in > 1 && back > 1)
        proposal.candidates.push_back({"move:h2d d2h", 1.02});
    proposal.evidence = {{"copies_in", static_cast<double>(in)}, {"copies_back", static_cast<double>(back)}};
    if (proposal.candidates.empty())
        return {};
    return {proposal};
}

const RegisteredCause registeredLateCopies{"late-copies", proposeLateCopies};

} // namespace

} // namespace streamscope
