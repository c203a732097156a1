// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/remote/shared_engine.h"

#include "engine/program/text/phrase.h"

#include <utility>

namespace streamscope {

namespace {

/// Why it takes another process: "8 connections", "a cold start".
std::string purposeOf(const Program &program)
{
    if (program.connections == 0)
        return QT_TRANSLATE_NOOP("engine", "a cold start");
    return program.connections == 1 ? QT_TRANSLATE_NOOP("engine", "1 connection")
                                    : Phrase("engine", "%1 connections").arg(program.connections);
}

} // namespace

EngineProcess &SharedEngine::process(const RunControl &control)
{
    if (m_process && !m_process->isAlive())
        m_process.reset(); // ended while nobody needed it: nothing was lost
    if (!m_process)
        m_process = std::make_unique<EngineProcess>(m_host, 0, control);
    return *m_process;
}

template <typename Ask>
auto SharedEngine::use(const RunControl &control, Ask ask)
{
    const auto turn = m_oneAtATime.turn(control);
    EngineProcess *engine = nullptr;
    try {
        engine = &process(control);
    } catch (const EngineLost &lost) {
        throw RunError(lost.withAdvice());
    }
    try {
        return ask(*engine);
    } catch (const EngineLost &lost) {
        failAfter(lost);
    }
}

void SharedEngine::failAfter(const EngineLost &lost)
{
    const std::string happened = lost.what();
    const std::string subject = happened.starts_with(m_host.name) ? QT_TRANSLATE_NOOP("engine", "It") : m_host.name;
    m_process.reset();
    try {
        m_process = std::make_unique<EngineProcess>(m_host, 0, RunControl());
    } catch (const RunError &again) {
        throw RunError(happened + ' '
                       + Phrase("engine", "%1 could not be started again: %2").arg(subject, again.what()));
    }
    const std::string kept = Phrase("engine", "%1 was started again; earlier results are kept.").arg(subject);
    throw RunError(happened + ' ' + kept + (lost.advice.empty() ? "" : ' ' + lost.advice));
}

DeviceCatalog SharedEngine::devices(const RunControl &control)
{
    return use(control, [&](EngineProcess &engine) { return engine.devices(control); });
}

OpenedDevice SharedEngine::open(const std::string &id, const RunControl &control)
{
    return use(control, [&](EngineProcess &engine) { return engine.open(id, control); });
}

QByteArray SharedEngine::profile(const std::string &id, const RunControl &control)
{
    return use(control, [&](EngineProcess &engine) { return engine.profile(id, control); });
}

Recording SharedEngine::run(const EngineRunRequest &request, std::optional<int> connections, const RunControl &control)
{
    return use(control, [&](EngineProcess &engine) {
        if (connections && needsFreshEngine(request.program, connections, engine.hasRun()))
            return runInFreshEngine(m_host, request, control);
        if (!engine.isSpent())
            return engine.run(request, control);
        m_process.reset(); // its memory of the GPU must be free before the next one starts
        return process(control).run(request, control);
    });
}

Recording runInFreshEngine(const EngineHost &host, const EngineRunRequest &request, const RunControl &control)
{
    control.checkStop();
    const std::string purpose = purposeOf(request.program);
    control.report(0, 1, Phrase("engine", "starting a fresh process for %1").arg(purpose));
    EngineHost own = host;
    own.name += " for " + purpose;
    Recording recording;
    try {
        recording = EngineProcess(own, request.program.connections, control).run(request, control);
    } catch (const EngineLost &lost) {
        throw RunError(lost.withAdvice());
    } catch (const Cancelled &) {
        throw Cancelled();
    }
    recording.notes.push_back(
        request.program.connections > 0
            ? Phrase("engine", "This ran in a fresh process, for %1 to the GPU: CUDA reads their number once, when a "
                               "program starts.")
                  .arg(purpose)
            : Phrase("engine", "This ran in a fresh process, for %1: in the usual one something had run before.")
                  .arg(purpose));
    recording.environment.emplace_back("process", "a fresh one, for " + purpose);
    return recording;
}

bool needsFreshEngine(const Program &program, std::optional<int> connections, bool hasRun)
{
    const bool connects = !connections || program.connections == 0 || program.connections == *connections;
    return !connects || (program.coldStart && hasRun);
}

} // namespace streamscope
