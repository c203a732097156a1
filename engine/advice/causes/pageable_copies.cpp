// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"
#include "engine/device/number_text.h"
#include "engine/program/text/phrase.h"

namespace streamscope {

namespace {

/// Each such copy is staged through a pinned buffer and holds its thread.
std::vector<Proposal> proposePageableCopies(const Situation &situation)
{
    const auto pageable = [&](OperationKind kind) {
        return situation.sumOf(
            [&](const Operation &copy, std::size_t) { return copy.kind == kind && situation.isPageable(copy); });
    };
    const Situation::Sum in = pageable(OperationKind::H2D), back = pageable(OperationKind::D2H);
    if (in.count + back.count == 0)
        return {};
    Proposal proposal;
    proposal.text = in.count + back.count == 1 ? Phrase("engine", "1 copy uses pageable host memory, for %1: each is "
                                                                  "staged through a pinned buffer and holds the host.")
                                                     .arg(millisecondsText(in.ns + back.ns))
                                               : Phrase("engine", "%1 copies use pageable host memory, for %2: each is "
                                                                  "staged through a pinned buffer and holds the host.")
                                                     .arg(in.count + back.count, millisecondsText(in.ns + back.ns));
    proposal.advice = QT_TRANSLATE_NOOP("engine", "Pin the host memory (cudaHostAlloc, cudaHostRegister; pin_memory in "
                                                  "PyTorch) and copy with cudaMemcpyAsync (non_blocking=True).");
    if (in.count > 0)
        proposal.candidates.push_back({"pin:h2d pageable"});
    if (back.count > 0) {
        proposal.candidates.push_back({"pin", 1.05});
        proposal.candidates.push_back(
            {"pin:asynchronous=both", 1.6}); // that nobody needs a result at once is much to assume
    }
    proposal.evidence = {{"copies", static_cast<double>(in.count + back.count)},
                         {"copy_us", static_cast<double>(in.ns + back.ns) / 1e3}};
    return {proposal};
}

const RegisteredCause registeredPageableCopies{"pageable-copies", proposePageableCopies};

} // namespace

} // namespace streamscope
