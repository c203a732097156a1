// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/recorder/step_counter.h"

namespace streamscope::recorder {

namespace {

std::string withoutDigits(std::string_view name)
{
    std::string rest;
    for (const char c : name)
        if (c < '0' || c > '9')
            rest += c;
    return rest;
}

} // namespace

std::int64_t StepCounter::marked()
{
    const std::lock_guard lock(m_mutex);
    if (!m_programMarks)
        m_count = 0; // the ranges were something else
    m_programMarks = true;
    return m_count++;
}

std::int64_t StepCounter::rangeBegins(std::string_view name)
{
    const std::lock_guard lock(m_mutex);
    if (m_programMarks)
        return -1;
    std::string pattern = withoutDigits(name);
    if (m_first.empty()) {
        m_first = std::move(pattern);
        m_count = 1;
        return -1;
    }
    return pattern == m_first ? m_count++ : -1;
}

} // namespace streamscope::recorder
