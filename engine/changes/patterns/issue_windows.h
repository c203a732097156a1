// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// Chains of copies and kernels that one thread issues with nothing between them that keeps an order: no
/// synchronisation, no event, no work of its own. They may be issued in any order that keeps each chain's. Work of its
/// own directly before a copy to the device prepares what is copied: where it may move with its chain it does.
struct IssueWindow
{
    struct Entry
    {
        std::int32_t operation = Operation::none;
        std::int32_t chain = 0;
        std::vector<std::int32_t> work; ///< of the host, which belongs to the launch, or prepares the copy
    };
    std::vector<Entry> entries;          ///< in order of issue
    std::vector<std::int32_t> positions; ///< of all entries and their work in the list, ascending
    std::int32_t chains = 0;

    /// The operations in the order in which they are issued depth-first, or breadth-first.
    std::vector<std::int32_t> issued(const Program &program, bool breadth) const;
};

/// Whether the work that prepares a copy moves with it, or ends a window.
enum class PreparingWork { Moves, Stays };

/// The windows with more than one chain.
std::vector<IssueWindow> issueWindowsOf(const Program &program, const std::vector<bool> &selected, PreparingWork work);

} // namespace streamscope
