// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/parameters/experiment_panel.h"

#include "gui/parameters/experiment_tree.h"
#include "gui/parameters/parameter_form.h"

#include <QLineEdit>
#include <QSplitter>
#include <QVBoxLayout>

namespace streamscope {

ExperimentPanel::ExperimentPanel(ExperimentTree *experiments, ParameterForm *knobs, QWidget *parent)
    : QWidget(parent), m_knobs(knobs)
{
    auto *filter = new QLineEdit;
    filter->setObjectName(QStringLiteral("experimentFilter"));
    filter->setAccessibleName(tr("Filter of the experiments"));
    filter->setPlaceholderText(tr("Filter experiments"));
    filter->setClearButtonEnabled(true);
    connect(filter, &QLineEdit::textChanged, experiments, &ExperimentTree::setFilter);
    auto *list = new QWidget;
    auto *column = new QVBoxLayout(list);
    column->setContentsMargins(4, 4, 4, 0);
    column->setSpacing(3);
    column->addWidget(filter);
    column->addWidget(experiments, 1);
    auto *splitter = new QSplitter(Qt::Vertical);
    splitter->setObjectName(QStringLiteral("experimentSplitter"));
    splitter->addWidget(list);
    splitter->addWidget(knobs);
    splitter->setChildrenCollapsible(false);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 3);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);
}

void ExperimentPanel::setHasKnobs(bool has)
{
    m_knobs->setVisible(has);
}

} // namespace streamscope
