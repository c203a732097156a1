// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/workspace/shown.h"

#include <QWidget>

class QLabel;

namespace streamscope {

/// The headline of the timeline: the figures of what it draws, wrapped like words. The value labels are named
/// `figure_makespan`, `figure_speedup`, …
///
/// While a prediction of turned knobs is drawn, it says the prediction and how far it is from the last run; the other
/// figures of that run are away: they are not those of the picture.
class SummaryBar : public QWidget
{
    Q_OBJECT

public:
    explicit SummaryBar(QWidget *parent = nullptr);

    void setShown(const Shown &shown);

private:
    void addRun(const Shown &shown);
    void addPredicted(const Shown &shown);
    void addPredictedBeside(const Shown &shown);
    QWidget *addFigure(const QString &key, const QString &label, const QString &value, const QString &help,
                       bool warns = false);

    QWidget *m_figures;
    QLabel *m_hint;
};

} // namespace streamscope
