// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/order/stream_rules.h"
#include "engine/program/program.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace streamscope {

/// Operations of one stream and one thread in the order copy in, kernels, copy back, with no synchronisation, event or
/// work of the host between them.
struct OperationChain
{
    std::vector<std::int32_t> operations; ///< in order of issue, at least two
    std::int32_t stream = Operation::none;
    std::int32_t thread = 0;
};

/// The place of an operation in a chain: 0 copy to the device, 1 on the device, 2 copy back; empty for other kinds.
std::optional<int> chainStage(const Operation &operation);

/// Finds the chains of a Program that have a copy and a kernel, in one walk.
class ChainFinder
{
public:
    /// `fits` says whether an operation may be in a chain, `passes` whether work of the host leaves chains open.
    using Asks = std::function<bool(std::int32_t operation)>;
    ChainFinder(const Program &program, Asks fits, Asks passes);

    /// In the order of their first operations.
    std::vector<OperationChain> run();

private:
    void enter(std::int32_t index);
    void closeStream(std::int32_t stream);
    void closeAround(const Operation &call);

    const Program &m_program;
    const Asks m_fits, m_passes;
    const StreamRules m_rules;
    std::vector<OperationChain> m_open;      ///< by stream
    std::vector<std::int32_t> m_openStreams; ///< those with an open chain, and some without
    std::vector<OperationChain> m_found;
};

} // namespace streamscope
