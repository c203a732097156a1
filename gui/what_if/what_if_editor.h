// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/what_if/what_if_list.h"

#include <QPointer>
#include <QScrollArea>

class QLabel;
class QLineEdit;

namespace streamscope {

class ParameterForm;

/// The fields of one change of a list: what it does, its filter and its values. Scrolls where the panel is low.
class WhatIfEditor : public QScrollArea
{
    Q_OBJECT

public:
    explicit WhatIfEditor(QWidget *parent = nullptr);

    /// Shows the change of this row; −1, or no list, shows a hint. Does not own the list.
    void setRow(WhatIfList *list, int row);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    /// All of the form is there: what scrolls is the editor as a whole.
    void fitForm();
    void applyFilter();
    void apply(const std::string &name, const ParameterValue &value);

    QPointer<WhatIfList> m_list;
    int m_row = -1;
    QLabel *m_help, *m_filterLabel;
    QLineEdit *m_filter;
    ParameterForm *m_form;
};

} // namespace streamscope
