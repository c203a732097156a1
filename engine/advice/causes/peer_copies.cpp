// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"
#include "engine/device/number_text.h"
#include "engine/program/text/phrase.h"

namespace streamscope {

namespace {

/// Without peer access the driver stages copies between devices through the host.
std::vector<Proposal> proposeStagedPeerCopies(const Situation &situation)
{
    const std::size_t copies = situation.countOf(OperationKind::Peer);
    if (situation.program.peerAccess || copies == 0)
        return {};
    Proposal proposal;
    proposal.text = copies == 1 ? Phrase("engine", "1 copy between devices is staged through the host, for %1.")
                                      .arg(millisecondsText(situation.timeOf(OperationKind::Peer)))
                                : Phrase("engine", "%1 copies between devices are staged through the host, for %2.")
                                      .arg(copies, millisecondsText(situation.timeOf(OperationKind::Peer)));
    proposal.advice =
        QT_TRANSLATE_NOOP("engine", "Enable peer access (cudaDeviceEnablePeerAccess) in both directions.");
    proposal.candidates = {{"peer"}};
    proposal.evidence = {{"copies", static_cast<double>(copies)},
                         {"copy_us", static_cast<double>(situation.timeOf(OperationKind::Peer)) / 1e3}};
    return {proposal};
}

const RegisteredCause registeredStagedPeerCopies{"staged-peer-copies", proposeStagedPeerCopies};

} // namespace

} // namespace streamscope
