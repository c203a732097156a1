// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/host/host_event_list.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace streamscope {

namespace {

/// By thread and time; of those that begin at once the longest is the outermost.
bool isBefore(const NewHostEvent &a, const NewHostEvent &b)
{
    return std::tuple(a.thread, a.begin, -a.end, a.kind) < std::tuple(b.thread, b.begin, -b.end, b.kind);
}

} // namespace

HostEventList::HostEventList() : m_made(std::make_shared<HostEvents>())
{
    m_made->m_styles.emplace_back();
}

std::uint32_t HostEventList::intern(std::string_view name)
{
    if (const auto known = m_nameIndex.find(name); known != m_nameIndex.end())
        return known->second;
    const auto index = static_cast<std::uint32_t>(m_made->m_names.size());
    m_nameIndex.emplace(std::string(name), index);
    m_made->m_names.emplace_back(name);
    return index;
}

std::size_t HostEventList::keepWithin(std::int64_t first, std::int64_t last)
{
    return std::erase_if(m_events, [=](const NewHostEvent &event) { return event.begin < first || event.end > last; });
}

std::uint16_t HostEventList::style(const RangeStyle &style)
{
    std::vector<RangeStyle> &styles = m_made->m_styles;
    const auto known = std::find(styles.begin(), styles.end(), style);
    if (known != styles.end())
        return static_cast<std::uint16_t>(known - styles.begin());
    if (styles.size() >= mostStyles)
        return 0;
    styles.push_back(style);
    return static_cast<std::uint16_t>(styles.size() - 1);
}

/// The threads of the events by number. Files may give several of them one number.
void HostEventList::addThreads(const ThreadOf &threadOf)
{
    std::map<std::int32_t, EventThread> known;
    for (const NewHostEvent &event : m_events)
        if (known.empty() || known.find(event.thread) == known.end())
            known.emplace(event.thread, threadOf(event.thread));
    std::vector<std::pair<std::int32_t, EventThread>> threads(known.begin(), known.end());
    std::stable_sort(threads.begin(), threads.end(),
                     [](const auto &a, const auto &b) { return a.second.number < b.second.number; });
    std::map<std::int32_t, std::int32_t> places;
    std::vector<EventThread> &made = m_made->m_threads;
    for (auto &[old, thread] : threads) {
        if (made.empty() || made.back().number != thread.number)
            made.push_back(std::move(thread));
        places[old] = static_cast<std::int32_t>(made.size() - 1);
    }
    std::int32_t last = -1, place = 0; // neighbours mostly have one
    for (NewHostEvent &event : m_events) {
        if (event.thread != last) {
            last = event.thread;
            place = places[last];
        }
        event.thread = place;
    }
}

std::shared_ptr<const HostEvents> HostEventList::make(std::int64_t origin, const ThreadOf &threadOf)
{
    addThreads(threadOf);
    if (!std::is_sorted(m_events.begin(), m_events.end(), isBefore))
        std::sort(m_events.begin(), m_events.end(), isBefore);
    HostEvents &made = *m_made;
    const std::size_t size = m_events.size();
    made.m_begin.reserve(size);
    made.m_end.reserve(size);
    made.m_name.reserve(size);
    made.m_row.reserve(size);
    made.m_style.reserve(size);
    made.m_kind.reserve(size);
    for (const NewHostEvent &event : m_events) {
        EventThread &thread = made.m_threads[static_cast<std::size_t>(event.thread)];
        const auto index = static_cast<std::uint32_t>(made.m_begin.size());
        if (thread.past == 0)
            thread.first = index;
        thread.past = index + 1;
        made.m_begin.push_back(event.begin - origin);
        made.m_end.push_back(event.end - origin);
        made.m_name.push_back(event.name);
        made.m_row.push_back(0);
        made.m_style.push_back(event.style);
        made.m_kind.push_back(event.kind);
        ++made.m_counts[static_cast<std::size_t>(event.kind)];
    }
    m_events = {};
    m_nameIndex.clear();
    made.m_parent.assign(size, HostEvents::none);
    for (EventThread &thread : made.m_threads)
        nest(thread);
    return std::exchange(m_made, std::make_shared<HostEvents>());
}

/// Profilers round: an event may end up to a microsecond after its successor began. Where more overlaps, the later
/// event counts as within the earlier one and has a row below it.
void HostEventList::nest(EventThread &thread)
{
    constexpr std::int64_t rounding = 1'000; // nanoseconds
    struct Open
    {
        std::int64_t end;
        std::uint32_t event;
        int parents;             ///< how many events are found by following HostEvent::parent
        std::array<int, 2> rows; ///< taken by it and those that it is in
    };
    HostEvents &made = *m_made;
    std::vector<Open> open;
    std::int64_t firstEnd = std::numeric_limits<std::int64_t>::max(); // of the open events
    for (std::uint32_t i = thread.first; i < thread.past; ++i) {
        const std::int64_t begin = made.m_begin[i], end = made.m_end[i];
        while (!open.empty()
               && (open.back().end <= begin || (open.back().end < end && open.back().end - begin <= rounding)))
            open.pop_back();
        if (firstEnd <= begin) { // some that lie below others may be over, too
            std::erase_if(open, [begin](const Open &o) { return o.end <= begin; });
            firstEnd = std::numeric_limits<std::int64_t>::max();
            for (const Open &o : open)
                firstEnd = std::min(firstEnd, o.end);
        }
        Open now{end, i, 0, {}};
        if (!open.empty()) {
            now.rows = open.back().rows;
            now.parents = open.back().parents + 1;
            if (now.parents < HostEvents::mostRows)
                made.m_parent[i] = open.back().event;
            else
                now.parents = 0;
        }
        int &row = now.rows[static_cast<std::size_t>(rowsOf(made.m_kind[i]))];
        made.m_row[i] = static_cast<std::uint16_t>(std::min(row, HostEvents::mostRows - 1));
        row = std::min(row + 1, HostEvents::mostRows);
        for (std::size_t group = 0; group < thread.rows.size(); ++group)
            thread.rows[group] = std::max(thread.rows[group], now.rows[group]);
        if (open.size() < static_cast<std::size_t>(HostEvents::mostRows)) {
            open.push_back(now);
            firstEnd = std::min(firstEnd, end);
        }
    }
}

std::shared_ptr<const HostEvents> hostEventsIn(const HostEvents &events, std::int64_t begin, std::int64_t end)
{
    HostEventList list;
    const std::vector<EventThread> &threads = events.threads();
    for (std::size_t place = 0; place < threads.size(); ++place)
        for (std::uint32_t i = threads[place].first; i < threads[place].past; ++i) {
            if (events.begin(i) >= end || (events.end(i) <= begin && events.begin(i) < begin))
                continue;
            list.add({events.begin(i), events.end(i), list.intern(events.name(i)), static_cast<std::int32_t>(place),
                      list.style(events.style(i)), events.kind(i)});
        }
    return list.make(0, [&threads](std::int32_t place) {
        const EventThread &thread = threads[static_cast<std::size_t>(place)];
        return EventThread{thread.name, thread.process, thread.number, 0, 0, {}};
    });
}

} // namespace streamscope
