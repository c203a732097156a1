// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/paint/row_fill.h"

#include "engine/timeline/wide_loops.h"
#include "gui/timeline/scene/bar_look.h"

#include <algorithm>

namespace streamscope {

namespace {

/// Line `y` of columns that begin at `tops`. Without a branch, so that several pixels are written at once.
STREAMSCOPE_WIDE_LOOPS
void composeLine(QRgb *__restrict line, int count, int y, const int *__restrict tops, const QRgb *__restrict colours,
                 const QRgb *__restrict under)
{
    for (int i = 0; i < count; ++i) {
        const QRgb mask = 0U - static_cast<QRgb>(tops[i] <= y);
        line[i] = (colours[i] & mask) | (under[i] & ~mask);
    }
}

/// As composeLine(), with `layers` in front.
template <std::size_t count>
[[gnu::always_inline]] inline void composeStack(QRgb *__restrict line, int pixels, int y, const int *__restrict tops,
                                                const QRgb *__restrict colours, const QRgb *__restrict under,
                                                const StackLayers &layers, int x)
{
    std::array<const int *, count> starts;
    std::array<QRgb, count> inks;
    for (std::size_t k = 0; k < count; ++k) {
        starts[k] = layers.tops[k] + x;
        inks[k] = layers.colours[k];
    }
    for (int i = 0; i < pixels; ++i) {
        QRgb value = tops[i] <= y ? colours[i] : under[i];
        for (std::size_t k = count; k-- > 0;)
            value = starts[k][i] <= y ? inks[k] : value;
        line[i] = value;
    }
}

STREAMSCOPE_WIDE_LOOPS
void composeStacks(QRgb *__restrict line, int pixels, int y, const int *__restrict tops, const QRgb *__restrict colours,
                   const QRgb *__restrict under, const StackLayers &layers, int x)
{
    static_assert(StackLayers::most == 6);
    switch (layers.count) {
    case 1:
        return composeStack<1>(line, pixels, y, tops, colours, under, layers, x);
    case 2:
        return composeStack<2>(line, pixels, y, tops, colours, under, layers, x);
    case 3:
        return composeStack<3>(line, pixels, y, tops, colours, under, layers, x);
    case 4:
        return composeStack<4>(line, pixels, y, tops, colours, under, layers, x);
    case 5:
        return composeStack<5>(line, pixels, y, tops, colours, under, layers, x);
    default:
        return composeStack<6>(line, pixels, y, tops, colours, under, layers, x);
    }
}

/// In each lane the sum of the lanes up to it.
STREAMSCOPE_WIDE_LOOPS
void sumLanes(std::uint64_t *__restrict low, std::uint64_t *__restrict high, std::size_t count)
{
    constexpr unsigned lane = TagMix::laneBits;
    for (std::size_t i = 0; i < count; ++i) {
        std::uint64_t sum = low[i] + (low[i] << lane);
        sum += sum << (2 * lane);
        low[i] = sum;
        const std::uint64_t all = sum >> (3 * lane);
        std::uint64_t rest = high[i] + all; // which the next steps pass on
        rest += rest << lane;
        rest += rest << (2 * lane);
        high[i] = rest;
    }
}

/// Where the colour of one lane begins.
STREAMSCOPE_WIDE_LOOPS
void topsOfLane(const std::uint64_t *__restrict sums, unsigned shift, std::uint32_t scale, int bottom,
                const int *__restrict columns, int *__restrict tops, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i) {
        const auto sum = static_cast<std::uint32_t>(sums[i] >> shift) & 0xffffU;
        const int height = static_cast<int>((sum * scale + (1U << 19)) >> 20);
        tops[i] = sum > 0 ? std::max(bottom - height, columns[i]) : bottom;
    }
}

STREAMSCOPE_WIDE_LOOPS
int highestTop(const int *__restrict tops, int count, int bottom)
{
    int highest = bottom;
    for (int i = 0; i < count; ++i)
        highest = std::min(highest, tops[i]);
    return highest;
}

/// The lowest beginning of those columns that begin above `bottom`; `top` without any. Below it all lines are alike.
STREAMSCOPE_WIDE_LOOPS
int lowestTop(const int *__restrict tops, int count, int top, int bottom)
{
    int lowest = top;
    for (int i = 0; i < count; ++i)
        lowest = std::max(lowest, tops[i] < bottom ? tops[i] : top);
    return lowest;
}

template <typename Value>
void fillStretch(std::vector<Value> &values, int left, int past, Value value)
{
    std::fill(values.begin() + left, values.begin() + past, value);
}

} // namespace

RowFill::RowFill(const PixelTarget &target) : m_target(target)
{
    const auto width = static_cast<std::size_t>(target.width());
    m_tops.resize(width);
    for (std::vector<QRgb> *colours : {&m_colours, &m_edges, &m_under, &m_underEdges})
        colours->resize(width);
}

void RowFill::begin(int top, int bottom, std::span<const QRgb> ground)
{
    m_top = top;
    m_bottom = bottom;
    std::fill(m_tops.begin(), m_tops.end(), bottom);
    std::copy(ground.begin(), ground.end(), m_under.begin());
    std::copy(ground.begin(), ground.end(), m_underEdges.begin());
    m_framedPast = m_columnsPast = m_target.left;
    m_late.clear();
    m_stackColours.clear();
}

void RowFill::setStackColours(std::span<const QRgb> colours)
{
    for (const QRgb colour : colours)
        m_stackColours.push_back(colour | opaque);
    m_mixes.low.assign(m_tops.size(), 0);
    m_mixes.high.assign(m_tops.size(), 0);
}

void RowFill::layOutStacks()
{
    constexpr double most = 900; // pixels, for which 32 bits suffice
    const auto scale =
        static_cast<std::uint32_t>(std::min<double>(m_bottom - m_top, most) * (1U << 20) / TagMix::whole);
    sumLanes(m_mixes.low.data(), m_mixes.high.data(), m_tops.size());
    for (std::size_t k = 0; k + 1 < m_stackColours.size(); ++k) {
        m_layers[k].resize(m_tops.size());
        const bool isLow = k < TagMix::lanes;
        topsOfLane((isLow ? m_mixes.low : m_mixes.high).data(),
                   static_cast<unsigned>(isLow ? k : k - TagMix::lanes) * TagMix::laneBits, scale, m_bottom,
                   m_tops.data(), m_layers[k].data(), m_tops.size());
    }
}

void RowFill::addFramed(int left, int past, QRgb outline, QRgb colour)
{
    const int first = std::max(left, m_columnsPast) - m_target.left;
    const int end = std::min(past, m_target.right) - m_target.left;
    if (end <= first)
        return;
    fillStretch(m_tops, first, end, m_top);
    fillStretch(m_colours, first, end, colour | opaque);
    fillStretch(m_edges, first, end, outline | opaque);
    if (left >= m_target.left && left - m_target.left >= first)
        m_colours[static_cast<std::size_t>(left - m_target.left)] = outline | opaque;
    if (past <= m_target.right && past - left >= thinEdges)
        m_colours[static_cast<std::size_t>(end - 1)] = outline | opaque;
    m_framedPast = end + m_target.left;
}

void RowFill::paintLine(const Stretch &stretch, const StackLayers &layers, int y, bool isEdge) const
{
    const int x = stretch.x, count = stretch.count;
    QRgb *line = m_target.line(y) + m_target.left + x;
    if (!isEdge && y > std::max({stretch.lowest, m_target.top, m_top + 1})) {
        std::copy_n(m_target.line(y - 1) + m_target.left + x, count, line);
        return;
    }
    const QRgb *colours = (isEdge ? m_edges : m_colours).data() + x;
    const QRgb *under = (isEdge ? m_underEdges : m_under).data() + x;
    if (layers.count > 0 && stretch.highest <= y)
        composeStacks(line, count, y, m_tops.data() + x, colours, under, layers, x);
    else
        composeLine(line, count, y, m_tops.data() + x, colours, under);
}

void RowFill::paint()
{
    const int width = m_target.width();
    const int first = std::max(m_top, m_target.top), past = std::min(m_bottom, m_target.bottom);
    StackLayers layers;
    if (!m_stackColours.empty()) {
        layOutStacks();
        layers.count = m_stackColours.size() - 1;
    }
    for (std::size_t k = 0; k < layers.count; ++k) {
        layers.tops[k] = m_layers[k].data();
        layers.colours[k] = m_stackColours[k];
    }
    // One stretch at a time: its columns stay in the processor's cache for all lines.
    constexpr int most = 512;
    for (int x = 0; x < width; x += most) {
        Stretch stretch{x, std::min(most, width - x), 0, m_bottom};
        stretch.lowest = lowestTop(m_tops.data() + x, stretch.count, m_top, m_bottom);
        for (std::size_t k = 0; k < layers.count; ++k)
            stretch.lowest = std::max(stretch.lowest, lowestTop(layers.tops[k] + x, stretch.count, m_top, m_bottom));
        if (layers.count > 0) // sums grow: the last layer is the highest
            stretch.highest = highestTop(layers.tops[layers.count - 1] + x, stretch.count, m_bottom);
        for (int y = first; y < past; ++y)
            paintLine(stretch, layers, y, y == m_top || y == m_bottom - 1);
    }
    for (const Column &column : m_late)
        for (int y = std::max(column.top, m_target.top); y < past; ++y)
            std::fill(m_target.line(y) + column.left, m_target.line(y) + std::max(column.left, column.past),
                      column.colour);
}

void RowFill::paintGround(int top, int bottom, std::span<const QRgb> ground)
{
    for (int y = std::max(top, m_target.top); y < std::min(bottom, m_target.bottom); ++y)
        std::copy(ground.begin(), ground.end(), m_target.line(y) + m_target.left);
}

} // namespace streamscope
