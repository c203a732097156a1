// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"

#include "engine/changes/patterns/framework_operators.h"
#include "engine/program/text/phrase.h"

#include <cstddef>

namespace streamscope {

namespace {

/// Mostly one kernel stands behind another launch of itself, and no framework launches it: a loop inside the kernel
/// does the same.
bool repeatsOwnKernel(const Situation &situation)
{
    constexpr double mostly = 0.8;
    if (hasOperators(situation.program))
        return false;
    const SharedText *before = nullptr;
    std::size_t kernels = 0, repeated = 0;
    for (const Operation &operation : situation.program.operations) {
        if (operation.kind != OperationKind::Kernel)
            continue;
        ++kernels;
        repeated += before && *before == operation.name ? 1 : 0;
        before = &operation.name;
    }
    return static_cast<double>(repeated) > mostly * static_cast<double>(kernels);
}

/// Launches cost the host about as much as short kernels take: one call for many of them.
std::vector<Proposal> proposeLateHost(const Situation &situation)
{
    constexpr std::size_t fewest = 8;
    constexpr std::int64_t shortNs = 50'000;
    const Situation::Sum launches = situation.sumOf([&](const Operation &operation, std::size_t) {
        return runsOnGpu(operation.kind) && !situation.program.inGraph(operation);
    });
    if (launches.count < fewest)
        return {};
    const Situation::Sum small = situation.sumOf([&](const Operation &operation, std::size_t index) {
        return operation.kind == OperationKind::Kernel && !situation.program.inGraph(operation)
               && situation.durationOf(index) < shortNs;
    });
    if (3 * small.count < launches.count) // copies have their own causes
        return {};
    Proposal proposal;
    proposal.text =
        Phrase("engine",
               "%1 of %2 operations are kernels of less than 50 µs, and each is a call of the host of its own.")
            .arg(small.count, launches.count);
    proposal.advice = QT_TRANSLATE_NOOP(
        "engine", "Submit repeated launches as one CUDA graph (torch.cuda.graphs, torch.compile), or fuse kernels.");
    proposal.candidates = {{"graph"}};
    // A graph takes any kernels. That many can be one is only to be expected of one's own that comes again and again.
    if (repeatsOwnKernel(situation))
        proposal.candidates.push_back({"merge:kernel", 3.0});
    proposal.evidence = {{"short", static_cast<double>(small.count)},
                         {"operations", static_cast<double>(launches.count)}};
    return {proposal};
}

const RegisteredCause registeredLateHost{"late-host", proposeLateHost};

} // namespace

} // namespace streamscope
