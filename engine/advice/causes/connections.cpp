// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"

#include "engine/program/text/phrase.h"

namespace streamscope {

namespace {

/// Streams that share a hardware queue wait for one another without need.
std::vector<Proposal> proposeSharedQueues(const Situation &situation)
{
    constexpr int most = 32, usual = 8;
    const int connections = situation.program.connections > 0 ? situation.program.connections : usual;
    const std::size_t streams = situation.program.streams.size();
    if (connections >= most || streams <= static_cast<std::size_t>(connections))
        return {};
    Proposal proposal;
    proposal.text =
        Phrase("engine",
               "%1 streams share %2 hardware queues: a kernel can wait for one of another stream without need.")
            .arg(streams, connections);
    proposal.advice = QT_TRANSLATE_NOOP("engine", "Set CUDA_DEVICE_MAX_CONNECTIONS=32 before the process starts CUDA.");
    proposal.candidates = {{"connections=32"}};
    proposal.evidence = {{"streams", static_cast<double>(streams)}, {"connections", static_cast<double>(connections)}};
    return {proposal};
}

const RegisteredCause registeredSharedQueues{"shared-queues", proposeSharedQueues};

} // namespace

} // namespace streamscope
