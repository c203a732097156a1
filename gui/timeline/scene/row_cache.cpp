// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/scene/row_cache.h"

#include <algorithm>

namespace streamscope {

void RowCache::exchange(SceneBars &bars, std::vector<SceneDense> &dense, RowFrame &frame)
{
    std::swap(m_bars, bars);
    std::swap(m_dense, dense);
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

bool RowCache::take(std::uint64_t key, std::uint32_t lane, double top, double height, SceneBars &bars,
                    std::vector<SceneDense> &dense) const
{
    const auto found = std::lower_bound(m_rows.begin(), m_rows.end(), std::pair(key, std::size_t{0}));
    if (found == m_rows.end() || found->first != key)
        return false;
    const SceneBars::Row &row = m_bars.rows()[found->second];
    bars.addCopy(m_bars, row, lane, top, height);
    const std::size_t first = dense.size();
    for (std::size_t i = row.firstDense; i < row.endDense; ++i)
        dense.push_back({{m_dense[i].rect.left(), top, m_dense[i].rect.width(), height}, m_dense[i].count, {}});
    bars.nameRow(key, first, dense.size());
    return true;
}

} // namespace streamscope
