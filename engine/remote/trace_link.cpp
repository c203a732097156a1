// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/remote/trace_link.h"

#include "engine/program/text/phrase.h"
#include "engine/remote/engine_server.h"

#include <QCryptographicHash>

#include <algorithm>
#include <chrono>
#include <limits>
#include <thread>
#include <utility>

namespace streamscope {

namespace {

/// A question that somebody waits for.
class Quick
{
public:
    explicit Quick(std::atomic<int> &count) : m_count(count) { ++m_count; }
    Quick(const Quick &) = delete;
    Quick &operator=(const Quick &) = delete;
    ~Quick() { --m_count; }

private:
    std::atomic<int> &m_count;
};

void waitFor(std::chrono::milliseconds time, const RunControl &control)
{
    constexpr std::chrono::milliseconds step(10);
    for (auto left = time; left.count() > 0; left -= step) {
        control.checkStop();
        std::this_thread::sleep_for(step);
    }
}

/// Pieces that travel for a quarter of a second: each costs a round trip, and a zoom waits for the one on its way.
std::uint32_t nextPieceSize(std::uint32_t size, std::chrono::duration<double> took)
{
    constexpr double wanted = 0.25, least = 0.001, mostGrowth = 2;
    const double factor = std::clamp(wanted / std::max(took.count(), least), 1 / mostGrowth, mostGrowth);
    return static_cast<std::uint32_t>(
        std::clamp<double>(size * factor, WorkQuestion::leastPiece, WorkQuestion::mostPiece));
}

/// Which trace it is: the same file gives the same.
QByteArray fingerprintOf(const OpenedTrace &opened)
{
    return QCryptographicHash::hash(writeOpenedTrace(opened), QCryptographicHash::Sha256);
}

} // namespace

TraceLink::TraceLink(EngineHost host, TraceRequestContent request)
    : m_host([&host] {
          host.command.arguments.emplace_back(enginePicturesOption);
          return std::move(host);
      }()),
      m_request(std::move(request))
{}

/// Makes the link that a question needs, unless there is one.
void TraceLink::connect(const RunControl &control)
{
    if (m_engine && !m_engine->isAlive()) {
        m_lost = Phrase("engine", "The connection to %1 was lost.").arg(m_host.machine);
        m_engine.reset();
    }
    if (m_engine)
        return;
    auto engine = std::make_unique<EngineProcess>(m_host, 0, control);
    const QByteArray opened = fingerprintOf(engine->openTrace(m_request, control));
    if (m_opened && *m_opened != opened)
        throw RunError(
            Phrase("engine", "%1 on %2 is another file now: open it again").arg(m_request.path, m_host.machine));
    m_engine = std::move(engine);
    if (m_lost.empty())
        return;
    const std::lock_guard lock(m_noticeMutex);
    m_notice = std::exchange(m_lost, {}) + " " + QT_TRANSLATE_NOOP("engine", "It was made again.");
}

template <typename Ask>
auto TraceLink::use(const RunControl &control, Ask ask)
{
    const auto turn = m_oneAtATime.turn(control);
    for (bool isSecond = false;; isSecond = true) {
        try {
            connect(control);
            return ask(*m_engine);
        } catch (const EngineLost &lost) {
            const bool wasThere = m_engine != nullptr;
            m_engine.reset();
            if (wasThere)
                m_lost = lost.what();
            if (!wasThere || isSecond)
                throw RunError(lost.withAdvice());
        }
    }
}

OpenedTrace TraceLink::open(const RunControl &control)
{
    const auto turn = m_oneAtATime.turn(control);
    try {
        m_engine = std::make_unique<EngineProcess>(m_host, 0, control);
        OpenedTrace opened = m_engine->openTrace(m_request, control);
        m_opened = fingerprintOf(opened);
        return opened;
    } catch (const EngineLost &lost) {
        m_engine.reset();
        throw RunError(lost.withAdvice());
    }
}

RowsAnswer TraceLink::rows(const RowsQuestion &question, const RunControl &control)
{
    const Quick quick(m_quick);
    return use(control, [&](EngineProcess &engine) { return engine.rows(question, control); });
}

BarAnswer TraceLink::bar(const BarQuestion &question, const RunControl &control)
{
    const Quick quick(m_quick);
    return use(control, [&](EngineProcess &engine) { return engine.bar(question, control); });
}

RangeFigures TraceLink::range(std::int64_t beginNs, std::int64_t endNs, const RunControl &control)
{
    const Quick quick(m_quick);
    return use(control, [&](EngineProcess &engine) { return engine.range(beginNs, endNs, control); });
}

SearchAnswer TraceLink::search(const SearchQuestion &question, const RunControl &control)
{
    const Quick quick(m_quick);
    return use(control, [&](EngineProcess &engine) { return engine.search(question, control); });
}

TraceLink::AnsweredWork TraceLink::askWork(const WorkQuestion &question, const RunControl &control)
{
    while (m_quick > 0) {
        control.checkStop();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return use(control, [&](EngineProcess &engine) {
        const auto begin = std::chrono::steady_clock::now();
        WorkAnswer answer = engine.work(question, control);
        return AnsweredWork{std::move(answer), std::chrono::steady_clock::now() - begin};
    });
}

std::uint64_t TraceLink::fileSize(const RunControl &control)
{
    WorkQuestion question;
    question.kind = WorkQuestion::Kind::File;
    question.offset = std::numeric_limits<std::uint64_t>::max(); // no piece
    return askWork(question, control).answer.size;
}

void TraceLink::work(WorkQuestion question, const RunControl &control, const TakePiece &take)
{
    question.number = ++m_workNumber;
    try {
        fetchWork(question, control, take);
    } catch (...) {
        dropWork(question.number);
        throw;
    }
    dropWork(question.number);
}

/// Where there is no link, there is no work either: it ended with the engine.
void TraceLink::dropWork(std::uint64_t number)
{
    const auto turn = m_oneAtATime.turn({});
    if (m_engine)
        m_engine->dropWork(number);
}

void TraceLink::fetchWork(WorkQuestion question, const RunControl &control, const TakePiece &take)
{
    constexpr std::chrono::milliseconds moment(50); // between two questions while it is at work
    constexpr int percents = 100;
    question.offset = 0;
    std::optional<std::string> mark;
    for (;;) {
        const auto [answer, took] = askWork(question, control);
        if (!answer.isDone) { // also in a new engine, after the former one was lost
            mark.reset();
            question.offset = 0;
            control.report(answer.done, answer.total, answer.what);
            waitFor(moment, control);
            continue;
        }
        if (mark && *mark != answer.mark) {
            if (question.kind == WorkQuestion::Kind::File)
                throw RunError(Phrase("engine", "%1 on %2 changed while it was fetched: fetch it again")
                                   .arg(m_request.path, m_host.machine));
            mark.reset(); // made anew
            question.offset = 0;
            continue;
        }
        mark = answer.mark;
        take(question.offset, answer.piece);
        question.offset += answer.piece.size();
        question.size = nextPieceSize(question.size, took);
        if (question.offset >= answer.size)
            return;
        control.report(
            static_cast<int>(percents * static_cast<double>(question.offset) / static_cast<double>(answer.size)),
            percents, QT_TRANSLATE_NOOP("engine", "fetching"));
    }
}

QByteArray TraceLink::workBytes(const WorkQuestion &question, const RunControl &control)
{
    QByteArray bytes;
    work(question, control, [&bytes](std::uint64_t offset, std::string_view piece) {
        bytes.truncate(static_cast<qsizetype>(offset)); // 0 where the work was done anew
        bytes.append(piece.data(), static_cast<qsizetype>(piece.size()));
    });
    return bytes;
}

std::string TraceLink::takeNotice()
{
    const std::lock_guard lock(m_noticeMutex);
    return std::exchange(m_notice, {});
}

} // namespace streamscope
