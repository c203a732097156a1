// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/memory_budget.h"
#include "engine/timeline/timeline.h"

#include <string_view>

namespace streamscope {

/// A node of a hash map or a tree with its place in the table, by what it holds.
inline constexpr std::uint64_t nodeBytes(std::uint64_t held)
{
    return held + 48;
}

/// What analyze() holds at its worst for each span of a timeline, on top of the timeline.
inline constexpr std::uint64_t analysisBytesPerSpan = 90;

/// Of one span in a timeline and of its analysis, all columns filled. Times and sizes beyond 32 bits take a place
/// aside.
std::uint64_t memoryOf(const Span &span);

/// Of a name or an id that is stored twice, in a list and in an index.
std::uint64_t memoryOfName(std::string_view name);

/// Timeline::intern(), counting a name that is new.
std::uint32_t internCounted(Timeline &timeline, std::string_view name, MemoryBudget &memory);

} // namespace streamscope
