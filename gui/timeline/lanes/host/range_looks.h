// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/host/host_events.h"
#include "gui/timeline/lanes/host/named_bars_lane.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace streamscope {

/// The colours of a lane's events: one for operators, for Python frames, for waiting and for working calls of the
/// system, and one for each name of a range, numbers aside, or the colour that the program chose.
class RangeLooks
{
public:
    RangeLooks();

    /// Index into colours().
    std::uint32_t of(const HostEvents &events, std::uint32_t event);
    const std::vector<NamedBarsLook::Colour> &colours() const { return m_colours; }

private:
    static constexpr std::size_t most = 32; ///< a scene keeps the number in five bits
    std::uint32_t add(const NamedBarsLook::Colour &colour);

    std::vector<NamedBarsLook::Colour> m_colours;
    std::unordered_map<std::string, std::uint32_t> m_ranges;
};

} // namespace streamscope
