// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QWidget>

namespace streamscope {

class ExperimentTree;
class ParameterForm;

/// The list of experiments with its filter, and under it the knobs of the experiment in front.
class ExperimentPanel : public QWidget
{
    Q_OBJECT

public:
    /// Takes both over.
    ExperimentPanel(ExperimentTree *experiments, ParameterForm *knobs, QWidget *parent = nullptr);

    /// A trace has no knobs.
    void setHasKnobs(bool has);

private:
    QWidget *m_knobs;
};

} // namespace streamscope
