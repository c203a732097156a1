// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/host/host_events.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <unordered_map>

namespace streamscope {

/// An event of a foreign trace, in the trace's own times.
struct NewHostEvent
{
    std::int64_t begin = 0, end = 0;
    std::uint32_t name = 0;  ///< from HostEventList::intern()
    std::int32_t thread = 0; ///< any number from 0 on; HostEventList::make() says what thread this is
    std::uint16_t style = 0; ///< from HostEventList::style()
    HostEventKind kind = HostEventKind::Operator;
};

/// Collects the events of the host in any order and arranges them: by thread and begin, each with the event that was
/// open when it began, and a row in which it overlaps no other.
class HostEventList
{
public:
    /// The most bytes that an event takes until make() is done, without its name.
    static constexpr std::size_t bytesPerEvent = 3 * sizeof(NewHostEvent) + 29;
    static constexpr std::size_t mostStyles = 4'096;

    HostEventList();
    std::uint32_t intern(std::string_view name);
    /// Number of the style, which is stored once; beyond mostStyles the one without domain and colour.
    std::uint16_t style(const RangeStyle &style);
    void add(const NewHostEvent &event) { m_events.push_back(event); }

    /// Removes events that begin before `first` or end after `last`, and says how many.
    std::size_t keepWithin(std::int64_t first, std::int64_t last);

    std::size_t size() const { return m_events.size(); }
    std::size_t names() const { return m_made->m_names.size(); }
    /// By NewHostEvent::thread, also of those without events: name, process and number of the EventThread.
    using ThreadOf = std::function<EventThread(std::int32_t thread)>;
    /// Takes `origin` off the times. The list is empty afterwards.
    std::shared_ptr<const HostEvents> make(std::int64_t origin, const ThreadOf &threadOf);

private:
    struct TextHash
    {
        using is_transparent = void; // look-ups need no std::string
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };
    void addThreads(const ThreadOf &threadOf);
    void nest(EventThread &thread);

    std::vector<NewHostEvent> m_events;
    std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> m_nameIndex;
    std::shared_ptr<HostEvents> m_made;
};

/// The events that are open at some time in [begin, end), whole.
std::shared_ptr<const HostEvents> hostEventsIn(const HostEvents &events, std::int64_t begin, std::int64_t end);

} // namespace streamscope
