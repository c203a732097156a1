// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// Python enters a context to issue into another stream, and leaves it again (`with torch.cuda.stream(...)`): no
/// profiler shows it, and it takes as long as a small operator. A change that puts operations of PyTorch onto other
/// streams brings such contexts with it.
class StreamContexts
{
public:
    /// The Program before a change.
    explicit StreamContexts(const Program &before);

    /// Adds the time of each new context to the work or the call before which it stands. Operations know the spans that
    /// they come from. Returns what came, ns.
    std::int64_t addTo(Program &after) const;

private:
    std::int32_t streamOf(const Operation &operation) const;

    std::vector<std::int32_t> m_streams; ///< by span
};

} // namespace streamscope
