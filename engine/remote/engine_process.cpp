// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/remote/engine_process.h"

#include "engine/program/text/phrase.h"
#include "engine/remote/engine_server.h"

#include <QCoreApplication>
#include <QFile>

#include <algorithm>
#include <csignal>
#include <utility>

namespace streamscope {

namespace {

constexpr std::chrono::milliseconds pollTime(20); ///< how soon a stop request is seen

EngineCommand withConnections(EngineCommand command, int connections)
{
    if (connections > 0) {
        command.arguments.emplace_back(engineConnectionsOption);
        command.arguments.push_back(std::to_string(connections));
    }
    return command;
}

/// The first line of bytes that are a text.
std::string firstWords(const QByteArray &bytes)
{
    constexpr qsizetype shown = 60;
    const QByteArray start = bytes.left(shown);
    const auto *const end = std::find_if(start.begin(), start.end(), [](char c) { return c >= 0 && c < ' '; });
    return {start.begin(), end};
}

std::string secondsText(std::chrono::milliseconds time)
{
    return time.count() % 1000 == 0 ? std::to_string(time.count() / 1000) + " s" : std::to_string(time.count()) + " ms";
}

/// How the process `name` ended.
std::string endText(const std::string &name, const std::optional<ProcessEnd> &end)
{
    if (!end)
        return Phrase("engine", "%1 closed its stream").arg(name);
    if (!end->bySignal)
        return Phrase("engine", "%1 ended by itself (exit code %2)").arg(name, end->number);
    switch (end->number) {
    case SIGKILL:
        return Phrase("engine", "%1 was killed by signal 9 (out of memory?)").arg(name);
    case SIGSEGV:
    case SIGBUS:
    case SIGILL:
    case SIGFPE:
    case SIGABRT:
        return Phrase("engine", "%1 crashed (signal %2)").arg(name, end->number);
    default:
        return Phrase("engine", "%1 was ended by signal %2").arg(name, end->number);
    }
}

std::string adviceAfter(const std::optional<ProcessEnd> &end)
{
    if (end && end->bySignal && end->number == SIGKILL)
        return QT_TRANSLATE_NOOP("engine", "Run again, or use smaller buffers.");
    return QT_TRANSLATE_NOOP("engine", "Run again; if it happens again, report it.");
}

} // namespace

EngineHost localEngineHost(const std::string &program)
{
    EngineHost host;
    host.command.program =
        program.empty() ? QFile::encodeName(QCoreApplication::applicationFilePath()).toStdString() : program;
    host.command.arguments = {engineCommand};
    host.name = QT_TRANSLATE_NOOP("engine", "The engine process");
    host.machine = QT_TRANSLATE_NOOP("engine", "this machine");
    return host;
}

EngineProcess::EngineProcess(const EngineHost &host, int connections, const RunControl &control) : m_host(host)
{
    control.checkStop();
    try {
        m_child.emplace(withConnections(m_host.command, connections));
    } catch (const RunError &error) {
        throw EngineLost(Phrase("engine", "%1 does not start: %2").arg(m_host.name, error.what()),
                         QT_TRANSLATE_NOOP("engine", "Is StreamScope installed completely?"));
    }
    greet(control);
}

EngineProcess::~EngineProcess()
{
    constexpr std::chrono::milliseconds patience(500);
    if (!m_child || m_isLost)
        return;
    m_child->send(messageBytes(MessageKind::Bye));
    m_child->exchange(std::chrono::milliseconds(0), m_reader);
    m_child->closeInput();
    m_child->waitForEnd(patience);
}

void EngineProcess::greet(const RunControl &control)
{
    m_child->send(streamOpening() + messageBytes(MessageKind::Hello, writeHello(ownHello())));
    const auto message = next(control.stop, std::chrono::steady_clock::now() + m_host.answersWithin);
    if (!message) {
        abandon();
        control.checkStop();
        throw EngineLost(
            Phrase("engine", "%1 did not answer within %2").arg(m_host.name, secondsText(m_host.answersWithin)),
            QT_TRANSLATE_NOOP("engine", "Try again."));
    }
    if (message->kind != MessageKind::Hello)
        loseBroken("no greeting came first");
    EngineHello hello;
    try {
        hello = readHello(message->content);
    } catch (const BrokenStream &broken) {
        loseBroken(broken.what());
    }
    if (hello != ownHello())
        lose(Phrase("engine", "%1 is of another build: StreamScope %2, and this program is %3")
                 .arg(m_host.name, hello.version, ownHello().version),
             QT_TRANSLATE_NOOP("engine", "Install the same version in both places."));
    m_saidHello = true;
}

template <typename Read>
auto EngineProcess::answerTo(MessageKind question, const QByteArray &content, MessageKind answer,
                             const RunControl &control, Read read)
{
    const QByteArray came = ask(question, content, answer, control);
    try {
        return read(came);
    } catch (const BrokenStream &broken) {
        loseBroken(broken.what());
    }
}

DeviceCatalog EngineProcess::devices(const RunControl &control)
{
    return answerTo(MessageKind::AskDevices, {}, MessageKind::Devices, control, readCatalog);
}

OpenedDevice EngineProcess::open(const std::string &id, const RunControl &control)
{
    return answerTo(MessageKind::Open, QByteArray::fromStdString(id), MessageKind::Opened, control, readOpened);
}

QByteArray EngineProcess::profile(const std::string &id, const RunControl &control)
{
    return ask(MessageKind::AskProfile, QByteArray::fromStdString(id), MessageKind::Profile, control);
}

OpenedTrace EngineProcess::openTrace(const TraceRequestContent &request, const RunControl &control)
{
    return answerTo(MessageKind::OpenTrace, writeTraceRequest(request), MessageKind::TraceOpened, control,
                    readOpenedTrace);
}

RowsAnswer EngineProcess::rows(const RowsQuestion &question, const RunControl &control)
{
    return answerTo(MessageKind::AskRows, writeRowsQuestion(question), MessageKind::Rows, control,
                    [&question](const QByteArray &content) { return readRowsAnswer(content, question); });
}

BarAnswer EngineProcess::bar(const BarQuestion &question, const RunControl &control)
{
    return answerTo(MessageKind::AskBar, writeBarQuestion(question), MessageKind::Bar, control, readBarAnswer);
}

RangeFigures EngineProcess::range(std::int64_t beginNs, std::int64_t endNs, const RunControl &control)
{
    return answerTo(MessageKind::AskRange, writeRangeQuestion(beginNs, endNs), MessageKind::Range, control,
                    readRangeAnswer);
}

SearchAnswer EngineProcess::search(const SearchQuestion &question, const RunControl &control)
{
    return answerTo(MessageKind::AskSearch, writeSearchQuestion(question), MessageKind::Found, control,
                    readSearchAnswer);
}

WorkAnswer EngineProcess::work(const WorkQuestion &question, const RunControl &control)
{
    return answerTo(MessageKind::AskWork, writeWorkQuestion(question), MessageKind::Work, control,
                    [&question](const QByteArray &content) { return readWorkAnswer(content, question); });
}

void EngineProcess::dropWork(std::uint64_t number)
{
    if (!isAlive())
        return;
    m_child->send(messageBytes(MessageKind::Cancel, writeWorkCancel(number)));
    m_child->exchange(std::chrono::milliseconds(0), m_reader);
}

Recording EngineProcess::run(const EngineRunRequest &request, const RunControl &control)
{
    const QByteArray question = writeRunRequest(request);
    ++m_runs;
    return answerTo(MessageKind::Run, question, MessageKind::Result, control, readResult);
}

/// Asks one question and waits for its answer, also after a stop request: the engine is free again then.
QByteArray EngineProcess::ask(MessageKind question, const QByteArray &content, MessageKind answer,
                              const RunControl &control)
{
    control.checkStop();
    m_child->send(messageBytes(question, content));
    std::optional<Deadline> deadline; // from a stop request on
    for (;;) {
        auto message = next(deadline ? std::stop_token() : control.stop, deadline);
        if (!message && deadline) {
            abandon();
            throw Cancelled(
                std::string(QT_TRANSLATE_NOOP("engine", "Stopped.")) + ' '
                + Phrase("engine", "%1 did not end the run within %2 and was killed; the next run starts it again.")
                      .arg(m_host.name, secondsText(m_host.patience)));
        }
        if (!message) {
            m_child->send(messageBytes(MessageKind::Cancel));
            deadline = std::chrono::steady_clock::now() + m_host.patience;
        } else if (message->kind == answer) {
            control.checkStop();
            return std::move(message->content);
        } else {
            say(*message, control);
        }
    }
}

/// Progress goes to the caller, an error becomes an exception.
void EngineProcess::say(const EngineMessage &message, const RunControl &control)
{
    try {
        if (message.kind == MessageKind::Progress) {
            const EngineProgress progress = readProgress(message.content);
            return control.report(progress.done, progress.total, progress.what);
        }
        if (message.kind != MessageKind::Error)
            throw BrokenStream("an answer came to no question");
        const EngineError error = readError(message.content);
        if (error.kind == EngineError::Kind::DeviceLost)
            abandon();
        control.checkStop();
        throwAgain(error);
    } catch (const BrokenStream &broken) {
        loseBroken(broken.what());
    } catch (const DeviceLost &lost) {
        throw EngineLost(
            lost.what(),
            QT_TRANSLATE_NOOP("engine",
                              "Run again; if it happens again, check the kernels, and the GPU with nvidia-smi."));
    }
}

/// The next message; empty when a stop was requested or the deadline has passed.
std::optional<EngineMessage> EngineProcess::next(const std::stop_token &stop, std::optional<Deadline> deadline)
{
    try {
        for (bool isOpen = true;;) {
            if (auto message = m_reader.next())
                return message;
            if (!isOpen)
                loseEnded();
            if (stop.stop_requested() || (deadline && std::chrono::steady_clock::now() > *deadline))
                return std::nullopt;
            isOpen = m_child->exchange(pollTime, m_reader);
        }
    } catch (const OtherStreamVersion &other) {
        lose(Phrase("engine", "%1 is of another version: %2").arg(m_host.name, other.what()),
             QT_TRANSLATE_NOOP("engine", "Install the same version in both places."));
    } catch (const BrokenStream &broken) {
        loseBroken(broken.what());
    } catch (...) { // no memory for what comes: the stream is of no use any more
        abandon();
        throw;
    }
}

void EngineProcess::abandon()
{
    m_isLost = true;
    m_child->kill();
}

void EngineProcess::lose(const std::string &what, const std::string &advice)
{
    abandon();
    const std::string words = m_child->lastWords();
    throw EngineLost(words.empty() ? what : Phrase("engine", "%1; it said: %2").arg(what, words), advice);
}

void EngineProcess::loseEnded()
{
    constexpr std::chrono::seconds moment(1); // between the end of its stream and its own
    auto end = m_child->waitForEnd(moment);
    if (!end) {
        // A crash closes the streams first, and on a busy machine the driver needs longer for the device. What it ended
        // of is known when it has gone; a signal that finds it alive is ours.
        abandon();
        end = m_child->waitForEnd(std::chrono::milliseconds(0));
        if (end && end->bySignal && end->number == SIGKILL)
            end.reset();
    }
    const std::string explained = m_host.explain ? m_host.explain(end, m_child->lastWords(), m_saidHello) : "";
    if (explained.empty())
        lose(endText(m_host.name, end), adviceAfter(end));
    abandon();
    throw EngineLost(explained, m_saidHello ? QT_TRANSLATE_NOOP("engine", "Run again.") : "");
}

void EngineProcess::loseBroken(const std::string &why)
{
    const std::string text = m_saidHello ? "" : firstWords(m_reader.rest());
    lose(text.empty() ? Phrase("engine", "%1 sent what is no message: %2").arg(m_host.name, why)
                      : Phrase("engine", "%1 sent what is no message: %2 (\"%3\")").arg(m_host.name, why, text),
         text.empty() ? QT_TRANSLATE_NOOP("engine", "Run again; if it happens again, report it.")
                      : QT_TRANSLATE_NOOP(
                          "engine", "Does something print text where the engine starts, a login script for example?"));
}

} // namespace streamscope
