// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "resources/recorder/recording_format.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// When a recording was on, and how its clock stands to the wall clock.
class RecordingWindows
{
public:
    void add(const recording::SwitchRow &row, std::string_view cause);
    void add(const recording::ClockRow &row);

    /// What to add to a time for nanoseconds since 1970: the median, which a stopped moment of the recorder leaves
    /// alone.
    std::optional<std::int64_t> wallClockOffset() const;
    /// A sentence about the windows where there were several; else empty. `origin`: the timeline's 0.
    std::string text(std::int64_t origin) const;

private:
    struct Window
    {
        std::int64_t begin = 0;
        std::optional<std::int64_t> end;
        std::string cause;
    };
    std::vector<Window> m_windows; ///< the first mostTold
    std::uint64_t m_count = 0;
    std::vector<std::int64_t> m_offsets;
};

} // namespace streamscope
