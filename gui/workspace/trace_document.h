// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/run_job.h"
#include "gui/workspace/document.h"

namespace streamscope {

/// A trace. One that the last window left open is read when it comes to the front.
class TraceDocument : public Document
{
    Q_OBJECT

public:
    /// Not yet read.
    explicit TraceDocument(const QString &path, QObject *parent = nullptr);

    QString displayName() const override;
    QString origin() const override { return m_path; }

    /// Of its file, absolute.
    const QString &path() const { return m_path; }
    /// Null until the file was read.
    const std::shared_ptr<const RunResult> &result() const { return m_result; }
    void setResult(std::shared_ptr<const RunResult> result) { m_result = std::move(result); }

    /// The id of the device on which replays of it run; empty: the default device.
    const std::string &device() const { return m_device; }
    void setDevice(const std::string &id) { m_device = id; }

private:
    QString m_path;
    std::shared_ptr<const RunResult> m_result;
    std::string m_device;
};

} // namespace streamscope
