// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"
#include "engine/device/number_text.h"
#include "engine/program/text/phrase.h"

#include <algorithm>

namespace streamscope {

namespace {

/// cudaMalloc and cudaFree in a loop hold the host. A framework's allocator that only grows gives nothing back.
std::vector<Proposal> proposeAllocations(const Situation &situation)
{
    constexpr std::size_t fewest = 4;
    std::size_t frees = 0;
    const Situation::Sum calls = situation.sumOf([&frees](const Operation &operation, std::size_t) {
        const bool isCall = isAllocation(operation.kind) && !isStreamOrdered(operation);
        frees += isCall && operation.kind == OperationKind::Free ? 1 : 0;
        return isCall;
    });
    const std::size_t both = 2 * std::min(frees, calls.count - frees);
    if ((situation.isTrace ? both : calls.count) < fewest)
        return {};
    Proposal proposal;
    proposal.text = Phrase("engine", "cudaMalloc and cudaFree are called %1 times, for %2: each holds the host, and a "
                                     "free waits for the device.")
                        .arg(calls.count, millisecondsText(calls.ns));
    proposal.advice = QT_TRANSLATE_NOOP(
        "engine", "Allocate once and use the memory again, or allocate from a pool (cudaMallocAsync).");
    proposal.candidates = {{"drop:alloc free"}};
    proposal.evidence = {{"calls", static_cast<double>(calls.count)},
                         {"calls_us", static_cast<double>(calls.ns) / 1e3}};
    return {proposal};
}

const RegisteredCause registeredAllocations{"allocations", proposeAllocations};

} // namespace

} // namespace streamscope
