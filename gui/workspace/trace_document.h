// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/run_job.h"
#include "gui/workspace/document.h"

#include <QStringList>

namespace streamscope {

/// A trace, or the traces of a job's ranks on one axis. One that the last window left open is read when it comes to the
/// front.
class TraceDocument : public Document
{
    Q_OBJECT

public:
    /// Not yet read.
    explicit TraceDocument(const QString &path, QObject *parent = nullptr);
    /// `ranks`: files of ranks, or a folder of them.
    explicit TraceDocument(const QStringList &ranks, QObject *parent = nullptr);

    QString displayName() const override;
    QString origin() const override { return m_path; }

    /// Of its file, absolute; of several ranks the folder in which the first of them lies.
    const QString &path() const { return m_path; }
    /// The files and folders of the ranks, absolute; empty for a trace alone.
    const QStringList &ranks() const { return m_ranks; }
    /// Tells documents apart, and names what is stored of them: the path, or those of the ranks.
    QString key() const { return m_ranks.isEmpty() ? m_path : m_ranks.join(QLatin1Char('\n')); }
    /// Null until the file was read.
    const std::shared_ptr<const RunResult> &result() const { return m_result; }
    void setResult(std::shared_ptr<const RunResult> result) { m_result = std::move(result); }

    /// The id of the device on which replays of it run; empty: the default device.
    const std::string &device() const { return m_device; }
    void setDevice(const std::string &id) { m_device = id; }

private:
    QString m_path;
    QStringList m_ranks;
    std::shared_ptr<const RunResult> m_result;
    std::string m_device;
};

} // namespace streamscope
