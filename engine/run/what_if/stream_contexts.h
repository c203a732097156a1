// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace streamscope {

/// Python enters a context to issue into another stream, and leaves it again (`with torch.cuda.stream(...)`): no
/// profiler shows it, and it takes as long as a small operator. A change that puts operations of PyTorch onto other
/// streams brings such contexts with it. From stream to stream it took 6.4, 6.6, 8.0, 8.5 and 13 us more than between
/// operators of one stream in five traces beside H200s, and 17 on a slow host.
class StreamContexts
{
public:
    /// The Program before a change.
    explicit StreamContexts(const Program &before);

    /// How long a new one takes, ns.
    static constexpr std::int64_t contextNs = 7'000;

    /// Adds the time of each new context to the work or the call before which it stands. Operations know the spans that
    /// they come from. Returns how many came.
    std::size_t addTo(Program &after) const;

private:
    std::int32_t streamOf(const Operation &operation) const;

    std::vector<std::int32_t> m_streams; ///< by span
};

} // namespace streamscope
