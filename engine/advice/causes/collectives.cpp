// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"
#include "engine/analysis/communication.h"
#include "engine/device/number_text.h"
#include "engine/program/text/phrase.h"

namespace streamscope {

namespace {

/// Many small collectives pay a fixed time each; one large one cannot begin before the last gradient.
std::vector<Proposal> proposeCollectives(const Situation &situation)
{
    const std::vector<bool> communicates = communicationNames(situation.timeline);
    const Situation::Sum all = situation.sumOf([&](const Operation &operation, std::size_t index) {
        return operation.kind == OperationKind::Collective
               || (operation.kind == OperationKind::Kernel && communicates[situation.timeline.span(index).name]);
    });
    if (all.count < 2)
        return {};
    Proposal proposal;
    proposal.text =
        Phrase(
            "engine",
            "%1 collectives take %2: how much of that lies behind the other work depends on the size of the buckets.")
            .arg(all.count, millisecondsText(all.ns));
    proposal.advice =
        QT_TRANSLATE_NOOP("engine", "Reduce in buckets of another size (bucket_cap_mb of DistributedDataParallel).");
    for (const char *size : {"4MiB", "8MiB", "16MiB", "25MiB", "64MiB"})
        proposal.candidates.push_back({std::string("bucket:bytes=") + size});
    proposal.evidence = {{"collectives", static_cast<double>(all.count)},
                         {"collective_us", static_cast<double>(all.ns) / 1e3}};
    return {proposal};
}

const RegisteredCause registeredCollectives{"collectives", proposeCollectives};

} // namespace

} // namespace streamscope
