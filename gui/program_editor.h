// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/draft_history.h"
#include "gui/program_buffers_model.h"
#include "gui/program_draft.h"
#include "gui/program_tables.h"

#include <QDialog>

#include <functional>
#include <memory>

class QAction;
class QLabel;
class QTableView;
class QToolBar;

namespace streamscope {

/// Where a person builds a Program by hand: its operations, streams and buffers as three tables. Every change that
/// gives a sound Program is sent at once, so that the window predicts it; what is wrong, and what races, is said below.
/// Every edit can be undone.
class ProgramEditor : public QDialog
{
    Q_OBJECT

public:
    explicit ProgramEditor(QWidget *parent = nullptr);

    /// Shows this Program; does not emit programChanged(). One that cannot be written as a file is said and not shown.
    void setProgram(const ProgramFile &file);
    /// Its rows are of a document that is gone: the next Program is shown, equal or not.
    void forget() { m_program.reset(); }
    /// Rows that are no sound Program, as unsound() gave them, as one edit of what is shown.
    void restoreRows(const QByteArray &rows);
    /// Takes over what is still being typed in a cell.
    void commitTyping();
    /// The Program that was sent or set last; null before.
    const ProgramFile *program() const { return m_program.get(); }
    /// What the line below the tables says.
    QString message() const;
    /// Offers the window's actions (run, save …) here, too: in the tools and by their keys. They are not owned.
    void offer(const QList<QAction *> &actions);
    /// The prediction's makespan in words, or why there is none, or nothing; stands above the message.
    void setPrediction(const QString &text, const QString &problem = {});

Q_SIGNALS:
    void programChanged(const streamscope::ProgramFile &program);
    /// The rows as they are now give no sound Program; `problem` says why.
    void unsound(const QByteArray &rows, const QString &problem);

private:
    void connectModels();
    void buildTools();
    QAction *addTool(const char *name, const QString &text, const std::function<void()> &does);
    void addHistoryTools();
    void addRowTool(const char *name, const QString &text, const std::function<int(int row)> &edit);
    QTableView *addTable(const char *name, QAbstractItemModel *model);
    void addOperation(const QString &kind);
    void changeRow(const QString &text, const std::function<int(int row)> &edit);
    void removeStream();
    void removeBuffer();
    void edited(const QString &text);
    void showTables();
    void publish();
    void showState(const QString &problem);
    void showRaces(const Program &program);
    void showProblem(const QString &problem);

    ProgramDraft m_draft;
    DraftHistory *m_history;
    std::shared_ptr<const ProgramFile> m_program;
    DraftOperationsModel *m_operations;
    DraftStreamsModel *m_streams;
    DraftBuffersModel *m_buffers;
    QToolBar *m_tools;
    QTableView *m_operationTable, *m_streamTable, *m_bufferTable;
    QLabel *m_message, *m_prediction;
};

} // namespace streamscope
