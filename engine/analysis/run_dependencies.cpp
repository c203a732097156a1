// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/run_dependencies.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace streamscope {

namespace {

constexpr std::array<DependencyKind, 4> allKinds{DependencyKind::Stream, DependencyKind::Event, DependencyKind::Engine,
                                                 DependencyKind::Host};

bool holdsTheHost(OperationKind kind)
{
    return kind == OperationKind::Sync || kind == OperationKind::HostWork;
}

} // namespace

std::string_view dependencyName(DependencyKind kind)
{
    constexpr std::array<std::string_view, 4> names{"stream order", "event", "engine order", "host"};
    return names[static_cast<std::size_t>(kind)];
}

RunDependencies::RunDependencies(const Timeline &timeline, const Program *program)
    : m_timeline(timeline), m_streamBefore(timeline.size(), none), m_engineBefore(timeline.size(), none),
      m_eventBefore(timeline.size(), none), m_hostBefore(timeline.size(), none)
{
    linkStreams();
    linkEngines();
    linkHost();
    if (program && program->operations.size() == timeline.size())
        linkEvents(*program);
}

void RunDependencies::linkStreams()
{
    std::vector<std::uint32_t> last(m_timeline.streams().size(), none);
    for (std::size_t i = 0; i < m_timeline.size(); ++i) {
        const std::int32_t stream = m_timeline.streamIndices()[i];
        if (stream < 0 || m_timeline.kinds()[i] == OperationKind::Sync)
            continue;
        m_streamBefore[i] = std::exchange(last[static_cast<std::size_t>(stream)], static_cast<std::uint32_t>(i));
    }
}

void RunDependencies::linkEngines()
{
    std::map<std::pair<int, Engine>, std::vector<std::uint32_t>> byEngine;
    for (std::size_t i = 0; i < m_timeline.size(); ++i)
        if (const Engine engine = m_timeline.engines()[i]; engine != Engine::Host && engine != Engine::None)
            byEngine[{m_timeline.device(i), engine}].push_back(static_cast<std::uint32_t>(i));
    for (auto &[engine, spans] : byEngine) {
        const auto end = [this](std::uint32_t span) { return m_timeline.ends()[span]; };
        std::sort(spans.begin(), spans.end(), [&end](std::uint32_t a, std::uint32_t b) { return end(a) < end(b); });
        for (const std::uint32_t span : spans) {
            const std::int64_t start = m_timeline.starts()[span], ready = m_timeline.ready(span);
            if (ready == unknownTime || ready >= start)
                continue;
            const auto past =
                std::upper_bound(spans.begin(), spans.end(), start,
                                 [&end](std::int64_t time, std::uint32_t other) { return time < end(other); });
            // The one that ended last before it started, if it ran while this one was ready.
            if (past != spans.begin() && *(past - 1) != span && end(*(past - 1)) > ready)
                m_engineBefore[span] = *(past - 1);
        }
    }
}

void RunDependencies::linkEvents(const Program &program)
{
    std::vector<std::uint32_t> recorded(program.events.size(), none);
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const Operation &operation = program.operations[i];
        if (operation.event < 0 || static_cast<std::size_t>(operation.event) >= recorded.size())
            continue;
        const auto event = static_cast<std::size_t>(operation.event);
        if (operation.kind == OperationKind::EventRecord)
            recorded[event] = static_cast<std::uint32_t>(i);
        else if (operation.kind == OperationKind::EventWait)
            m_eventBefore[i] = recorded[event]; // an event that was never recorded is waited for by nobody
    }
}

/// The host comes to an operation after the last thing before it that held the host.
void RunDependencies::linkHost()
{
    std::uint32_t last = none;
    for (std::size_t i = 0; i < m_timeline.size(); ++i) {
        m_hostBefore[i] = last;
        if (holdsTheHost(m_timeline.kinds()[i]))
            last = static_cast<std::uint32_t>(i);
    }
}

void RunDependencies::add(std::vector<Dependency> &list, std::uint32_t from, std::uint32_t to,
                          DependencyKind kind) const
{
    if (from != none)
        list.push_back({from, to, kind});
}

std::vector<Dependency> RunDependencies::into(std::uint32_t span) const
{
    std::vector<Dependency> list;
    add(list, m_streamBefore[span], span, DependencyKind::Stream);
    add(list, m_eventBefore[span], span, DependencyKind::Event);
    add(list, m_engineBefore[span], span, DependencyKind::Engine);
    add(list, m_hostBefore[span], span, DependencyKind::Host);
    return list;
}

std::vector<Dependency> RunDependencies::outOf(std::uint32_t span) const
{
    std::vector<Dependency> list;
    const std::array<const std::vector<std::uint32_t> *, 4> before{&m_streamBefore, &m_eventBefore, &m_engineBefore,
                                                                   &m_hostBefore};
    for (std::size_t kind = 0; kind + 1 < before.size(); ++kind) // all that comes after a synchronisation is no news
        for (std::size_t to = 0; to < before[kind]->size(); ++to)
            if ((*before[kind])[to] == span)
                list.push_back({span, static_cast<std::uint32_t>(to), allKinds[kind]});
    return list;
}

std::vector<CriticalStep> RunDependencies::criticalPath() const
{
    std::vector<CriticalStep> path;
    if (m_timeline.empty())
        return path;
    std::uint32_t at = 0;
    for (std::uint32_t i = 0; i < m_timeline.size(); ++i)
        if (m_timeline.ends()[i] > m_timeline.ends()[at])
            at = i;
    std::vector<bool> seen(m_timeline.size(), false); // times that contradict each other must not make a circle
    while (!seen[at]) {
        seen[at] = true;
        path.push_back({at, std::nullopt});
        std::uint32_t best = none;
        const std::int64_t start = m_timeline.starts()[at];
        for (const Dependency &dependency : into(at)) {
            const std::int64_t end = m_timeline.ends()[dependency.from];
            if (end > start || seen[dependency.from] || (best != none && end <= m_timeline.ends()[best]))
                continue;
            best = dependency.from;
            path.back().heldBy = dependency.kind;
        }
        if (best == none)
            break;
        at = best;
    }
    std::reverse(path.begin(), path.end());
    return path;
}

} // namespace streamscope
