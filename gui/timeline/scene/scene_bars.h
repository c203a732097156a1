// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/operation.h"
#include "engine/timeline/tag_mix.h"
#include "gui/timeline/text/kernel_colours.h"

#include <QRectF>
#include <QString>

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <vector>

namespace streamscope {

class ContentLane;

/// Stands for the operation of a bar that belongs to none.
inline constexpr std::uint32_t noOperation = ~0U;
/// Stands for an operation that lies elsewhere.
inline constexpr std::uint32_t operationElsewhere = noOperation - 1;
/// A bar of an operation of the content.
constexpr bool isOperation(std::uint32_t span)
{
    return span < operationElsewhere;
}

/// One rectangle: an executing or a waiting part, several that share one pixel, or a part of an operation.
struct SceneBar
{
    QRectF rect;
    std::uint32_t span = 0;                     ///< index into the Timeline; the longest span of a merged bar
    std::uint32_t count = 1;                    ///< number of merged spans, each narrower than a device pixel
    std::uint32_t lane = 0;                     ///< index into TimelineScene::lanes
    std::uint32_t row = 0;                      ///< of its lane
    std::uint8_t colour = 0;                    ///< index into ContentLane::colours()
    OperationKind kind = OperationKind::Kernel; ///< on lanes of operations
    bool waiting = false;
    bool edged = false; ///< on lanes with details: a single part, wide enough for an edge
    /// For merged bars, and for waiting below a pixel: the covered share of the bar's time, 0 … 1, so that sparse
    /// bars look different from busy ones.
    float coverage = 1;
};

/// Neighbouring merged pixels with their number of operations, to show that zooming in reveals more.
struct SceneDense
{
    QRectF rect;
    std::uint64_t count = 0;
    QString text; ///< empty when it does not fit
};

/// A row of a content, whose bars the next scene finds again.
struct RowKey
{
    const ContentLane *lane = nullptr;
    std::uint32_t row = 0;

    auto operator<=>(const RowKey &) const = default;
};

/// The bars of a scene, row by row, on whole device pixels. A frame writes and reads tens of thousands of bars, so each
/// is stored in 16 bytes; iterating unpacks each into a SceneBar.
class SceneBars
{
public:
    static constexpr std::uint32_t maxPixels = (1U << 24) - 1; ///< of a row

    struct Packed
    {
        std::uint32_t span;
        std::uint32_t extent; ///< cells: the number of operations; others: device pixels
        float coverage;
        std::uint32_t left : 24; ///< device pixels from the left edge of the plot
        std::uint32_t colour : 5;
        std::uint32_t waiting : 1;
        std::uint32_t isCell : 1; ///< spans narrower than a pixel; the bar takes one
        std::uint32_t edged : 1;  ///< of a cell: it has a mix

        std::uint32_t pixels() const { return isCell ? 1 : extent; }
    };
    /// Consecutive bars, from index `first` to the first of the next row.
    struct Row
    {
        double top, height;
        std::uint32_t lane; ///< index into TimelineScene::lanes; never less than the one before
        RowKey key;
        std::size_t first, firstDense;
        std::size_t wide = 0;     ///< number of bars that are no cells
        bool anyWaiting = false;  ///< among all of them
        bool wideWaiting = false; ///< among those that are no cells
        bool parts = false;       ///< bars are parts of operations
        bool sums = false;        ///< bars stand for the operations of several lanes
        /// Cells of several operations are stacks of these colours, from the bottom up; none: they have one colour.
        std::uint8_t colours = 0;
        std::array<std::uint8_t, TagClasses::most> colour{};
        std::size_t firstMix = 0; ///< see mixes()
    };

    /// Removes all bars and keeps the memory.
    /// @param left of the plot, in device pixels
    void start(double left, double devicePixelRatio);
    void clear();
    void beginRow(std::uint32_t lane, double top, double height, const RowKey &key = {});
    /// Copies a row of `other` to another place.
    void addCopy(const SceneBars &other, const Row &row, std::uint32_t lane, double top, double height);
    /// Copies all rows of `other`.
    void append(const SceneBars &other);
    /// In the last row, 0 ≤ left < right ≤ maxPixels.
    void addWide(std::int64_t left, std::int64_t right, std::uint32_t span, std::uint8_t colour, bool waiting)
    {
        Row &row = m_rows.back();
        ++row.wide;
        row.anyWaiting |= waiting;
        row.wideWaiting |= waiting;
        m_bars.push_back({span, static_cast<std::uint32_t>(right - left), 1.0F, static_cast<std::uint32_t>(left),
                          colour, waiting, 0, 0});
    }
    void addCell(std::int64_t pixel, std::uint32_t count, float coverage, std::uint32_t span, std::uint8_t colour,
                 bool waiting)
    {
        m_rows.back().anyWaiting |= waiting;
        m_bars.push_back({span, count, coverage, static_cast<std::uint32_t>(pixel), colour, waiting, 1, 0});
    }
    /// Makes the cells that follow in the last row stacks of `classes`.
    void setClasses(const TagClasses &classes);
    /// The bars of the last row stand for the operations of several lanes.
    void setSums() { m_rows.back().sums = true; }
    /// Of the cell added last, in a row with classes.
    void addMix(const TagMix &mix)
    {
        m_bars.back().edged = 1;
        m_mixes.push_back(mix);
    }
    /// Gives each kernel in the last row the colour `colourOf(span)`. In stacks all kernels get the colour of the row's
    /// kernels, where those have one, else that of other kernels.
    template <typename ColourOf>
    void recolourKernels(ColourOf colourOf)
    {
        std::optional<std::uint8_t> common;
        for (std::size_t i = m_rows.back().first; i < m_bars.size(); ++i)
            if (kindOfTag(m_bars[i].colour) == OperationKind::Kernel && isOperation(m_bars[i].span)) {
                const std::uint8_t colour = colourOf(m_bars[i].span);
                m_bars[i].colour = colour;
                common = common.value_or(colour) == colour ? colour : otherKernelsTag;
            }
        recolourStacks(common.value_or(otherKernelsTag));
    }
    /// A part of the operation `span`, or several of them; or, with `noOperation`, anything else.
    void addPart(std::int64_t left, std::int64_t right, float coverage, std::uint32_t span, std::size_t colour,
                 bool edged)
    {
        Row &row = m_rows.back();
        ++row.wide;
        row.parts = true;
        m_bars.push_back({span, static_cast<std::uint32_t>(right - left), coverage, static_cast<std::uint32_t>(left),
                          static_cast<std::uint32_t>(colour), 0, 0, edged});
    }
    /// A stretch of the last row, in device pixels from the left edge of the plot, with its number of operations.
    void addDense(std::int64_t first, std::int64_t past, std::uint64_t count);

    std::size_t size() const { return m_bars.size(); }
    bool empty() const { return m_bars.empty(); }
    SceneBar operator[](std::size_t index) const;
    SceneBar front() const { return (*this)[0]; }
    SceneBar back() const { return (*this)[size() - 1]; }

    std::vector<SceneDense> &dense() { return m_dense; }
    const std::vector<SceneDense> &dense() const { return m_dense; }
    std::span<const Row> rows() const { return m_rows; }
    std::span<const Row> rowsOf(std::uint32_t lane) const;
    std::span<const Packed> barsOf(const Row &row) const;
    /// Of the row's cells that have one, in their order.
    std::span<const TagMix> mixesOf(const Row &row) const;
    /// Calls `paint(colour, from, to)` for each colour of a cell's stack: shares 0 … 1 of the row's height, from its
    /// lower edge.
    template <typename Paint>
    static void walkStack(const Row &row, const TagMix &mix, double height, Paint paint)
    {
        std::uint32_t total = 0;
        for (std::size_t k = 0; k < row.colours; ++k)
            total += mix.of(k);
        std::uint32_t sum = 0;
        for (std::size_t k = 0; k < row.colours && total > 0; ++k) {
            const double from = height * sum / total;
            sum += mix.of(k);
            paint(row.colour[k], from, height * sum / total);
        }
    }
    SceneBar barOf(const Row &row, const Packed &packed) const
    {
        return {rectOf(row, packed),
                packed.span,
                packed.isCell ? packed.extent : 1,
                row.lane,
                row.key.row,
                static_cast<std::uint8_t>(packed.colour),
                kindOfTag(packed.colour),
                packed.waiting != 0,
                packed.edged != 0 && packed.isCell == 0,
                packed.coverage};
    }
    QRectF rectOf(const Row &row, const Packed &packed) const
    {
        return {(m_left + static_cast<double>(packed.left)) * m_point, row.top,
                static_cast<double>(packed.pixels()) * m_point, row.height};
    }
    /// Where pixel 0 of a row is, in device pixels of the scene.
    double leftPixel() const { return m_left; }
    /// One device pixel.
    double point() const { return m_point; }

    /// The topmost bar of a lane at `point`, or else the nearest bar at that height within `slack`.
    std::optional<SceneBar> barAt(std::uint32_t lane, const QPointF &point, double slack) const;

    class Iterator
    {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = SceneBar;
        using difference_type = std::ptrdiff_t;
        using pointer = void;
        using reference = SceneBar;

        Iterator() = default;
        Iterator(const SceneBars &bars, std::size_t index, bool operationsOnly)
            : m_bars(&bars), m_index(index), m_operationsOnly(operationsOnly)
        {
            findRow();
        }
        SceneBar operator*() const { return m_bars->barOf(m_bars->m_rows[m_row], m_bars->m_bars[m_index]); }
        Iterator &operator++()
        {
            ++m_index;
            findRow();
            return *this;
        }
        Iterator operator++(int)
        {
            Iterator before = *this;
            ++*this;
            return before;
        }
        bool operator==(const Iterator &other) const { return m_index == other.m_index; }

    private:
        void findRow()
        {
            const std::vector<Row> &rows = m_bars->m_rows;
            while (m_row + 1 < rows.size() && rows[m_row + 1].first <= m_index)
                ++m_row;
            while (m_operationsOnly && m_row < rows.size() && (rows[m_row].parts || rows[m_row].sums))
                m_index = m_bars->endOf(rows[m_row++]);
        }

        const SceneBars *m_bars = nullptr;
        std::size_t m_index = 0, m_row = 0;
        bool m_operationsOnly = false;
    };
    Iterator begin() const { return {*this, 0, false}; }
    Iterator end() const { return {*this, size(), false}; }

    struct Range
    {
        Iterator first, past;
        Iterator begin() const { return first; }
        Iterator end() const { return past; }
    };
    /// The bars that are whole operations, or several operations of one lane.
    Range operations() const { return {{*this, 0, true}, end()}; }

private:
    std::optional<SceneBar> barAt(std::uint32_t lane, const QPointF &point, double slack, double apart) const;
    std::size_t endOf(const Row &row) const;
    std::size_t denseEndOf(const Row &row) const;
    void recolourStacks(std::uint8_t kernels);

    std::vector<Row> m_rows;
    std::vector<Packed> m_bars;
    std::vector<TagMix> m_mixes; ///< of the cells that have one
    std::vector<SceneDense> m_dense;
    double m_left = 0;
    double m_point = 1;
};

} // namespace streamscope
