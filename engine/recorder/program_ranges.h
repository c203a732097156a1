// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/recorder/range_list.h"

#include <cstdint>
#include <string>

namespace streamscope::recorder {

/// A namespace of ranges that the program made. Lives as long as the process.
struct RangeDomain
{
    std::string name;
};

/// What the program says about a range.
struct RangeLabel
{
    std::string name;
    std::uint32_t colour = 0; ///< 0xAARRGGBB; 0: none
};

// A range is kept when it ends while the recording is on. `domain` null: the default one.

/// A nested range of the calling thread begins. Returns how many were open in the domain.
int pushRange(RangeLabel label, const RangeDomain *domain);
/// The innermost of the domain ends. Returns how many stay open; −1 when none was.
int popRange(const RangeDomain *domain);
/// Returns the number by which any thread may end it; 0 when too many are open.
std::uint64_t startRange(RangeLabel label, const RangeDomain *domain);
void endRange(std::uint64_t number);
void mark(RangeLabel label, const RangeDomain *domain);
void nameThread(std::uint32_t thread, std::string name);

/// Of the windows that streamscope_record.h opens.
const RangeDomain *ownDomain();

} // namespace streamscope::recorder
