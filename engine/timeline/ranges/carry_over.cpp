// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/ranges/carry_over.h"

#include <utility>

namespace streamscope {

CarryOver::CarryOver(const Timeline &from, Timeline &to, std::int32_t firstStream, int firstDevice)
    : m_from(from), m_to(to), m_firstStream(firstStream), m_firstDevice(firstDevice), m_places(from.size(), none),
      m_names(from.names().size(), none), m_shapes(from.launchShapes().size() + 1, 0),
      m_origins(from.origins().origins(), 0)
{}

std::uint32_t CarryOver::name(std::uint32_t index)
{
    if (index >= m_names.size())
        return m_to.intern(m_from.name(index));
    if (m_names[index] == none)
        m_names[index] = m_to.intern(m_from.name(index));
    return m_names[index];
}

void CarryOver::span(std::size_t old)
{
    const std::size_t place = m_to.size() - 1;
    m_places[old] = static_cast<std::uint32_t>(place);
    if (const std::uint32_t shape = m_from.shapeNumber(old); shape > 0) {
        if (m_shapes[shape] == 0)
            m_shapes[shape] = m_to.internShape(m_from.launchShapes()[shape - 1]);
        m_to.setLaunchShape(place, m_shapes[shape]);
    }
    if (const std::uint32_t number = m_from.origins().numberOf(old); number > 0)
        m_to.origins().set(place, origin(number));
    if (const Collective *collective = m_from.collective(old))
        m_to.setCollective(place, *collective);
    if (const PeerDevices *peers = m_from.peerDevices(old))
        m_to.setPeerDevices(place, {peers->from + m_firstDevice, peers->to + m_firstDevice});
}

std::uint32_t CarryOver::origin(std::uint32_t number)
{
    if (m_origins[number] == 0) {
        HostOrigin made = m_from.origins().origin(number);
        for (std::uint32_t &text : made)
            text = m_to.origins().intern(m_from.origins().text(text));
        m_origins[number] = m_to.origins().add(made);
    }
    return m_origins[number];
}

void CarryOver::links() const
{
    std::vector<EventLink> links = m_to.eventLinks();
    for (const EventLink &link : m_from.eventLinks())
        if (m_places[link.from] != none && m_places[link.to] != none)
            links.push_back({m_places[link.from], m_places[link.to]});
    m_to.setEventLinks(std::move(links));
}

/// The first span of the call that `to` has; the first span behind the call's spans when it has none.
std::uint32_t CarryOver::firstOf(const HostCall &call) const
{
    std::uint32_t first = call.firstSpan;
    const std::uint32_t past = call.firstSpan + call.spans;
    while (first < past && (first >= m_places.size() || m_places[first] == none))
        ++first;
    return first;
}

HostCall CarryOver::moved(HostCall call)
{
    const std::uint32_t past = call.firstSpan + call.spans;
    std::uint32_t first = firstOf(call);
    call.firstSpan = none;
    call.spans = 0;
    for (; first < past && first < m_places.size(); ++first)
        if (m_places[first] != none)
            call.addSpan(m_places[first]);
    call.name = name(call.name);
    call.stream += call.stream < 0 ? 0 : m_firstStream;
    return call;
}

void CarryOver::calls(const CallFilter &filter)
{
    const HostCalls &known = m_from.hostCalls();
    if (known.empty())
        return;
    HostCalls all = m_to.hostCalls();
    const std::size_t before = all.size();
    std::vector<std::uint32_t> places(known.size(), none);
    for (std::size_t i = 0; i < known.size(); ++i) {
        HostCall call = known[i];
        if (!filter(call))
            continue;
        places[i] = static_cast<std::uint32_t>(all.size());
        all.append(moved(call));
    }
    for (std::size_t i = before; i < all.size(); ++i)
        if (all[i].record != none)
            all[i].record = all[i].record < places.size() ? places[all[i].record] : none;
    all.sortByBegin();
    m_to.setHostCalls(std::move(all));
}

} // namespace streamscope
