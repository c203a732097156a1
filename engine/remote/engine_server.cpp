// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/remote/engine_server.h"

#include "engine/program/system_error_text.h"
#include "engine/program/text/phrase.h"
#include "engine/remote/engine_contents.h"
#include "engine/remote/served_work.h"

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <mutex>
#include <optional>
#include <poll.h>
#include <stop_token>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace streamscope {

namespace {

/// A question, and how its work is stopped; or a Cancel of long work.
struct Order
{
    EngineMessage message;
    std::stop_source stop;
};

/// Reads the client's messages on a thread of its own, so that a Cancel and the end of the client are seen during a
/// run.
class Inbox
{
public:
    Inbox(int in, int out, std::chrono::milliseconds patience) : m_in(in), m_out(out), m_patience(patience)
    {
        m_thread = std::thread([this] { listen(); });
    }
    Inbox(const Inbox &) = delete;
    Inbox &operator=(const Inbox &) = delete;
    /// The client has said Bye or is gone: the thread ends.
    ~Inbox()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_isDone = true;
        }
        m_changed.notify_all();
        m_thread.join();
    }

    /// Waits for the next question; empty at the end.
    std::optional<Order> next()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_hasEnded || !m_orders.empty(); });
        if (m_hasEnded)
            return std::nullopt;
        Order order = std::move(m_orders.front());
        m_orders.pop_front();
        return order;
    }

private:
    void listen()
    {
        try {
            MessageReader reader;
            std::vector<char> piece(1 << 16);
            while (waitForBytes()) {
                const ssize_t size = ::read(m_in, piece.data(), piece.size());
                if (size < 0 && errno == EINTR)
                    continue;
                if (size <= 0)
                    break;
                reader.feed(piece.data(), static_cast<std::size_t>(size));
                while (auto message = reader.next())
                    if (!take(std::move(*message)))
                        return end();
            }
        } catch (const std::exception &) { // no client of ours, or no memory for what it sends
        }
        end();
    }

    /// False where the client has gone; its end of our output tells it, too.
    bool waitForBytes() const
    {
        pollfd ends[] = {{m_in, POLLIN, 0}, {m_out, 0, 0}};
        while (::poll(ends, std::size(ends), -1) < 0)
            if (errno != EINTR)
                return false;
        return ends[1].revents == 0;
    }

    /// False at a Bye.
    bool take(EngineMessage message)
    {
        if (message.kind == MessageKind::Bye)
            return false;
        const std::lock_guard lock(m_mutex);
        if (message.kind == MessageKind::Cancel && message.content.isEmpty()) {
            m_latest.request_stop(); // without an effect where its work is done already
        } else if (message.kind == MessageKind::Cancel) {
            m_orders.push_back({std::move(message), {}});
            m_changed.notify_all();
        } else if (message.kind != MessageKind::Hello) {
            m_latest = std::stop_source();
            m_orders.push_back({std::move(message), m_latest});
            m_changed.notify_all();
        }
        return true;
    }

    /// No run goes on without its client, whatever it waits for.
    void end()
    {
        std::unique_lock lock(m_mutex);
        m_hasEnded = true;
        m_latest.request_stop();
        m_changed.notify_all();
        if (!m_changed.wait_for(lock, m_patience, [this] { return m_isDone; }))
            ::_exit(1);
    }

    int m_in, m_out;
    std::chrono::milliseconds m_patience;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Order> m_orders; ///< this and the next ones guarded by m_mutex
    std::stop_source m_latest;  ///< of the last question that came
    bool m_hasEnded = false;    ///< nothing comes any more
    bool m_isDone = false;      ///< nothing is at work any more
    std::thread m_thread;       ///< last: it uses the others
};

/// Nobody reads the answers any more.
struct ClientGone
{};

class EngineServer
{
public:
    EngineServer(int out, const EngineBackend &backend) : m_out(out), m_backend(backend) {}

    void greet()
    {
        write(streamOpening());
        send(MessageKind::Hello, writeHello(ownHello()));
    }

    void answer(const Order &order)
    {
        if (order.message.kind == MessageKind::Cancel)
            return drop(order.message.content);
        try {
            if (!m_loss.empty())
                throw DeviceLost(m_loss);
            answerSoundly(order);
        } catch (const ClientGone &) {
            throw;
        } catch (...) {
            const EngineError error = currentError();
            if (error.kind == EngineError::Kind::DeviceLost)
                m_loss = error.message;
            send(MessageKind::Error, writeError(error));
        }
    }

private:
    /// Nobody waits for an answer, also where it is no number.
    void drop(const QByteArray &content)
    {
        try {
            m_work.drop(readWorkCancel(content));
        } catch (const BrokenStream &) {
        }
    }

    void answerSoundly(const Order &order)
    {
        const QByteArray &content = order.message.content;
        switch (order.message.kind) {
        case MessageKind::AskDevices:
            return send(MessageKind::Devices, writeCatalog(m_backend.list()));
        case MessageKind::Open:
            return send(MessageKind::Opened, openedDevice(content.toStdString()));
        case MessageKind::OpenTrace:
            if (!m_backend.openTrace)
                break;
            return send(MessageKind::TraceOpened, openedTrace(content, order.stop.get_token()));
        case MessageKind::AskRows:
            return send(MessageKind::Rows, writeRowsAnswer(trace().rows(readRowsQuestion(content))));
        case MessageKind::AskBar:
            return send(MessageKind::Bar, writeBarAnswer(trace().bar(readBarQuestion(content))));
        case MessageKind::AskRange: {
            const auto [begin, end] = readRangeQuestion(content);
            return send(MessageKind::Range, writeRangeAnswer(trace().range(begin, end)));
        }
        case MessageKind::AskSearch:
            return send(MessageKind::Found, writeSearchAnswer(trace().search(readSearchQuestion(content))));
        case MessageKind::AskWork:
            return send(MessageKind::Work, writeWorkAnswer(m_work.answer(readWorkQuestion(content))));
        case MessageKind::AskProfile:
            if (!m_backend.profile)
                break;
            return send(MessageKind::Profile, m_backend.profile(content.toStdString()));
        case MessageKind::Run:
            return send(MessageKind::Result, writeResult(run(readRunRequest(content), order.stop.get_token())));
        default:
            break;
        }
        throw RunError(QT_TRANSLATE_NOOP("engine", "this message is no question to an engine"));
    }

    Executor &executorFor(const std::string &device)
    {
        // A profile file may have changed since the last run.
        const bool reusable = m_executor && m_asked == device && !device.ends_with(".json");
        if (!reusable) {
            m_executor.reset(); // one device at a time: it may hold much memory
            m_executor = m_backend.open(device);
            m_asked = device;
        }
        return *m_executor;
    }

    QByteArray openedDevice(const std::string &device)
    {
        const Executor &executor = executorFor(device);
        return writeOpened({executor.device(), executor.fixedConnections(), executor.machineDevices()});
    }

    /// Progress goes to the client.
    RunControl controlFor(const std::stop_token &stop)
    {
        RunControl control;
        control.stop = stop;
        control.progress = [this](int done, int total, const std::string &what) {
            send(MessageKind::Progress, writeProgress({done, total, what}));
        };
        return control;
    }

    QByteArray openedTrace(const QByteArray &content, const std::stop_token &stop)
    {
        const TraceRequestContent request = readTraceRequest(content);
        m_work.setTrace(nullptr, {}); // one at a time: it may hold much memory
        m_trace.reset();
        m_trace = m_backend.openTrace(request, controlFor(stop));
        m_work.setTrace(m_trace, request.path);
        return writeOpenedTrace(m_trace->opened());
    }

    const ServedTrace &trace() const
    {
        if (!m_trace)
            throw RunError(QT_TRANSLATE_NOOP("engine", "no trace is open here"));
        return *m_trace;
    }

    Recording run(const EngineRunRequest &request, const std::stop_token &stop)
    {
        const RunControl control = controlFor(stop);
        control.checkStop();
        return executorFor(request.device).run(request.program, request.options, control);
    }

    void send(MessageKind kind, const QByteArray &content) { write(messageBytes(kind, content)); }

    void write(const QByteArray &bytes) const
    {
        for (qsizetype done = 0; done < bytes.size();) {
            const ssize_t size =
                ::write(m_out, bytes.constData() + done, static_cast<std::size_t>(bytes.size() - done));
            if (size < 0 && errno != EINTR)
                throw ClientGone();
            done += std::max<ssize_t>(size, 0);
        }
    }

    int m_out;
    const EngineBackend &m_backend;
    std::shared_ptr<ServedTrace> m_trace; ///< opened last
    ServedWork m_work;                    ///< on it
    std::unique_ptr<Executor> m_executor; ///< of the last question, kept open
    std::string m_asked;                  ///< its id
    std::string m_loss;                   ///< why no device works any more; empty: they do
};

struct StreamEnds
{
    StreamEnds() : in(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)), out(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3))
    {
        const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
        if (in < 0 || out < 0 || nothing < 0 || ::dup2(nothing, STDIN_FILENO) < 0
            || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
            throw RunError(Phrase("engine", "the engine has no stream: %1").arg(systemErrorText(errno)));
        ::close(nothing);
    }
    int in, out;
};

} // namespace

void serveEngine(int in, int out, const EngineBackend &backend, std::chrono::milliseconds patience)
{
    Inbox inbox(in, out, patience);
    try {
        EngineServer server(out, backend);
        server.greet();
        while (const auto order = inbox.next())
            server.answer(*order);
    } catch (const ClientGone &) {
    }
}

void serveEngineOnStandardStreams(const EngineBackend &backend)
{
    const StreamEnds stream;
    std::ofstream("/proc/self/oom_score_adj") << 500; // where memory ends, this process goes, and not the window
    serveEngine(stream.in, stream.out, backend);
}

} // namespace streamscope
