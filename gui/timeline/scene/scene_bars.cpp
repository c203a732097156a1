// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/scene/scene_bars.h"

#include <algorithm>

namespace streamscope {

void SceneBars::start(double left, double devicePixelRatio)
{
    clear();
    m_left = left;
    m_point = 1 / devicePixelRatio;
}

void SceneBars::clear()
{
    m_rows.clear();
    m_bars.clear();
    m_mixes.clear();
    m_dense.clear();
}

void SceneBars::beginRow(std::uint32_t lane, double top, double height, const RowKey &key)
{
    if (!m_rows.empty() && m_rows.back().first == m_bars.size())
        m_rows.pop_back(); // it is empty
    Row &row = m_rows.emplace_back();
    row.top = top;
    row.height = height;
    row.lane = lane;
    row.key = key;
    row.first = m_bars.size();
    row.firstDense = m_dense.size();
    row.firstMix = m_mixes.size();
}

void SceneBars::setClasses(const TagClasses &classes)
{
    Row &row = m_rows.back();
    row.colours = classes.isMixed() ? static_cast<std::uint8_t>(classes.count) : std::uint8_t{0};
    for (std::size_t k = 0; k < classes.count; ++k)
        row.colour[k] = classes.tag[k] == TagClasses::others ? otherKernelsTag : classes.tag[k];
}

void SceneBars::recolourStacks(std::uint8_t kernels)
{
    Row &row = m_rows.back();
    for (std::size_t k = 0; k < row.colours; ++k)
        if (kindOfTag(row.colour[k]) == OperationKind::Kernel)
            row.colour[k] = kernels;
}

std::span<const TagMix> SceneBars::mixesOf(const Row &row) const
{
    const std::size_t past = &row == &m_rows.back() ? m_mixes.size() : (&row + 1)->firstMix;
    return std::span(m_mixes).subspan(row.firstMix, past - row.firstMix);
}

void SceneBars::addCopy(const SceneBars &other, const Row &row, std::uint32_t lane, double top, double height)
{
    beginRow(lane, top, height, row.key);
    Row copy = row;
    copy.top = top;
    copy.height = height;
    copy.lane = lane;
    copy.first = m_bars.size();
    copy.firstDense = m_dense.size();
    copy.firstMix = m_mixes.size();
    m_rows.back() = copy;
    const std::span<const TagMix> mixes = other.mixesOf(row);
    m_mixes.insert(m_mixes.end(), mixes.begin(), mixes.end());
    const std::span<const Packed> bars = other.barsOf(row);
    m_bars.insert(m_bars.end(), bars.begin(), bars.end());
    for (std::size_t i = row.firstDense; i < other.denseEndOf(row); ++i) {
        const SceneDense &dense = other.m_dense[i];
        m_dense.push_back({{dense.rect.left(), top, dense.rect.width(), height}, dense.count, {}});
    }
}

void SceneBars::append(const SceneBars &other)
{
    for (const Row &row : other.m_rows)
        addCopy(other, row, row.lane, row.top, row.height);
}

void SceneBars::addDense(std::int64_t first, std::int64_t past, std::uint64_t count)
{
    const Row &row = m_rows.back();
    m_dense.push_back({{(m_left + static_cast<double>(first)) * m_point, row.top,
                        static_cast<double>(past - first) * m_point, row.height},
                       count,
                       {}});
}

SceneBar SceneBars::operator[](std::size_t index) const
{
    const auto next = std::upper_bound(m_rows.begin(), m_rows.end(), index,
                                       [](std::size_t bar, const Row &row) { return bar < row.first; });
    return barOf(*(next - 1), m_bars[index]);
}

std::size_t SceneBars::endOf(const Row &row) const
{
    return &row == &m_rows.back() ? m_bars.size() : (&row + 1)->first;
}

std::size_t SceneBars::denseEndOf(const Row &row) const
{
    return &row == &m_rows.back() ? m_dense.size() : (&row + 1)->firstDense;
}

std::span<const SceneBars::Packed> SceneBars::barsOf(const Row &row) const
{
    return std::span(m_bars).subspan(row.first, endOf(row) - row.first);
}

std::span<const SceneBars::Row> SceneBars::rowsOf(std::uint32_t lane) const
{
    const auto first = std::lower_bound(m_rows.begin(), m_rows.end(), lane,
                                        [](const Row &row, std::uint32_t value) { return row.lane < value; });
    const auto past = std::upper_bound(first, m_rows.end(), lane,
                                       [](std::uint32_t value, const Row &row) { return value < row.lane; });
    return {first, past};
}

std::optional<SceneBar> SceneBars::barAt(std::uint32_t lane, const QPointF &point, double slack) const
{
    // Flat rows are separated by a pixel that belongs to neither.
    for (const double apart : {0.0, 1.0})
        if (const auto bar = barAt(lane, point, slack, apart))
            return bar;
    return std::nullopt;
}

std::optional<SceneBar> SceneBars::barAt(std::uint32_t lane, const QPointF &point, double slack, double apart) const
{
    std::optional<SceneBar> nearest;
    double nearestDistance = slack;
    const std::span<const Row> rows = rowsOf(lane);
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        if (point.y() < row->top - apart || point.y() >= row->top + row->height + apart)
            continue;
        const std::span<const Packed> bars = barsOf(*row);
        for (auto bar = bars.rbegin(); bar != bars.rend(); ++bar) {
            const QRectF rect = rectOf(*row, *bar);
            if (point.x() >= rect.left() && point.x() < rect.right())
                return barOf(*row, *bar);
            const double distance = std::max(rect.left() - point.x(), point.x() - rect.right());
            if (distance < nearestDistance) {
                nearestDistance = distance;
                nearest = barOf(*row, *bar);
            }
        }
    }
    return nearest;
}

} // namespace streamscope
