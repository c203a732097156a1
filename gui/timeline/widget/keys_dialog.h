// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/widget/timeline_keys.h"

#include <QDialog>

class QComboBox;
class QKeySequenceEdit;
class QLabel;
class QTableWidget;

namespace streamscope {

/// Shows every key of the timeline; the user can choose a profile and bind other keys.
class KeysDialog : public QDialog
{
    Q_OBJECT

public:
    explicit KeysDialog(const TimelineKeys &keys, QWidget *parent = nullptr);

    const TimelineKeys &keys() const { return m_keys; }

Q_SIGNALS:
    /// Emitted at once, not when the dialog closes.
    void keysChanged();

private:
    void bindChosen();
    void restoreChosen();
    void showKeys();

    TimelineKeys m_keys;
    QComboBox *m_profile;
    QTableWidget *m_table;
    QKeySequenceEdit *m_edit;
    QLabel *m_pointer;
};

} // namespace streamscope
