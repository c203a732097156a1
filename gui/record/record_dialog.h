// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/actions/file_dialogs.h"
#include "gui/record/recorded_command.h"

#include <QDialog>

#include <functional>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;
class QStackedWidget;

namespace streamscope {

/// Asks which program is recorded, and how. The command is taken apart while it is typed.
class RecordDialog : public QDialog
{
    Q_OBJECT

public:
    /// Starts the program; returns why it does not start, empty when it does.
    using Start = std::function<QString(const RecordedCommand &)>;

    /// `dialogs` is not owned and must outlive the object.
    RecordDialog(const RecordedCommand &last, const FileDialogs &dialogs, Start start, QWidget *parent);

    RecordedCommand command() const;

    /// Starts the program, and closes where it runs.
    void accept() override;

    /// The Enter key in the command starts it, as in a terminal; with Shift it begins another line.
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    enum class When { AtOnce, Delayed, Steps, OnRequest };

    QFormLayout *addProgram(QWidget *page);
    QFormLayout *addOptions(QWidget *page);
    QWidget *withBrowse(QLineEdit *line, const QString &title);
    QStackedWidget *makeWhenPages();
    void fill(const RecordedCommand &command);
    void checkCommand();
    void updateWhen();
    void showProblem(const QString &problem);
    When when() const;

    const FileDialogs &m_dialogs;
    Start m_start;
    QPlainTextEdit *m_command, *m_variables;
    QLineEdit *m_folder, *m_output;
    QLabel *m_words, *m_problem;
    QComboBox *m_when, *m_graphs;
    QStackedWidget *m_whenPages;
    QDoubleSpinBox *m_delay, *m_duration;
    QSpinBox *m_firstStep, *m_lastStep;
    QCheckBox *m_apis;
};

} // namespace streamscope
