// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <span>
#include <vector>

namespace streamscope {

/// The order that CUDA documents between whole streams, and no other order:
/// - each device has one legacy default stream and, for each host thread, one per-thread default stream, under any
///   number of names;
/// - an operation comes after the one before it in its stream (Programming Guide, streams);
/// - an operation on the legacy default stream comes after the earlier operations of all blocking streams of its
///   device, and their later operations come after it; non-blocking streams take no part (Runtime API, stream
///   synchronization behavior).
class StreamRules
{
public:
    explicit StreamRules(const std::vector<Stream> &streams);

    /// The first stream that is the same CUDA stream as `stream`.
    std::int32_t same(std::int32_t stream) const { return m_same[static_cast<std::size_t>(stream)]; }
    /// The streams whose latest operation an operation of `stream` comes after: first its own, as same() names it.
    std::span<const std::int32_t> comesAfter(std::int32_t stream) const
    {
        return m_after[static_cast<std::size_t>(same(stream))];
    }

private:
    std::vector<std::int32_t> m_same;
    std::vector<std::vector<std::int32_t>> m_after; ///< empty for a stream that has another name before
};

} // namespace streamscope
