// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/split/split_edit.h"

#include <algorithm>

namespace streamscope {

SplitRules::SplitRules(const ChangeInput &input)
    : m_input(input), m_launchWork(input.program), m_chunks(static_cast<std::uint64_t>(input.values.integer("chunks"))),
      m_replay(isReplay(input.program))
{}

std::vector<OperationChain> SplitRules::chains()
{
    return ChainFinder(
               m_input.program, [this](std::int32_t index) { return fits(index); },
               [this](std::int32_t index) {
                   return m_launchWork.belongsToLaunch(m_input.program.operations[static_cast<std::size_t>(index)]);
               })
        .run();
}

bool SplitRules::fits(std::int32_t index)
{
    const Operation &operation = m_input.program.operations[static_cast<std::size_t>(index)];
    if (!m_input.selected[static_cast<std::size_t>(index)] || operation.graph >= 0)
        return false;
    if (isHostCopy(operation.kind) && m_input.program.hostMemoryOf(operation) == HostMemory::Pageable) {
        ++m_pageable;
        return false;
    }
    if (isLargeEnough(operation))
        return true;
    ++m_tooSmall;
    return false;
}

bool SplitRules::isLargeEnough(const Operation &operation) const
{
    const auto isLarge = [this](const BufferRange &range) { return canBeCut(range.bytes, m_chunks); };
    if (operation.kind == OperationKind::Memset && m_replay)
        return true; // a library clears its work space before a kernel: each chunk does
    if (operation.kind != OperationKind::Kernel)
        return canBeCut(operation.bytes, m_chunks);
    const bool elements =
        operation.kernel->kind == KernelKind::Spin || canCutElements(operation.kernel->elements, m_chunks);
    return elements && std::all_of(operation.writes.begin(), operation.writes.end(), isLarge);
}

} // namespace streamscope
