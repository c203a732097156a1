// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/run_dependencies.h"

#include <algorithm>
#include <map>

namespace streamscope {

namespace {

bool holdsTheHost(OperationKind kind)
{
    return kind == OperationKind::Sync || kind == OperationKind::HostWork;
}

/// Its times are those of the host's call.
bool isForeignWait(const Timeline &timeline, std::size_t span)
{
    const Clock clock = timeline.clocks()[span];
    return timeline.kinds()[span] == OperationKind::EventWait && (clock == Clock::Imported || clock == Clock::Host);
}

/// As far as a trace says: a stream of unknown kind takes no part in the order of the NULL stream.
std::vector<Stream> streamsOf(const Timeline &timeline)
{
    std::vector<Stream> streams;
    for (const TimelineStream &known : timeline.streams()) {
        Stream stream;
        stream.device = known.device;
        stream.kind = known.role == StreamRole::LegacyDefault ? StreamKind::LegacyDefault : StreamKind::Created;
        stream.nonBlocking = known.role != StreamRole::Blocking;
        streams.push_back(stream);
    }
    return streams;
}

} // namespace

RunDependencies::RunDependencies(const Timeline &timeline, const Program *program)
    : m_timeline(timeline), m_streamBefore(timeline.size(), none), m_engineBefore(timeline.size(), none),
      m_hostBefore(timeline.size(), none), m_events(timeline.eventLinks())
{
    const bool isItsRun = program && program->operations.size() == timeline.size();
    linkStreams(StreamRules(isItsRun && program->streams.size() == timeline.streams().size() ? program->streams
                                                                                             : streamsOf(timeline)));
    linkSyncs();
    linkEngines();
    linkHost();
    if (m_events.empty() && isItsRun)
        m_events = eventLinksOf(*program);
}

void RunDependencies::linkStreams(const StreamRules &rules)
{
    std::vector<std::uint32_t> last(m_timeline.streams().size(), none);
    for (std::uint32_t i = 0; i < m_timeline.size(); ++i) {
        const std::int32_t stream = m_timeline.streamIndices()[i];
        if (stream < 0 || m_timeline.kinds()[i] == OperationKind::Sync)
            continue;
        const auto own = static_cast<std::size_t>(rules.same(stream));
        m_streamBefore[i] = last[own];
        if (isForeignWait(m_timeline, i))
            continue;
        for (const std::int32_t other : rules.comesAfter(stream))
            if (const std::uint32_t from = last[static_cast<std::size_t>(other)];
                from != none && (last[own] == none || from > last[own])) // else its predecessor has waited for it
                m_barriers.push_back({from, i});
        last[own] = i;
    }
}

void RunDependencies::linkSyncs()
{
    const auto &kinds = m_timeline.kinds();
    if (std::find(kinds.begin(), kinds.end(), OperationKind::Sync) == kinds.end())
        return;
    std::vector<std::uint32_t> byEnd;
    for (std::uint32_t i = 0; i < m_timeline.size(); ++i)
        if (runsOnGpu(kinds[i]))
            byEnd.push_back(i);
    const auto end = [this](std::uint32_t span) { return m_timeline.ends()[span]; };
    std::sort(byEnd.begin(), byEnd.end(), [&end](std::uint32_t a, std::uint32_t b) { return end(a) < end(b); });
    for (std::uint32_t i = 0; i < m_timeline.size(); ++i) {
        if (kinds[i] != OperationKind::Sync)
            continue;
        const auto past =
            std::partition_point(byEnd.begin(), byEnd.end(), [&](std::uint32_t span) { return end(span) <= end(i); });
        if (past != byEnd.begin() && end(*(past - 1)) > m_timeline.starts()[i])
            m_streamBefore[i] = *(past - 1);
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

/// A thread comes to an operation after the last thing before it that held the thread.
void RunDependencies::linkHost()
{
    std::map<std::int32_t, std::uint32_t> lastOf;
    for (std::size_t i = 0; i < m_timeline.size(); ++i) {
        std::uint32_t &last = lastOf.try_emplace(m_timeline.thread(i), none).first->second;
        const std::int64_t issue = m_timeline.issue(i);
        if (last != none
            && (issue == unknownTime || issue >= m_timeline.ends()[last])) // else another, unknown thread issued it
            m_hostBefore[i] = last;
        if (holdsTheHost(m_timeline.kinds()[i]))
            last = static_cast<std::uint32_t>(i);
    }
}

template <typename Take>
void RunDependencies::forEachInto(std::uint32_t span, Take take) const
{
    const auto takeFrom = [&take](std::uint32_t from, DependencyKind kind) {
        if (from != none)
            take(from, kind);
    };
    const auto takeLinks = [&take, span](const std::vector<EventLink> &links, DependencyKind kind) {
        auto link =
            std::partition_point(links.begin(), links.end(), [span](const EventLink &l) { return l.to < span; });
        for (; link != links.end() && link->to == span; ++link)
            take(link->from, kind);
    };
    takeFrom(m_streamBefore[span], DependencyKind::Stream);
    takeLinks(m_barriers, DependencyKind::Stream);
    takeLinks(m_events, DependencyKind::Event);
    takeFrom(m_engineBefore[span], DependencyKind::Engine);
    takeFrom(m_hostBefore[span], DependencyKind::Host);
}

std::vector<Dependency> RunDependencies::into(std::uint32_t span) const
{
    std::vector<Dependency> list;
    forEachInto(span, [&](std::uint32_t from, DependencyKind kind) { list.push_back({from, span, kind}); });
    return list;
}

std::vector<Dependency> RunDependencies::outOf(std::uint32_t span) const
{
    std::vector<Dependency> list;
    const auto addFrom = [&](const std::vector<std::uint32_t> &before, DependencyKind kind) {
        for (std::size_t to = 0; to < before.size(); ++to)
            if (before[to] == span)
                list.push_back({span, static_cast<std::uint32_t>(to), kind});
    };
    addFrom(m_streamBefore, DependencyKind::Stream);
    const auto addLinks = [&list, span](const std::vector<EventLink> &links, DependencyKind kind) {
        for (const EventLink &link : links)
            if (link.from == span)
                list.push_back({span, link.to, kind});
    };
    addLinks(m_barriers, DependencyKind::Stream);
    addLinks(m_events, DependencyKind::Event);
    addFrom(m_engineBefore, DependencyKind::Engine); // the order after a synchronisation adds no information
    return list;
}

std::vector<CriticalStep> RunDependencies::criticalPath() const
{
    if (m_timeline.empty())
        return {};
    std::uint32_t last = 0;
    for (std::uint32_t i = 0; i < m_timeline.size(); ++i)
        if (m_timeline.ends()[i] > m_timeline.ends()[last])
            last = i;
    return criticalPathTo(last);
}

std::vector<CriticalStep> RunDependencies::criticalPathTo(std::uint32_t last) const
{
    std::vector<CriticalStep> path;
    std::vector<bool> seen(m_timeline.size(), false); // contradicting times must not make a cycle
    for (std::uint32_t at = last; at != none && !seen[at];) {
        seen[at] = true;
        path.push_back({at, std::nullopt});
        std::uint32_t best = none;
        const bool waits = m_timeline.kinds()[at] == OperationKind::Sync; // it began before what it waits for ended
        const std::int64_t past = waits ? m_timeline.ends()[at] : m_timeline.starts()[at];
        forEachInto(at, [&](std::uint32_t from, DependencyKind kind) {
            const std::int64_t end = m_timeline.ends()[from];
            if (end > past || seen[from] || (best != none && end <= m_timeline.ends()[best]))
                return;
            best = from;
            path.back().heldBy = kind;
        });
        at = best;
    }
    std::reverse(path.begin(), path.end());
    return path;
}

} // namespace streamscope
