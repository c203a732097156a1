// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/what_if/what_if_controller.h"
#include "gui/what_if/what_if_model.h"

#include <QPointer>
#include <QWidget>

#include <functional>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QTableView;
class QToolButton;

namespace streamscope {

class WhatIfEditor;

/// The panel of changes: their list with what each wins, the fields of the chosen one, and what all of them come to.
class WhatIfPanel : public QWidget
{
    Q_OBJECT

public:
    explicit WhatIfPanel(QWidget *parent = nullptr);

    /// Shows the list of the document in front. Does not own the controller; call it once.
    void setController(WhatIfController *controller);
    /// The device that *Run* takes; null: none is known.
    void setDevice(const DeviceInfo *device);

Q_SIGNALS:
    /// The buttons for the whole: they are enabled while there is a trial with at least one change.
    void showWanted();
    void saveWanted();
    void editWanted();
    void copyWanted();
    void runWanted();

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *makeTools();
    QToolButton *addTool(QHBoxLayout *row, const char *name, const QString &sign, const QString &text,
                         const std::function<void()> &action);
    void makeTable();
    QWidget *makeResult();
    QPushButton *addButton(QHBoxLayout *row, const char *name, const QString &text, const QString &help,
                           void (WhatIfPanel::*wanted)());
    void takeList();
    void takeTrial();
    void add();
    void moveRow(int by);
    void removeRow();
    void updateTools();
    void selectRow(int row);
    int currentRow() const;

    QPointer<WhatIfController> m_controller;
    QComboBox *m_kinds;
    QToolButton *m_add = nullptr, *m_up = nullptr, *m_down = nullptr, *m_remove = nullptr;
    QToolButton *m_undo = nullptr, *m_redo = nullptr;
    WhatIfModel *m_model;
    QTableView *m_table;
    WhatIfEditor *m_editor;
    QLabel *m_summary, *m_notes;
    QLabel *m_range;                ///< which part of the trace
    QToolButton *m_whole = nullptr; ///< back to all of it
    QPushButton *m_show = nullptr, *m_run = nullptr, *m_save = nullptr, *m_edit = nullptr, *m_copy = nullptr;
    bool m_hasDevice = false;
};

} // namespace streamscope
