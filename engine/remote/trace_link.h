// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/remote/engine_process.h"

#include <QByteArray>

#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace streamscope {

/// A trace on another machine, opened in an engine of its own there. A link that is lost is made again with the next
/// question, and nothing is lost. Any thread may ask; one question is answered at a time.
class TraceLink
{
public:
    /// Connects to nothing yet.
    TraceLink(EngineHost host, TraceRequestContent request) : m_host(std::move(host)), m_request(std::move(request)) {}

    const EngineHost &host() const { return m_host; }

    /// Opens the trace there. @throws as openTrace(); RunError, in one line, where the machine cannot be reached.
    OpenedTrace open(const RunControl &control);
    /// These throw RunError, in one line, where the link cannot be made again, or the trace there has changed.
    RowsAnswer rows(const RowsQuestion &question, const RunControl &control);
    BarAnswer bar(const BarQuestion &question, const RunControl &control);
    RangeFigures range(std::int64_t beginNs, std::int64_t endNs, const RunControl &control);

    /// What happened to the link since the last call: a sentence; empty: nothing.
    std::string takeNotice();

private:
    template <typename Ask>
    auto use(const RunControl &control, Ask ask);
    void connect(const RunControl &control);

    const EngineHost m_host;
    const TraceRequestContent m_request;
    std::timed_mutex m_mutex; ///< held during a question
    std::unique_ptr<EngineProcess> m_engine;
    std::optional<QByteArray> m_opened; ///< what the trace was at first
    std::string m_lost;                 ///< how the last link ended, until there is another one
    std::mutex m_noticeMutex;
    std::string m_notice; ///< guarded by m_noticeMutex
};

} // namespace streamscope
