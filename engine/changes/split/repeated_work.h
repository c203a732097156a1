// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/changes/patterns/call_order.h"
#include "engine/program/program.h"

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace streamscope {

/// What the host does again before an operation that is issued once more, in another chunk. The first launches of a
/// kind load kernels and allocate memory, repeated ones do not: of an operation that comes often, by its name, it is
/// what usually comes before it, else at most the shorter quarter of the gaps between launches.
class RepeatedWork
{
public:
    /// `launches` must outlive this.
    RepeatedWork(const Program &program, const LaunchWork &launches);

    /// Of the work before an operation of this name, by its pieces, ns: the same, or shorter ones.
    std::vector<std::int64_t> of(std::string_view name, const std::vector<std::int64_t> &pieces) const;

private:
    const LaunchWork &m_launches;
    std::unordered_map<std::string_view, std::int64_t> m_usual; ///< of names that come often, ns
};

} // namespace streamscope
