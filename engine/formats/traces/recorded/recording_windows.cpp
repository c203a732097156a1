// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/recorded/recording_windows.h"

#include "engine/device/number_text.h"
#include "engine/formats/text/decimal.h"
#include "engine/program/medians.h"

#include <algorithm>

namespace streamscope {

namespace {

constexpr std::size_t mostTold = 5;         // windows in the sentence
constexpr std::size_t mostOffsets = 10'000; // three hours of them

std::string secondsText(std::int64_t ns)
{
    return decimalText(static_cast<double>(ns) / 1e9, 3) + " s";
}

} // namespace

void RecordingWindows::add(const recording::SwitchRow &row, std::string_view cause)
{
    if (!isTimeInRange(row.time))
        return;
    if (row.on != 0) {
        ++m_count;
        if (m_windows.size() < mostTold)
            m_windows.push_back({row.time, std::nullopt, std::string(cause.substr(0, 200))});
    } else if (m_count == m_windows.size() && m_count > 0 && !m_windows.back().end) {
        m_windows.back().end = row.time;
    }
}

void RecordingWindows::add(const recording::ClockRow &row)
{
    if (isTimeInRange(row.time) && isTimeInRange(row.wallTime) && m_offsets.size() < mostOffsets)
        m_offsets.push_back(row.wallTime - row.time);
}

std::optional<std::int64_t> RecordingWindows::wallClockOffset() const
{
    if (m_offsets.empty())
        return std::nullopt;
    return lowerMedian(std::vector<std::int64_t>(m_offsets));
}

std::string RecordingWindows::text(std::int64_t origin) const
{
    if (m_count < 2)
        return {};
    std::string text = "The recording was on " + std::to_string(m_count)
                       + " times; what the program did in between is missing, and counts as idle: ";
    for (const Window &window : m_windows) {
        text += (&window == &m_windows.front() ? "" : ", ") + secondsText(window.begin - origin) + " to "
                + (window.end ? secondsText(*window.end - origin) : "the end");
        text += window.cause.empty() ? "" : " (" + window.cause + ")";
    }
    return text + (m_count > m_windows.size() ? ", …." : ".");
}

} // namespace streamscope
