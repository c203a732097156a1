// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/range_figures.h"
#include "gui/widgets/fact_list.h"

#include <utility>
#include <vector>

namespace streamscope {

/// Busy, overlap and counts by kind, for the small table at the range itself.
std::vector<std::pair<QString, QString>> rangeRows(const RangeFigures &figures);

/// The figures of the range that the user has selected by dragging.
class RangePanel : public FactList
{
    Q_OBJECT

public:
    explicit RangePanel(QWidget *parent = nullptr);
    /// Null: no range is selected.
    void setFigures(const RangeFigures *figures);
    /// The same range in two compared runs.
    void setFiguresOfTwo(const RangeFigures &baseline, const RangeFigures &thisRun);
    /// Shows that the figures of a range of `lengthNs` are being computed.
    void setPending(std::int64_t lengthNs);

private:
    void addWhole(const RangeFigures &figures, QTreeWidgetItem *under);
    void addKind(const KindFigures &kind, std::int64_t rangeNs);
};

} // namespace streamscope
