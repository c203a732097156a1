// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/remote/shared_engine.h"

#include <chrono>
#include <utility>

namespace streamscope {

namespace {

/// Why it takes another process: "8 connections", "a cold start".
std::string purposeOf(const Program &program)
{
    if (program.connections == 0)
        return "a cold start";
    return std::to_string(program.connections) + (program.connections == 1 ? " connection" : " connections");
}

std::string joined(const std::string &sentences, const std::string &advice)
{
    return advice.empty() ? sentences : sentences + " " + advice;
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
    constexpr std::chrono::milliseconds moment(20);
    std::unique_lock lock(m_mutex, std::defer_lock);
    while (!lock.try_lock_for(moment))
        control.checkStop();
    EngineProcess *engine = nullptr;
    try {
        engine = &process(control);
    } catch (const EngineLost &lost) {
        throw RunError(joined(lost.what(), lost.advice));
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
    const std::string subject = happened.starts_with(m_host.name) ? "It" : m_host.name;
    m_process.reset();
    try {
        m_process = std::make_unique<EngineProcess>(m_host, 0, RunControl());
    } catch (const RunError &again) {
        throw RunError(happened + " " + subject + " could not be started again: " + again.what());
    }
    throw RunError(joined(happened + " " + subject + " was started again; earlier results are kept.", lost.advice));
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
        return connections && needsFreshEngine(request.program, connections, engine.hasRun())
                   ? runInFreshEngine(m_host, request, control)
                   : engine.run(request, control);
    });
}

Recording runInFreshEngine(const EngineHost &host, const EngineRunRequest &request, const RunControl &control)
{
    control.checkStop();
    const std::string purpose = purposeOf(request.program);
    control.report(0, 1, "starting a fresh process for " + purpose);
    EngineHost own = host;
    own.name += " for " + purpose;
    Recording recording;
    try {
        recording = EngineProcess(own, request.program.connections, control).run(request, control);
    } catch (const EngineLost &lost) {
        throw RunError(joined(lost.what(), lost.advice));
    } catch (const Cancelled &) {
        throw Cancelled();
    }
    recording.notes.push_back("This ran in a fresh process, for " + purpose
                              + (request.program.connections > 0
                                     ? " to the GPU: CUDA reads their number once, when a program starts."
                                     : ": in the usual one something had run before."));
    recording.environment.emplace_back("process", "a fresh one, for " + purpose);
    return recording;
}

bool needsFreshEngine(const Program &program, std::optional<int> connections, bool hasRun)
{
    const bool connects = !connections || program.connections == 0 || program.connections == *connections;
    return !connects || (program.coldStart && hasRun);
}

} // namespace streamscope
