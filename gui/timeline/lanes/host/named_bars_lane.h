// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/interval_pyramid.h"
#include "gui/timeline/model/lane_kinds.h"
#include "gui/timeline/text/timeline_theme.h"

#include <array>
#include <functional>
#include <optional>
#include <vector>

namespace streamscope {

/// A bar that stands for no operation.
struct NamedBar
{
    std::int64_t begin = 0, end = 0; ///< nanoseconds
    std::uint32_t id = 0;            ///< for the texts
    std::uint32_t look = 0;          ///< index into NamedBarsLook::fills, below 32
};

/// How bars look and what they say.
struct NamedBarsLook
{
    enum class Fill : std::uint8_t { Operator, Python, Waiting, Working, Hue, Own };
    struct Colour
    {
        Fill fill = Fill::Operator;
        std::uint32_t value = 0; ///< Hue: any number; Own: 0xRRGGBB
    };
    std::vector<Colour> colours; ///< at most 32
    LaneHeading heading;
    std::optional<int> device{}; ///< under its heading where there are several; else under `heading`
    QString countText{};
    double factor = 1;                                  ///< of lengths on the axis to those of the run
    std::function<QString(std::uint32_t id)> name{};    ///< on the bar
    std::function<QString(std::uint32_t id)> toolTip{}; ///< rich text
};

/// Nested rows of bars with names: the operators and ranges of a thread, the ranges of a GPU, the steps of a program.
class NamedBarsLane final : public ContentLane
{
public:
    /// `bars`: by row, in order of begin. Where two of a row overlap, the earlier one is drawn up to the later one.
    NamedBarsLane(QString laneKey, QString laneTitle, std::vector<std::vector<NamedBar>> bars, NamedBarsLook look);

    bool isIn(LaneGrouping grouping) const override;
    LaneHeading heading(const TimelineContent &content, LaneGrouping grouping) const override;
    std::size_t rows() const override { return m_bars.size(); }
    LaneLayout layout(const LaneMetrics &metrics, double scale) const override;
    void addBars(const TimelineContent &content, std::size_t row, const PixelGrid &grid,
                 SceneBars &bars) const override;
    std::span<const KindStyle> colours(const TimelineTheme &theme, bool dimmed) const override;
    QString barLabel(const TimelineContent &content, const TimelineScene &scene, const SceneBar &bar, BarLabels &labels,
                     double room) const override;
    QString wholeLabel(const TimelineContent &content, const TimelineScene &scene, const SceneBar &bar) const override;
    QString countText(const TimelineContent &content) const override;
    QString toolTip(const TimelineContent &content) const override;
    QString barToolTip(const TimelineContent &content, const TimelineScene &scene, const SceneBar &bar,
                       double x) const override;
    std::optional<TimeRange> barTimes(const TimelineScene &scene, const SceneBar &bar, double x) const override;

    /// The bar of a row that begins last before or at `time`; null when none does.
    const NamedBar *barAt(std::size_t row, std::int64_t time) const;

private:
    const NamedBar *barUnder(const TimelineScene &scene, const SceneBar &bar, double x) const;

    std::vector<std::vector<NamedBar>> m_bars; ///< by row
    std::vector<IntervalPyramid> m_pyramids;   ///< likewise
    NamedBarsLook m_look;
    std::array<std::vector<KindStyle>, 4> m_styles; ///< by theme
};

} // namespace streamscope
