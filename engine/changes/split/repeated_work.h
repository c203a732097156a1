// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/changes/patterns/call_order.h"
#include "engine/program/program.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace streamscope {

/// What the host does again before an operation that is issued once more, in another chunk. The first launches of a
/// kind load kernels and allocate memory, repeated ones do not: of an operation that comes often, by its name, it is
/// what usually comes before it, else at most the shorter quarter of the gaps between launches for each piece of it.
class RepeatedWork
{
public:
    /// `launches` must outlive this.
    RepeatedWork(const Program &program, const LaunchWork &launches);

    /// What is left for the pieces of work before one operation.
    class Pieces
    {
    public:
        /// How long the next piece takes again, which took `ns`.
        std::int64_t next(std::int64_t ns)
        {
            const std::int64_t again = std::min(ns, m_usual ? m_left : m_most);
            m_left -= again;
            return again;
        }

    private:
        friend class RepeatedWork;
        bool m_usual = false;
        std::int64_t m_left = 0, m_most = 0;
    };
    Pieces before(const Operation &operation) const;

private:
    const LaunchWork &m_launches;
    std::unordered_map<std::string_view, std::int64_t> m_usual; ///< of names that come often, ns
};

} // namespace streamscope
