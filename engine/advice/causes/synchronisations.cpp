// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"
#include "engine/device/number_text.h"
#include "engine/program/text/phrase.h"

namespace streamscope {

namespace {

/// While the host waits it issues nothing, so the engines run dry.
std::vector<Proposal> proposeSynchronisations(const Situation &situation)
{
    const std::size_t syncs = situation.countOf(OperationKind::Sync);
    if (syncs < 2)
        return {}; // the end of every run
    Proposal proposal;
    proposal.text =
        Phrase("engine", "The host waits for the GPU %1 times, for %2 in all, and issues nothing meanwhile.")
            .arg(syncs, millisecondsText(situation.timeOf(OperationKind::Sync)));
    proposal.advice = QT_TRANSLATE_NOOP(
        "engine",
        "Take the synchronisations away that nothing on the host needs; order streams among each other with events.");
    proposal.candidates = {{"unsync"}};
    proposal.evidence = {{"synchronisations", static_cast<double>(syncs)},
                         {"waited_us", static_cast<double>(situation.timeOf(OperationKind::Sync)) / 1e3}};
    return {proposal};
}

const RegisteredCause registeredSynchronisations{"synchronisations", proposeSynchronisations};

} // namespace

} // namespace streamscope
