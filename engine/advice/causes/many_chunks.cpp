// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"
#include "engine/changes/patterns/framework_operators.h"
#include "engine/device/number_text.h"
#include "engine/program/text/phrase.h"

#include <algorithm>

namespace streamscope {

namespace {

constexpr std::uint64_t smallBytes = 1 << 20; // of a copy: below that its start costs about as much as its data

/// A trace does not show whether one kernel could do the work of several: asked about are copies that go in and come
/// back by the dozen between two waits of the host, from a program of its own. A framework's copies bring tensors.
bool areChunksOfTrace(const Situation &situation)
{
    constexpr std::size_t betweenWaits = 16;
    const std::size_t copies = std::min(situation.countOf(OperationKind::H2D), situation.countOf(OperationKind::D2H));
    return !isOfFramework(situation.program) && copies >= betweenWaits * (situation.countOf(OperationKind::Sync) + 1);
}

/// Each chunk costs its calls and the starts of its copies and kernels.
std::vector<Proposal> proposeManyChunks(const Situation &situation)
{
    constexpr std::size_t fewest = 16;
    if (situation.isTrace && !areChunksOfTrace(situation))
        return {};
    const Situation::Sum copies =
        situation.sumOf([](const Operation &operation, std::size_t) { return isHostCopy(operation.kind); });
    if (copies.count < fewest || copies.bytes > copies.count * smallBytes
        || situation.countOf(OperationKind::Kernel) == 0)
        return {};
    Proposal proposal;
    proposal.text =
        copies.count == 1
            ? Phrase("engine", "1 copy moves %1, %2 each: the starts of copies and kernels cost more than their work.")
                  .arg(roundSizeText(copies.bytes), roundSizeText(copies.bytes / copies.count))
            : Phrase("engine",
                     "%1 copies move %2, %3 each: the starts of copies and kernels cost more than their work.")
                  .arg(copies.count, roundSizeText(copies.bytes), roundSizeText(copies.bytes / copies.count));
    proposal.advice = situation.isTrace
                          ? QT_TRANSLATE_NOOP("engine", "Use fewer, larger chunks, where these are parts of one whole.")
                          : QT_TRANSLATE_NOOP("engine", "Use fewer, larger chunks.");
    for (const char *candidate : {"join:chunks=4", "join:chunks=16", "join:chunks=64"})
        proposal.candidates.push_back({candidate});
    proposal.evidence = {{"copies", static_cast<double>(copies.count)},
                         {"bytes_each", static_cast<double>(copies.bytes) / static_cast<double>(copies.count)}};
    return {proposal};
}

const RegisteredCause registeredManyChunks{"many-chunks", proposeManyChunks};

} // namespace

} // namespace streamscope
