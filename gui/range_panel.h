// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/range_figures.h"
#include "gui/fact_list.h"

namespace streamscope {

/// The figures of the range that a person has dragged out.
class RangePanel : public FactList
{
    Q_OBJECT

public:
    explicit RangePanel(QWidget *parent = nullptr);
    /// Null: no range is selected.
    void setFigures(const RangeFigures *figures);
    /// The same range in two runs that are compared.
    void setFiguresOfTwo(const RangeFigures &a, const RangeFigures &b);
    /// The figures of a range of `lengthNs` are being added up.
    void setPending(std::int64_t lengthNs);

private:
    void addWhole(const RangeFigures &figures, QTreeWidgetItem *under);
    void addKind(const KindFigures &kind, std::int64_t rangeNs);
};

} // namespace streamscope
