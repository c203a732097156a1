// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/sweep/landscape.h"

#include <QWidget>

#include <optional>

namespace streamscope {

/// A small curve of the predicted makespan over the range of a knob: low is fast. A dot marks the value that the knob
/// has, a ring the fastest; the tooltip says both in words. Choices are bars.
class LandscapeCurve : public QWidget
{
    Q_OBJECT

public:
    /// @param spec must outlive the widget
    explicit LandscapeCurve(const ParameterSpec &spec, QWidget *parent = nullptr);

    /// Empty: not known. The widget keeps its room.
    void setLandscape(std::optional<KnobLandscape> landscape);
    const std::optional<KnobLandscape> &landscape() const { return m_landscape; }
    /// Where a point is drawn.
    QPointF placeOf(std::size_t point) const;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    std::size_t fastest() const;
    QString words() const;

    const ParameterSpec &m_spec;
    std::optional<KnobLandscape> m_landscape;
    std::int64_t m_low = 0, m_high = 0; ///< of the makespans, nanoseconds
};

} // namespace streamscope
