// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/sweep/sweep.h"
#include "gui/background/background_task.h"

#include <QElapsedTimer>
#include <QObject>

#include <memory>
#include <mutex>
#include <vector>

class QTimer;

namespace streamscope {

class PresetDocument;
class Workspace;

/// Sweeps the documents, which keep their sweeps. One works at a time; what is done stays when it is stopped, and the
/// same sweep goes on from there. A row opens as the values of the document, and runs.
class WindowSweep : public QObject
{
    Q_OBJECT

public:
    explicit WindowSweep(Workspace &workspace);

    /// Of the experiment in front; null: none yet. A table does not change: more rows are another table.
    std::shared_ptr<const SweepTable> table() const;
    bool isBusy() const { return m_task.isBusy(); }
    /// The experiment in front has a sweep that is not whole, and none is at work.
    bool canResume() const;

    /// Sweeps the experiment in front over these axes, with its other values as they are.
    void start(std::vector<SweepAxis> axes);
    void resume();
    void stop();
    /// Sets the values of that row (an index into SweepTable::rows) as one undoable change, and runs them.
    void open(std::size_t row);

    /// "12 of 64 done, 8 s left"; empty while nothing is known.
    QString progressText() const;

Q_SIGNALS:
    /// table() is another, or has more rows.
    void changed();
    void busyChanged(bool busy);
    void failed(const QString &problem);

private:
    /// What the working threads leave for this one.
    struct Arrived
    {
        std::mutex mutex;
        std::vector<SweepRow> rows;
    };

    void work(PresetDocument *of);
    void collect();
    /// Of the document at work.
    void setTable(SweepTable table);

    Workspace &m_workspace;
    PresetDocument *m_working = nullptr; ///< whose sweep is at work
    QMetaObject::Connection m_workingEnds;
    std::shared_ptr<Arrived> m_arrived;
    std::size_t m_doneBefore = 0; ///< rows, when the work began
    QElapsedTimer m_clock;        ///< since the work began
    QTimer *m_poll;
    BackgroundTask m_task;
};

} // namespace streamscope
