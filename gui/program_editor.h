// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/program_draft.h"
#include "gui/program_tables.h"

#include <QDialog>

#include <functional>
#include <memory>

class QLabel;
class QTableView;
class QToolBar;

namespace streamscope {

/// Where a person builds a Program by hand: its streams and its operations as two tables. Every change that gives a
/// sound Program is sent at once, so that the window predicts it; what is wrong, and what races, is said below.
class ProgramEditor : public QDialog
{
    Q_OBJECT

public:
    explicit ProgramEditor(QWidget *parent = nullptr);

    /// Shows this Program; does not emit programChanged(). One that cannot be written as a file is said and not shown.
    void setProgram(const ProgramFile &file);
    /// The Program that was sent or set last; null before.
    const ProgramFile *program() const { return m_program.get(); }
    /// What the line below the tables says.
    QString message() const;
    /// The prediction's makespan in words, or nothing; stands beside the message.
    void setPrediction(const QString &text);

Q_SIGNALS:
    void programChanged(const streamscope::ProgramFile &program);

private:
    void buildTools();
    QTableView *addTable(const char *name, QAbstractItemModel *model);
    int currentRow() const;
    void addOperation(const QString &kind);
    void change(const std::function<int(int row)> &edit);
    void publish();
    void showState(const QString &problem);

    ProgramDraft m_draft;
    std::shared_ptr<const ProgramFile> m_program;
    DraftOperationsModel *m_operations;
    DraftStreamsModel *m_streams;
    QToolBar *m_tools;
    QTableView *m_operationTable, *m_streamTable;
    QLabel *m_message, *m_prediction;
};

} // namespace streamscope
