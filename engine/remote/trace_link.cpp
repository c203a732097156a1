// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/remote/trace_link.h"

#include "engine/program/text/phrase.h"
#include "engine/remote/one_at_a_time.h"

#include <QCryptographicHash>

#include <utility>

namespace streamscope {

namespace {

/// Which trace it is: the same file gives the same.
QByteArray fingerprintOf(const OpenedTrace &opened)
{
    return QCryptographicHash::hash(writeOpenedTrace(opened), QCryptographicHash::Sha256);
}

} // namespace

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
    const auto turn = turnAt(m_mutex, control);
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
    const auto turn = turnAt(m_mutex, control);
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
    return use(control, [&](EngineProcess &engine) { return engine.rows(question, control); });
}

BarAnswer TraceLink::bar(const BarQuestion &question, const RunControl &control)
{
    return use(control, [&](EngineProcess &engine) { return engine.bar(question, control); });
}

RangeFigures TraceLink::range(std::int64_t beginNs, std::int64_t endNs, const RunControl &control)
{
    return use(control, [&](EngineProcess &engine) { return engine.range(beginNs, endNs, control); });
}

std::string TraceLink::takeNotice()
{
    const std::lock_guard lock(m_noticeMutex);
    return std::exchange(m_notice, {});
}

} // namespace streamscope
