// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"
#include "engine/device/number_text.h"

namespace streamscope {

namespace {

/// Without peer access the driver stages copies between devices through the host.
std::vector<Proposal> proposeStagedPeerCopies(const Situation &situation)
{
    const std::size_t copies = situation.countOf(OperationKind::Peer);
    if (situation.program.peerAccess || copies == 0)
        return {};
    Proposal proposal;
    proposal.text = numberOf(copies, "copy between devices is", "copies between devices are")
                    + " staged through the host, for " + millisecondsText(situation.timeOf(OperationKind::Peer)) + '.';
    proposal.advice = "Enable peer access (cudaDeviceEnablePeerAccess) in both directions.";
    proposal.candidates = {{"peer"}};
    proposal.evidence = {{"copies", static_cast<double>(copies)},
                         {"copy_us", static_cast<double>(situation.timeOf(OperationKind::Peer)) / 1e3}};
    return {proposal};
}

const RegisteredCause registeredStagedPeerCopies{"staged-peer-copies", proposeStagedPeerCopies};

} // namespace

} // namespace streamscope
