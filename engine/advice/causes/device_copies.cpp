// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"
#include "engine/device/number_text.h"
#include "engine/program/text/phrase.h"

namespace streamscope {

namespace {

constexpr std::uint64_t joinableBytes = 4 << 20;

/// Copies inside the device, as a cache of many blocks makes them: each is a call and a start of its own.
std::vector<Proposal> proposeDeviceCopies(const Situation &situation)
{
    constexpr std::size_t fewest = 4;
    const Situation::Sum copies = situation.sumOf([](const Operation &operation, std::size_t) {
        return operation.kind == OperationKind::D2D && operation.bytes <= joinableBytes;
    });
    if (copies.count < fewest)
        return {};
    Proposal proposal;
    proposal.text = Phrase("engine", "%1 copies inside the device move %2: each has a call and a start of its own.")
                        .arg(copies.count, roundSizeText(copies.bytes));
    proposal.advice =
        QT_TRANSLATE_NOOP("engine", "Copy what lies side by side in one call, rows at equal distances with "
                                    "cudaMemcpy2DAsync, and the rest with one kernel for all.");
    proposal.candidates = {{"merge:d2d bytes<=4MiB"}};
    proposal.evidence = {{"copies", static_cast<double>(copies.count)}};
    return {proposal};
}

const RegisteredCause registeredDeviceCopies{"device-copies", proposeDeviceCopies};

} // namespace

} // namespace streamscope
