// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/executor.h"
#include "engine/remote/engine_child.h"
#include "engine/remote/engine_contents.h"
#include "engine/remote/engine_host.h"
#include "engine/remote/engine_message.h"
#include "engine/remote/trace_contents.h"

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace streamscope {

/// An engine process is of no use any more.
struct EngineLost : RunError
{
    /// `happened`: a sentence without its full stop.
    EngineLost(const std::string &happened, std::string whatHelps)
        : RunError(happened + "."), advice(std::move(whatHelps))
    {}
    /// All in one line.
    std::string withAdvice() const { return advice.empty() ? what() : std::string(what()) + " " + advice; }

    std::string advice; ///< what to do next: whole sentences
};

/// The client of one engine process, which ends with this object. Use it from one thread at a time; after EngineLost
/// and after a stop that isAlive() did not survive, not at all.
class EngineProcess
{
public:
    /// Starts the engine and waits until it says Hello. `connections`: to the GPU; 0: as the environment says.
    /// @throws EngineLost where none starts, or one of another version; Cancelled.
    EngineProcess(const EngineHost &host, int connections, const RunControl &control);
    EngineProcess(const EngineProcess &) = delete;
    EngineProcess &operator=(const EngineProcess &) = delete;
    /// Says Bye; kills an engine that does not end.
    ~EngineProcess();

    /// @throws EngineLost, Cancelled, as listDevices().
    DeviceCatalog devices(const RunControl &control);
    /// @throws EngineLost, Cancelled, as openDevice().
    OpenedDevice open(const std::string &id, const RunControl &control);
    /// The file of the device profile that predicts device `id` best there.
    /// @throws EngineLost, Cancelled, as openDevice().
    QByteArray profile(const std::string &id, const RunControl &control);
    /// Opens a trace there. @throws EngineLost, Cancelled, as openTrace().
    OpenedTrace openTrace(const TraceRequestContent &request, const RunControl &control);
    /// Of the trace that was opened last. @throws EngineLost, Cancelled, RunError.
    RowsAnswer rows(const RowsQuestion &question, const RunControl &control);
    BarAnswer bar(const BarQuestion &question, const RunControl &control);
    RangeFigures range(std::int64_t beginNs, std::int64_t endNs, const RunControl &control);
    SearchAnswer search(const SearchQuestion &question, const RunControl &control);
    /// Also throws what the work threw.
    WorkAnswer work(const WorkQuestion &question, const RunControl &control);
    /// Stops the long work of this number there and drops what it made. No answer comes.
    void dropWork(std::uint64_t number);
    /// A stop request is told to the engine; one that does not stop in time is killed.
    /// @throws EngineLost, as Executor::run().
    Recording run(const EngineRunRequest &request, const RunControl &control);

    /// Something ran, or tried to: the next run is no first one.
    bool hasRun() const { return m_runs > 0; }
    /// It has served all the runs that its host allows one engine.
    bool isSpent() const { return m_runs >= m_host.mostRuns; }
    bool isAlive() { return !m_isLost && m_child && m_child->isAlive(); }

private:
    using Deadline = std::chrono::steady_clock::time_point;

    /// What `read` makes of the answer.
    template <typename Read>
    auto answerTo(MessageKind question, const QByteArray &content, MessageKind answer, const RunControl &control,
                  Read read);
    QByteArray ask(MessageKind question, const QByteArray &content, MessageKind answer, const RunControl &control);
    std::optional<EngineMessage> next(const std::stop_token &stop, std::optional<Deadline> deadline);
    void greet(const RunControl &control);
    void say(const EngineMessage &message, const RunControl &control);
    [[noreturn]] void lose(const std::string &what, const std::string &advice);
    [[noreturn]] void loseEnded();
    [[noreturn]] void loseBroken(const std::string &why);
    void abandon();

    const EngineHost m_host;
    MessageReader m_reader;
    std::optional<EngineChild> m_child;
    bool m_saidHello = false, m_isLost = false;
    int m_runs = 0; ///< begun
};

} // namespace streamscope
