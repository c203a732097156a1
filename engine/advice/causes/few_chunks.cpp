// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"
#include "engine/device/number_text.h"
#include "engine/program/text/phrase.h"

namespace streamscope {

namespace {

constexpr std::uint64_t leastBytes = 4 << 20; // of all copies: less is not worth the calls
constexpr std::size_t mostChunks = 4096;      // of all copies: more cost more than they hide

/// Copies and kernels that run one after the other can overlap in chunks.
std::vector<Proposal> proposeFewChunks(const Situation &situation)
{
    const Situation::Sum copies =
        situation.sumOf([](const Operation &operation, std::size_t) { return isHostCopy(operation.kind); });
    if (copies.bytes < leastBytes || situation.countOf(OperationKind::Kernel) == 0)
        return {};
    Proposal proposal;
    proposal.text =
        copies.count == 1
            ? Phrase("engine", "1 copy moves %1 in %2, and kernels work on the data before or behind them.")
                  .arg(roundSizeText(copies.bytes), millisecondsText(copies.ns))
            : Phrase("engine", "%1 copies move %2 in %3, and kernels work on the data before or behind them.")
                  .arg(copies.count, roundSizeText(copies.bytes), millisecondsText(copies.ns));
    proposal.advice =
        QT_TRANSLATE_NOOP("engine", "Cut the work into chunks that travel on several non-blocking streams.");
    for (const std::size_t chunks : {4, 8, 16, 32}) {
        constexpr double whereOthersAreEqual = 1.02; // the usual number
        if (copies.count * chunks <= mostChunks)
            proposal.candidates.push_back(
                {"split:chunks=" + std::to_string(chunks), chunks == 8 ? 1 : whereOthersAreEqual});
    }
    if (proposal.candidates.empty())
        return {};
    proposal.evidence = {{"copies", static_cast<double>(copies.count)},
                         {"copy_us", static_cast<double>(copies.ns) / 1e3}};
    return {proposal};
}

const RegisteredCause registeredFewChunks{"few-chunks", proposeFewChunks};

} // namespace

} // namespace streamscope
