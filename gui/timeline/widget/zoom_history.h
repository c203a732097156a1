// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/model/time_axis.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace streamscope {

/// The previous views. A burst of small changes, such as wheel steps, is one step.
class ZoomHistory
{
public:
    static constexpr std::int64_t burstMs = 600;
    static constexpr std::size_t most = 100;

    /// Notes a change away from the view `former`, at `nowMs` of any monotonic clock.
    void note(const TimeAxis &former, std::int64_t nowMs)
    {
        const bool burst = m_lastMs && nowMs - *m_lastMs < burstMs;
        m_lastMs = nowMs;
        if (burst)
            return;
        if (m_views.size() == most)
            m_views.erase(m_views.begin());
        m_views.push_back(former);
    }

    /// The view before this one; empty where there is none.
    std::optional<TimeAxis> back()
    {
        m_lastMs.reset();
        if (m_views.empty())
            return std::nullopt;
        const TimeAxis view = m_views.back();
        m_views.pop_back();
        return view;
    }

    /// The next change is a step of its own.
    void endBurst() { m_lastMs.reset(); }
    bool empty() const { return m_views.empty(); }
    void clear()
    {
        m_views.clear();
        m_lastMs.reset();
    }

private:
    std::vector<TimeAxis> m_views;
    std::optional<std::int64_t> m_lastMs;
};

} // namespace streamscope
