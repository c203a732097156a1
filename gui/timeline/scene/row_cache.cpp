// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/scene/row_cache.h"

#include <algorithm>

namespace streamscope {

void RowCache::exchange(SceneBars &bars, RowFrame &frame)
{
    std::swap(m_bars, bars);
    m_frame = std::exchange(frame, {});
    m_rows.clear();
}

void RowCache::keepFor(const RowFrame &frame)
{
    m_rows.clear();
    if (!m_frame.content || !(m_frame == frame))
        return;
    for (std::size_t i = 0; i < m_bars.rows().size(); ++i)
        m_rows.emplace_back(m_bars.rows()[i].key, i);
    std::sort(m_rows.begin(), m_rows.end());
}

bool RowCache::take(const RowKey &key, std::uint32_t lane, double top, double height, SceneBars &bars) const
{
    const auto found = std::lower_bound(m_rows.begin(), m_rows.end(), std::pair(key, std::size_t{0}));
    if (found == m_rows.end() || found->first != key)
        return false;
    bars.addCopy(m_bars, m_bars.rows()[found->second], lane, top, height);
    return true;
}

} // namespace streamscope
