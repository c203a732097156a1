// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>

namespace streamscope {

/// How a call hands over the nodes of a graph among other work: in parts, and the device begins with a part while the
/// call hands over the next one (seen in all recordings of graphs with copies or memsets on an H200; of one branch with
/// kernels alone all starts behind the call). A call that was traced is the time to the first node, and has one part.
class GraphHandOver
{
public:
    GraphHandOver() = default;
    /// `first` has the graph's call, which begins at `beginNs`. The Program must outlive this.
    GraphHandOver(const Program &program, std::int32_t first, std::int64_t beginNs, std::int64_t costNs);

    std::int32_t first() const { return m_first; }
    std::int32_t last() const { return m_last; }
    std::int64_t beginNs() const { return m_beginNs; }
    /// Of the part that begins with `first`.
    std::int32_t lastOfPart(std::int32_t first) const;
    /// When the part that begins with `first` is there.
    std::int64_t timeOf(std::int32_t first) const;

    /// What runs in the graph that begins with `first`, and whether in several streams.
    struct Nodes
    {
        std::size_t count = 0;
        bool branched = false;
    };
    static Nodes nodesOf(const Program &program, std::int32_t first);

private:
    bool standsAlone(std::int32_t node) const;
    bool beginsSecondBranch(std::int32_t node) const;

    const Program *m_program = nullptr;
    std::int32_t m_first = -1, m_last = -1;
    std::int64_t m_beginNs = 0, m_costNs = 0;
    bool m_branched = false;
};

} // namespace streamscope
