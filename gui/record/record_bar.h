// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace streamscope {

class ProgramRecording;

/// The bar above the timeline of a program that is being recorded: its state, how long it runs, what was recorded, and
/// buttons for the recording and for the program. After its end: how it ended.
class RecordBar : public QWidget
{
    Q_OBJECT

public:
    explicit RecordBar(QWidget *parent = nullptr);

    void setRecording(const ProgramRecording &recording);

Q_SIGNALS:
    void startWanted();
    void stopWanted();
    void endWanted();
    void againWanted();
    void closed();

protected:
    void changeEvent(QEvent *event) override;

private:
    QPushButton *addButton(const char *name, const QString &text, const QString &help, void (RecordBar::*wanted)());
    void recolour();

    QLabel *m_state, *m_command, *m_figures;
    QPushButton *m_start, *m_stop, *m_end, *m_again, *m_close;
    bool m_isOn = false; ///< something is being recorded
};

} // namespace streamscope
