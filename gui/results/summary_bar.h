// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/run_job.h"

#include <QWidget>

class QLabel;

namespace streamscope {

/// The figures of the shown run, wrapped like words. The value labels are named `figure_makespan`, `figure_speedup`, …
class SummaryBar : public QWidget
{
    Q_OBJECT

public:
    explicit SummaryBar(QWidget *parent = nullptr);

    /// Null: nothing has run yet.
    void setResult(const RunResult *result);
    /// Adds the prediction: "5.80 ms, +0.5 %"; empty removes it, as setResult() does.
    void setPrediction(const QString &text, const QString &help);
    /// Shows whether the knobs were changed since the shown run.
    void setOutdated(bool outdated);

private:
    QWidget *addFigure(const QString &key, const QString &label, const QString &value, const QString &help, bool warns);

    QWidget *m_figures;
    QLabel *m_hint;
    bool m_hasResult = false;
};

} // namespace streamscope
