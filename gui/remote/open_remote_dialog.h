// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QDialog>
#include <QStringList>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace streamscope {

/// Asks for a trace on another machine.
class OpenRemoteDialog : public QDialog
{
    Q_OBJECT

public:
    /// `machines`: those that were added.
    OpenRemoteDialog(const QStringList &machines, QWidget *parent);

Q_SIGNALS:
    /// "ssh://gpu1/data/trace.json.gz"
    void chosen(const QString &address);

private:
    QString address() const;
    void check();
    void accept() override;

    QComboBox *m_machine;
    QLineEdit *m_path;
    QLabel *m_problem;
    QPushButton *m_open;
};

} // namespace streamscope
