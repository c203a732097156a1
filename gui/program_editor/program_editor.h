// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "gui/program_editor/draft_history.h"
#include "gui/program_editor/program_buffers_model.h"
#include "gui/program_editor/program_draft.h"
#include "gui/program_editor/program_tables.h"

#include <QDialog>

#include <functional>
#include <memory>
#include <optional>

class QAction;
class QLabel;
class QTableView;
class QToolBar;

namespace streamscope {

/// The editor of a Program: operations, streams and buffers as three tables. Every change that gives a sound Program is
/// emitted at once, so that the window predicts it. Errors and races are shown below the tables. Every edit can be
/// undone.
class ProgramEditor : public QDialog
{
    Q_OBJECT

public:
    explicit ProgramEditor(QWidget *parent = nullptr);

    /// Shows this Program; does not emit programChanged(). A Program that cannot be written as a file is not shown; a
    /// message says why.
    void setProgram(const ProgramFile &file);
    /// Another document is in front: the next Program is shown even when it is equal.
    void forget() { m_program.reset(); }
    /// Sets rows that are no sound Program, from unsound(), as one edit.
    void restoreRows(const QByteArray &rows);
    /// Applies the text that is still being typed in a cell.
    void commitTyping();
    /// The Program emitted or set last; null before the first.
    const ProgramFile *program() const { return m_program.get(); }
    /// The text of the line below the tables.
    QString message() const;
    /// Adds the window's actions (run, save …) to the tool bar, with their shortcuts. Does not own them.
    void offer(const QList<QAction *> &actions);
    /// Marks operations that this device cannot run: too large blocks, too much memory. Null: unknown.
    void setDevice(const DeviceInfo *device);
    /// The prediction's makespan in words, or why there is none, or empty; shown above the message.
    void setPrediction(const QString &text, const QString &problem = {});

Q_SIGNALS:
    void programChanged(const streamscope::ProgramFile &program);
    /// The current rows are no sound Program; `problem` says why.
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
    /// Of the chosen row; `remove` refuses it by false.
    void removeRow(const QTableView *table, const QString &step, const QString &refusal,
                   const std::function<bool(int row)> &remove);
    void edited(const QString &text);
    void showTables();
    void publish();
    void showState(const QString &problem);
    QString deviceProblem() const;
    void showRaces(const Program &program);
    void showProblem(const QString &problem);

    ProgramDraft m_draft;
    DraftHistory *m_history;
    std::shared_ptr<const ProgramFile> m_program;
    std::optional<DeviceInfo> m_device;
    bool m_isSound = false; ///< the rows are a Program
    DraftOperationsModel *m_operations;
    DraftStreamsModel *m_streams;
    DraftBuffersModel *m_buffers;
    QToolBar *m_tools;
    QTableView *m_operationTable, *m_streamTable, *m_bufferTable;
    QLabel *m_message, *m_prediction;
};

} // namespace streamscope
