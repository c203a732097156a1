// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/run_job.h"
#include "gui/workspace/document.h"

#include <QStringList>

#include <memory>
#include <string>
#include <utility>

namespace streamscope {

/// A trace, or the traces of a job's ranks on one axis. One that the last window left open is read when it comes to the
/// front. One that is being recorded gets newer and newer states, until it has a file like any other.
class TraceDocument : public Document
{
    Q_OBJECT

public:
    /// Not yet read.
    explicit TraceDocument(const QString &path, QObject *parent = nullptr);
    /// `ranks`: files of ranks, or a folder of them.
    explicit TraceDocument(const QStringList &ranks, QObject *parent = nullptr);
    /// Of a program that is about to be recorded into `folder`; `title`: of the program.
    static std::unique_ptr<TraceDocument> growing(const QString &title, const QString &folder);

    /// Of a trace that lies on another machine: `address` is "ssh://gpu1/data/trace.json.gz". `program`: the one that
    /// reads it there, of a former window; empty: see knownMachine().
    static std::unique_ptr<TraceDocument> elsewhere(const QString &address, const std::string &program = {});

    /// Made of the trace in the file `path`, as a folded step is: nothing is read, and the next window does not open it
    /// again.
    TraceDocument(const QString &path, std::shared_ptr<const RunResult> made, QObject *parent = nullptr);

    QString displayName() const override;
    QString origin() const override { return m_path; }

    /// Of its file, absolute; of several ranks the folder in which the first of them lies.
    const QString &path() const { return m_path; }
    /// The files and folders of the ranks, absolute; empty for a trace alone.
    const QStringList &ranks() const { return m_ranks; }
    /// Tells documents apart, and names what is stored of them: the path, or those of the ranks.
    QString key() const;
    /// It cannot be read from a file.
    bool isMade() const { return m_isMade; }
    /// Null until the file was read.
    const std::shared_ptr<const RunResult> &result() const { return m_result; }
    void setResult(std::shared_ptr<const RunResult> result) { m_result = std::move(result); }

    /// It is being recorded.
    bool grows() const { return m_grows; }
    /// It can be opened again: it lies here, was not made here, does not grow, and something was recorded.
    bool hasFile() const { return !m_isMade && !m_grows && !m_isElsewhere && m_nothing.isEmpty(); }
    /// Its operations lie on another machine: path() is its address.
    bool isElsewhere() const { return m_isElsewhere; }
    /// The program that reads it there; empty where that is not known yet.
    const std::string &programThere() const { return m_programThere; }
    void setProgramThere(const std::string &program) { m_programThere = program; }
    /// The changes that were tried where the trace lies, for isElsewhere().
    struct AdviceThere
    {
        std::shared_ptr<const RunAnalysis> analysis; ///< with the advice among the findings; null: none yet, or none
        QString problem;                             ///< why there is none; empty: being tried
    };
    const AdviceThere &adviceThere() const { return m_adviceThere; }
    void setAdviceThere(AdviceThere advice) { m_adviceThere = std::move(advice); }
    /// What the timeline says while there is nothing to see; empty: the usual.
    const QString &note() const { return m_note; }
    void setNote(const QString &note);
    /// Where the states are that it shows from now on: one file, or those of several processes.
    void setPlace(const QStringList &files);
    /// Nothing more will come; `nothing`: why there is nothing at all, else empty.
    void endGrowth(const QString &nothing = {});
    /// Why there is nothing to see; empty where there is, or may be.
    const QString &nothing() const { return m_nothing; }

    /// The id of the device on which replays of it run; empty: the default device.
    const std::string &device() const { return m_device; }
    void setDevice(const std::string &id) { m_device = id; }

private:
    QString m_path;
    bool m_isMade = false;
    QStringList m_ranks;
    std::shared_ptr<const RunResult> m_result;
    std::string m_device, m_programThere;
    AdviceThere m_adviceThere;
    bool m_grows = false, m_isElsewhere = false;
    QString m_note;
    QString m_title, m_nothing; ///< of a recording
};

} // namespace streamscope
