// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"
#include "engine/device/number_text.h"
#include "engine/program/text/phrase.h"

namespace streamscope {

namespace {

constexpr std::uint64_t mergeableBytes = 64 << 10;

/// The start of a small copy costs more than its bytes.
std::vector<Proposal> proposeSmallCopies(const Situation &situation)
{
    const Situation::Sum small = situation.sumOf([](const Operation &operation, std::size_t) {
        return isHostCopy(operation.kind) && operation.bytes <= mergeableBytes;
    });
    const Situation::Sum all =
        situation.sumOf([](const Operation &operation, std::size_t) { return isHostCopy(operation.kind); });
    if (all.count < 4)
        return {};
    Proposal proposal;
    proposal.text = Phrase("engine", "%1 copies move %2, and %3 of them at most 64 KiB: each has a start of its own.")
                        .arg(all.count, roundSizeText(all.bytes), small.count);
    const bool allBack = situation.countOf(OperationKind::H2D) == 0;
    proposal.advice =
        allBack ? QT_TRANSLATE_NOOP("engine", "Let kernels write results that travel together side by side in one "
                                              "buffer of the device, and copy that in one call.")
                : QT_TRANSLATE_NOOP("engine",
                                    "Make data that travel together side by side in one buffer, and copy that in one "
                                    "call; if they must be gathered first, expect the upper end of the range.");
    if (small.count >= 4)
        proposal.candidates.push_back({allBack ? "merge:d2h bytes<=64KiB" : "merge"});
    if (small.count < all.count)
        proposal.candidates.push_back({allBack ? "merge:d2h bytes<=4MiB" : "merge:h2d d2h bytes<=4MiB"});
    proposal.evidence = {{"small", static_cast<double>(small.count)}, {"copies", static_cast<double>(all.count)}};
    return {proposal};
}

const RegisteredCause registeredSmallCopies{"small-copies", proposeSmallCopies};

} // namespace

} // namespace streamscope
