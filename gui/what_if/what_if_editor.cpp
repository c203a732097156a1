// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/what_if/what_if_editor.h"

#include "gui/language/translated.h"
#include "gui/parameters/parameter_form.h"
#include "gui/what_if/what_if_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QVBoxLayout>

namespace streamscope {

WhatIfEditor::WhatIfEditor(QWidget *parent)
    : QScrollArea(parent), m_help(new QLabel), m_filterLabel(new QLabel(tr("Operations"))), m_filter(new QLineEdit),
      m_form(new ParameterForm(nullptr, QStringLiteral("--change …:%1=…")))
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_help->setObjectName(QStringLiteral("whatIfHelp"));
    m_help->setWordWrap(true);
    m_help->setContentsMargins(8, 2, 8, 2);
    m_filter->setObjectName(QStringLiteral("whatIfFilter"));
    m_filter->setAccessibleName(tr("Operations that are changed"));
    m_filter->setToolTip(tr("A search as in the timeline: kernel gemm > 2ms, stream:7, h2d pageable"));
    m_filter->setClearButtonEnabled(true);
    m_filterLabel->setBuddy(m_filter);
    m_form->setObjectName(QStringLiteral("whatIfForm"));
    m_form->setAccessibleName(tr("Values of the change"));
    auto *row = new QHBoxLayout;
    row->setContentsMargins(8, 0, 8, 0);
    row->addWidget(m_filterLabel);
    row->addWidget(m_filter, 1);
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_help);
    layout->addLayout(row);
    layout->addWidget(m_form);
    layout->addStretch();
    setWidget(page);
    m_form->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(m_filter, &QLineEdit::editingFinished, this, &WhatIfEditor::applyFilter);
    connect(m_form, &ParameterForm::edited, this, &WhatIfEditor::apply);
    setRow(nullptr, -1);
}

void WhatIfEditor::setRow(WhatIfList *list, int row)
{
    const bool isOther = list != m_list || row != m_row;
    m_list = list;
    m_row = list && row < list->size() ? row : -1;
    const bool hasRow = m_row >= 0;
    const RequestedChange *request = hasRow ? &list->at(m_row).request : nullptr;
    const bool takesFilter = hasRow && request->change->takesFilter();
    m_filter->setVisible(takesFilter);
    m_filterLabel->setVisible(takesFilter);
    m_form->setVisible(hasRow && !request->values.specs().empty());
    if (!hasRow) {
        m_help->setText(tr("Choose a change on the left and add it: its fields appear here."));
        return;
    }
    m_help->setText(translated(request->change->summary()));
    m_help->setToolTip(changeHelp(*request->change));
    const QString usual = QString::fromStdString(request->change->defaultFilter());
    m_filter->setPlaceholderText(usual.isEmpty() ? tr("all operations") : usual);
    if (const QString filter = QString::fromStdString(request->filter); isOther || !m_filter->hasFocus())
        m_filter->setText(filter);
    m_form->setParameters(request->values, isOther);
    if (QWidget *fields = m_form->widget()) // none before a change with values was shown
        fields->installEventFilter(this);
    fitForm();
}

bool WhatIfEditor::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_form->widget() && event->type() == QEvent::LayoutRequest)
        fitForm();
    return QScrollArea::eventFilter(watched, event);
}

void WhatIfEditor::fitForm()
{
    if (const QWidget *fields = m_form->widget())
        m_form->setFixedHeight(fields->sizeHint().height());
    setMinimumWidth(widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width());
}

void WhatIfEditor::applyFilter()
{
    if (m_list && m_row >= 0)
        m_list->setFilter(m_row, m_filter->text());
}

void WhatIfEditor::apply(const std::string &name, const ParameterValue &value)
{
    if (m_list && m_row >= 0)
        m_list->setValue(m_row, name, value);
}

} // namespace streamscope
