// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/memory_budget.h"
#include "engine/timeline/timeline.h"

#include <string_view>

namespace streamscope {

/// Memory of a node of a hash map or a tree with its table entry. `held`: bytes of its content.
inline constexpr std::uint64_t nodeBytes(std::uint64_t held)
{
    return held + 48;
}

/// The most bytes per span that analyze() allocates, in addition to the timeline.
inline constexpr std::uint64_t analysisBytesPerSpan = 90;

/// Bytes of one span in a timeline and in its analysis, with all columns filled. Times and sizes beyond 32 bits take
/// extra entries.
std::uint64_t memoryOf(const Span &span);

/// Bytes of a name or an id, which is stored twice: in a list and in an index.
std::uint64_t memoryOfName(std::string_view name);

/// Timeline::intern() that counts the memory of a new name.
std::uint32_t internCounted(Timeline &timeline, std::string_view name, MemoryBudget &memory);

} // namespace streamscope
