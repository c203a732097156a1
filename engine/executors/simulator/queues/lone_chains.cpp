// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/queues/lone_chains.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace streamscope {

namespace {

constexpr std::uint64_t mostBytes = 96 << 10;
constexpr int leastCopies = 5; ///< of a chain; shorter ones wait as others do

bool isCopy(const Operation &operation)
{
    return operation.kind == OperationKind::H2D || operation.kind == OperationKind::D2H;
}

/// What a stream of a graph holds.
struct Chain
{
    int in = 0, out = 0;
    bool behindKernel = false; ///< up to now: its last operation is one
    bool recorded = false;     ///< and an event behind it
    bool isLone = true;        ///< no copy behind a kernel for which others may wait

    void take(const Operation &operation)
    {
        if (isCopy(operation)) {
            ++(operation.kind == OperationKind::H2D ? in : out);
            isLone = isLone && !(behindKernel && recorded);
        }
        recorded = operation.kind == OperationKind::EventRecord;
        behindKernel = operation.kind == OperationKind::Kernel || (behindKernel && recorded);
    }
    bool takesTurns() const { return (in == 0) != (out == 0) && in + out >= leastCopies; }
};

} // namespace

std::vector<bool> copiesBackOfBranches(const Program &program)
{
    struct Branch
    {
        int in = 0, kernels = 0, out = 0, others = 0;
        bool isChain() const { return in == 1 && kernels > 0 && out == 1 && others == 0; }
        bool isEmpty() const { return in + kernels + out + others == 0; }
    };
    std::vector<Branch> branches(program.streams.size());
    for (const Operation &operation : program.operations) {
        if (operation.stream < 0)
            continue;
        Branch &branch = branches[static_cast<std::size_t>(operation.stream)];
        int &count = operation.kind == OperationKind::H2D      ? branch.in
                     : operation.kind == OperationKind::Kernel ? branch.kernels
                     : operation.kind == OperationKind::D2H    ? branch.out
                                                               : branch.others;
        ++count;
    }
    const auto chains = std::ranges::count_if(branches, &Branch::isChain);
    if (chains < 2 || chains + std::ranges::count_if(branches, &Branch::isEmpty) != std::ssize(branches))
        return {};
    std::vector<bool> result(program.operations.size(), false);
    for (std::size_t i = 0; i < program.operations.size(); ++i)
        result[i] = program.operations[i].kind == OperationKind::D2H;
    return result;
}

std::vector<bool> copiesInLoneChains(const Program &program)
{
    std::vector<Chain> chains(program.streams.size());
    for (const Operation &operation : program.operations)
        if (operation.stream >= 0)
            chains[static_cast<std::size_t>(operation.stream)].take(operation);
    std::size_t withCopies = 0;
    for (const Chain &chain : chains) {
        withCopies += chain.in + chain.out > 0 ? 1 : 0;
        if (!chain.isLone || (chain.in + chain.out > 0 && !chain.takesTurns()))
            return {};
    }
    if (withCopies < 2)
        return {};
    std::vector<bool> result(program.operations.size(), false), behindKernel(program.streams.size(), false);
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const Operation &operation = program.operations[i];
        if (operation.stream < 0)
            continue;
        const auto stream = static_cast<std::size_t>(operation.stream);
        result[i] = isCopy(operation) && operation.bytes <= mostBytes && behindKernel[stream];
        behindKernel[stream] = operation.kind == OperationKind::Kernel;
    }
    return result;
}

} // namespace streamscope
