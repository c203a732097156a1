// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/overlap/filter_overlap.h"

#include <QWidget>

#include <array>
#include <vector>

class QCheckBox;
class QLabel;
class QLineEdit;

namespace streamscope {

/// Two or three filters whose overlap is asked for, in the language of the search, live while typing.
class OverlapFilters : public QWidget
{
    Q_OBJECT

public:
    explicit OverlapFilters(QWidget *parent = nullptr);

    /// Empty while fewer than two filters are written, or one of them cannot be understood.
    const std::vector<OverlapFilter> &filters() const { return m_filters; }
    /// Their times shall be lanes of the timeline.
    bool wantsLanes() const;

Q_SIGNALS:
    /// The filters, or whether lanes are wanted.
    void changed();

private:
    void read();

    std::array<QLineEdit *, 3> m_lines{};
    QCheckBox *m_lanes;
    QLabel *m_problem;
    std::vector<OverlapFilter> m_filters;
};

} // namespace streamscope
