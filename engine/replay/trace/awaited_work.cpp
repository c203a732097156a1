// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/trace/awaited_work.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace streamscope {

namespace {

constexpr std::int64_t clocksDiffer = 2'000; // host and GPU times of one trace

} // namespace

AwaitedWork::AwaitedWork(const Timeline &timeline)
    : m_timeline(timeline), m_issued(timeline.streams().size()), m_ends(timeline.streams().size(), unknownTime)
{}

void AwaitedWork::issued(std::uint32_t span, std::int32_t operation, std::int32_t thread)
{
    const std::int32_t stream = m_timeline.streamIndices()[span];
    std::vector<Issued> &all = m_issued[static_cast<std::size_t>(stream)];
    if (all.empty())
        m_used.push_back(stream);
    const std::int64_t start = m_timeline.starts()[span], end = m_timeline.ends()[span];
    const std::int64_t issue = m_timeline.issue(span);
    all.push_back({operation, stream, issue == unknownTime ? start : issue, end});
    std::int64_t &latest = m_ends[static_cast<std::size_t>(stream)];
    latest = std::max(latest, end);
    if (static_cast<std::size_t>(thread) >= m_lastStream.size()) {
        m_lastStream.resize(static_cast<std::size_t>(thread) + 1, -1);
        m_lastWork.resize(m_lastStream.size());
        m_streamsOf.resize(m_lastStream.size());
    }
    m_streamsOf[static_cast<std::size_t>(thread)].insert(stream);
    m_lastStream[static_cast<std::size_t>(thread)] = stream;
    if (!m_timeline.collective(span))
        m_lastWork[static_cast<std::size_t>(thread)] = all.back();
}

void AwaitedWork::heldUntil(std::int32_t stream, std::int64_t time)
{
    std::int64_t &latest = m_ends[static_cast<std::size_t>(stream)];
    latest = std::max(latest, time);
}

std::optional<std::int64_t> AwaitedWork::endOf(std::int32_t stream, int device) const
{
    std::optional<std::int64_t> end;
    for (const std::int32_t used : m_used) {
        const bool counts =
            stream >= 0 ? used == stream : m_timeline.streams()[static_cast<std::size_t>(used)].device == device;
        if (counts)
            end = std::max(end.value_or(unknownTime), latestEndOf(used));
    }
    return end;
}

int AwaitedWork::deviceOf(std::int32_t thread) const
{
    std::int32_t stream =
        static_cast<std::size_t>(thread) < m_lastStream.size() ? m_lastStream[static_cast<std::size_t>(thread)] : -1;
    if (stream < 0 && !m_used.empty())
        stream = m_used.front();
    return stream < 0 ? 0 : m_timeline.streams()[static_cast<std::size_t>(stream)].device;
}

std::int32_t AwaitedWork::streamOf(const TraceStep &sync) const
{
    const auto thread = static_cast<std::size_t>(sync.thread);
    const std::int32_t last = thread < m_lastStream.size() ? m_lastStream[thread] : -1;
    const std::int64_t until = sync.end + clocksDiffer;
    // One that was done long before was not what the call waited for.
    const bool lastFits = last >= 0 && latestEndOf(last) <= until;
    if (lastFits && (latestEndOf(last) <= sync.begin || latestEndOf(last) + sameMomentNs >= sync.end))
        return last;
    std::int32_t best = -1;
    std::tuple<bool, bool, std::int64_t> bestFit;
    for (const std::int32_t used : m_used) {
        const std::int64_t end = latestEndOf(used);
        const bool own = thread < m_streamsOf.size() && m_streamsOf[thread].contains(used), held = end > sync.begin;
        if (const std::tuple fit(held, own, end); end <= until && (own || held) && (best < 0 || fit > bestFit)) {
            best = used;
            bestFit = fit;
        }
    }
    if (lastFits && (best < 0 || latestEndOf(best) <= latestEndOf(last)))
        return last;
    return best < 0 && last >= 0 && latestEndOf(last) <= until + sameMomentNs ? last : best;
}

const AwaitedWork::Issued *AwaitedWork::endedBy(std::int32_t stream, std::int64_t time) const
{
    const std::vector<Issued> &all = m_issued[static_cast<std::size_t>(stream)];
    for (auto issued = all.rbegin(); issued != all.rend(); ++issued)
        if (issued->end <= time)
            return &*issued;
    return nullptr;
}

const AwaitedWork::Issued *AwaitedWork::eventOf(const TraceStep &sync) const
{
    const Issued *best = nullptr;
    for (const std::int32_t used : m_used) {
        const Issued *const ended = endedBy(used, sync.end + clocksDiffer);
        if (ended && ended->end > sync.begin && (!best || ended->end > best->end))
            best = ended;
    }
    return best;
}

const AwaitedWork::Issued *AwaitedWork::lastOf(std::int32_t thread) const
{
    const bool known = static_cast<std::size_t>(thread) < m_lastWork.size()
                       && m_lastWork[static_cast<std::size_t>(thread)].operation >= 0;
    return known ? &m_lastWork[static_cast<std::size_t>(thread)] : nullptr;
}

const AwaitedWork::Issued *AwaitedWork::heldBackBy(std::int32_t stream, std::int64_t start, std::int64_t callEnd) const
{
    const Issued *best = nullptr;
    for (const std::int32_t used : m_used) {
        const Issued *const ended = used == stream ? nullptr : endedBy(used, start + clocksDiffer);
        const bool lets = ended && ended->end > callEnd && start - ended->end <= sameMomentNs
                          && m_lastRecord != unknownTime && m_lastRecord >= ended->issue;
        if (lets && (!best || ended->end > best->end))
            best = ended;
    }
    return best;
}

const AwaitedWork::Issued *AwaitedWork::collectedBy(std::int32_t thread, std::int32_t stream, std::int64_t start) const
{
    const Issued *const work = lastOf(thread);
    const bool comes = work && work->stream != stream && work->end <= start + clocksDiffer
                       && m_lastRecord != unknownTime && m_lastRecord >= work->issue;
    return comes ? work : nullptr;
}

} // namespace streamscope
