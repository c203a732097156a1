// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/remote/engine_process.h"
#include "engine/remote/one_at_a_time.h"

#include <QByteArray>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace streamscope {

/// A trace on another machine, opened in an engine of its own there. A link that is lost is made again with the next
/// question, and nothing is lost. Any thread may ask; one question is answered at a time.
class TraceLink
{
public:
    /// Connects to nothing yet.
    TraceLink(EngineHost host, TraceRequestContent request);

    const EngineHost &host() const { return m_host; }

    /// Opens the trace there. @throws as openTrace(); RunError, in one line, where the machine cannot be reached.
    OpenedTrace open(const RunControl &control);
    /// These throw RunError, in one line, where the link cannot be made again, or the trace there has changed.
    RowsAnswer rows(const RowsQuestion &question, const RunControl &control);
    BarAnswer bar(const BarQuestion &question, const RunControl &control);
    RangeFigures range(std::int64_t beginNs, std::int64_t endNs, const RunControl &control);
    SearchAnswer search(const SearchQuestion &question, const RunControl &control);

    /// Gets a piece of what long work made, from `offset` on; at 0 the first one, also where all begins anew.
    using TakePiece = std::function<void(std::uint64_t offset, std::string_view piece)>;
    /// Has `question` done there, whose number and offset are of no account, and fetches what it made. Other questions
    /// are answered in between. Reports how far the work is, and then in percent how much of what it made is here.
    /// However it ends, a stop request or an error of `take` included, nothing of it stays there, neither work nor
    /// file.
    /// @throws what the work threw; RunError, in one line, where the link cannot be made again or the file changes
    /// while it is fetched.
    void work(WorkQuestion question, const RunControl &control, const TakePiece &take);
    /// All that it made, in one piece.
    QByteArray workBytes(const WorkQuestion &question, const RunControl &control);
    /// Bytes of the file of the trace there. @throws as work().
    std::uint64_t fileSize(const RunControl &control);

    /// What happened to the link since the last call: a sentence; empty: nothing.
    std::string takeNotice();

private:
    template <typename Ask>
    auto use(const RunControl &control, Ask ask);
    void connect(const RunControl &control);
    void fetchWork(WorkQuestion question, const RunControl &control, const TakePiece &take);
    struct AnsweredWork
    {
        WorkAnswer answer;
        std::chrono::duration<double> took; ///< from the question to its answer
    };
    AnsweredWork askWork(const WorkQuestion &question, const RunControl &control);
    void dropWork(std::uint64_t number);

    const EngineHost m_host;
    const TraceRequestContent m_request;
    std::atomic<std::uint64_t> m_workNumber = 0;
    std::atomic<int> m_quick = 0; ///< questions that wait or are asked; pieces of long work let them go first
    OneAtATime m_oneAtATime;      ///< a question
    std::unique_ptr<EngineProcess> m_engine;
    std::optional<QByteArray> m_opened; ///< what the trace was at first
    std::string m_lost;                 ///< how the last link ended, until there is another one
    std::mutex m_noticeMutex;
    std::string m_notice; ///< guarded by m_noticeMutex
};

} // namespace streamscope
