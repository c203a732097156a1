// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/bounds/work_bounds.h"

#include "engine/analysis/bounds/own_durations.h"
#include "engine/analysis/bounds/sm_time.h"
#include "engine/timeline/interval_set.h"
#include "engine/timeline/saturating.h"

#include <algorithm>
#include <array>

namespace streamscope {

namespace {

/// Calls that return at once unless a queue is full: the shortest call of a kind shows what such a call costs the host.
bool returnsAtOnce(OperationKind kind)
{
    return kind == OperationKind::Kernel || kind == OperationKind::Memset || kind == OperationKind::EventRecord
           || kind == OperationKind::EventWait;
}

/// By host thread: its number of calls of each kind times the shortest call of that kind on any thread. A call that met
/// another thread's in the driver took longer, so no thread's figure is too high.
std::vector<std::int64_t> callTimes(const Timeline &timeline, const Program &program)
{
    using ByKind = std::array<std::int64_t, operationKinds.size()>;
    std::vector<ByKind> counts(static_cast<std::size_t>(program.threadCount()));
    ByKind shortest;
    shortest.fill(INT64_MAX);
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        if (!returnsAtOnce(timeline.kinds()[i]))
            continue;
        const auto kind = static_cast<std::size_t>(timeline.kinds()[i]);
        ++counts.at(static_cast<std::size_t>(program.operations[i].thread))[kind];
        shortest[kind] = std::min(shortest[kind], std::max<std::int64_t>(timeline.span(i).held(), 0));
    }
    std::vector<std::int64_t> times(counts.size());
    for (std::size_t thread = 0; thread < times.size(); ++thread)
        for (std::size_t kind = 0; kind < shortest.size(); ++kind)
            if (counts[thread][kind] > 0)
                addTime(times[thread], counts[thread][kind] * shortest[kind]);
    return times;
}

BoundBy limitOf(Engine engine, bool programKnown)
{
    if (engine == Engine::Host)
        return BoundBy::Host;
    if (engine == Engine::Compute)
        return programKnown ? BoundBy::Multiprocessors : BoundBy::Kernels;
    return BoundBy::CopyEngine;
}

} // namespace

const char *boundName(BoundBy by)
{
    constexpr std::array<const char *, 6> names{"nothing", "copy_engine",      "multiprocessors",
                                                "kernels", "dependency_chain", "host"};
    return names[static_cast<std::size_t>(by)];
}

WorkBounds::WorkBounds(const Recording &recording, const Program *program)
    : m_recording(recording), m_program(isProgramOf(program, recording.timeline) ? program : nullptr),
      m_own(streamscope::ownDurations(recording, program))
{
    addEngines();
    if (!m_program)
        return;
    for (const auto &[device, ns] : smTimes(recording, *m_program, m_own))
        m_engines[{device, Engine::Compute}] = ns;
    addHost();
}

/// The time in which each engine executed, overlap counted once. Both copy directions are one engine on a device with
/// one copy engine. Page migrations count as no copy. Where the Program is known it says more about SMs and host.
void WorkBounds::addEngines()
{
    const Timeline &timeline = m_recording.timeline;
    std::map<std::pair<int, Engine>, std::vector<IntervalSet::Interval>> work;
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        const OperationKind kind = timeline.kinds()[i];
        if ((!runsOnGpu(kind) && !isHostWork(kind)) || timeline.isMigration(i))
            continue;
        const Engine engine = servingEngine(timeline.engines()[i], m_recording.device.hasOneCopyEngine());
        if (!m_program || (engine != Engine::Compute && engine != Engine::Host))
            work[{timeline.device(i), engine}].push_back({timeline.starts()[i], timeline.ends()[i]});
    }
    for (auto &[engine, intervals] : work)
        m_engines[engine] = IntervalSet(std::move(intervals)).length();
}

/// Host threads work beside each other: the one with the most work is the bound. A host function runs on a thread of
/// the driver, and calls before a launch of everything at once are in no makespan.
void WorkBounds::addHost()
{
    const Timeline &timeline = m_recording.timeline;
    std::vector<std::int64_t> host(static_cast<std::size_t>(m_program->threadCount()));
    if (m_program->submission == Submission::Live)
        host = callTimes(timeline, *m_program);
    for (std::size_t i = 0; i < timeline.size(); ++i)
        if (timeline.kinds()[i] == OperationKind::HostWork)
            addTime(host.at(static_cast<std::size_t>(m_program->operations[i].thread)), m_own[i]);
    m_engines[{0, Engine::Host}] = *std::max_element(host.begin(), host.end());
}

std::optional<std::int64_t> WorkBounds::smTime() const
{
    std::optional<std::int64_t> most;
    for (const auto &[key, ns] : m_engines)
        if (m_program && key.second == Engine::Compute && ns > most.value_or(0))
            most = ns;
    return most;
}

Bound WorkBounds::of(std::optional<int> device) const
{
    const bool programKnown = m_program != nullptr;
    Bound bound;
    for (const auto &[key, ns] : m_engines)
        if ((!device || (key.first == *device && key.second != Engine::Host)) && ns > bound.ns)
            bound = {ns, limitOf(key.second, programKnown), key.second, {}};
    if (!programKnown)
        return bound;
    const DependencyChain chain = longestChain(m_recording.timeline, *m_program, m_own, device);
    return chain.ns > bound.ns ? Bound{chain.ns, BoundBy::Chain, Engine::None, chain} : bound;
}

} // namespace streamscope
