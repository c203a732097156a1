// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/counters/counter.h"
#include "gui/timeline/model/lane_kinds.h"
#include "gui/timeline/text/timeline_theme.h"

#include <QCoreApplication>

#include <array>
#include <functional>
#include <memory>

namespace streamscope {

/// What a counter lane says of itself.
struct CounterLook
{
    QString key, title;
    QString what;    ///< behind a value: "H2D" in "31.2 GB/s H2D"
    QString unit;    ///< "GB/s"; empty for plain numbers
    QString toolTip; ///< how the value comes about
    OperationKind colour;
    std::optional<double> highest; ///< of the axis; else a round number above the largest value
    /// Of the lanes that stand together; empty: those of the counters of a device.
    std::optional<LaneHeading> heading{};
    bool isCounter = true; ///< see ContentLane::isCounter()
};

/// A value over time: in each pixel its mean solid, and its maximum pale behind it. The counter is added up when the
/// lane is first shown.
class CounterLane final : public ContentLane
{
    Q_DECLARE_TR_FUNCTIONS(CounterLane)

public:
    /// `device`: where it belongs to one, or the look has a heading.
    CounterLane(CounterLook look, std::optional<int> device, std::unique_ptr<const CounterSource> source,
                const TimelineContent &content);

    const Counter &counter() const { return m_counter; }
    /// The upper end of the axis; prepares the counter.
    double highest() const;

    bool isIn(LaneGrouping) const override { return true; }
    LaneHeading heading(const TimelineContent &content, LaneGrouping grouping) const override;
    std::size_t rows() const override { return 1; }
    LaneLayout layout(const LaneMetrics &metrics, double scale) const override;
    void addBars(const TimelineContent &content, std::size_t row, const PixelGrid &grid,
                 SceneBars &bars) const override;
    bool isCounter() const override { return m_look.isCounter; }
    bool isPrepared() const override { return m_counter.isPrepared(); }
    void prepare() const override { m_counter.prepare(); }
    std::span<const KindStyle> colours(const TimelineTheme &theme, bool dimmed) const override;
    QString barLabel(const TimelineContent &, const TimelineScene &, const SceneBar &, BarLabels &,
                     double) const override
    {
        return {};
    }
    QString busyText() const override;
    QString countText(const TimelineContent &content) const override;
    QString toolTip(const TimelineContent &content) const override;
    QString barToolTip(const TimelineContent &content, const TimelineScene &scene, const SceneBar &bar,
                       double x) const override;

private:
    QString valueText(double value) const;

    CounterLook m_look;
    Counter m_counter;
    std::array<std::array<KindStyle, 2>, 4> m_styles; ///< by theme: of the maximum, of the mean
};

/// The devices on which operations ran, in order.
std::vector<int> devicesOf(const Timeline &timeline);

/// The smallest of 1, 1.5, 2, 3, 4, 5, 6, 8, 10 times a power of ten that is not below `value`.
double roundedUp(double value);

} // namespace streamscope
