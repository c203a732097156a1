// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/lanes/host/range_looks.h"

#include "engine/timeline/host/python_frame.h"

namespace streamscope {

namespace {

enum Look : std::uint32_t { OperatorLook, PythonLook, WaitingLook, WorkingLook, FirstRangeLook };

/// So that a range has one colour in each lane and each run. FNV-1a.
std::uint32_t numberOf(const std::string &name)
{
    std::uint32_t hash = 2'166'136'261U;
    for (const char letter : name)
        hash = (hash ^ static_cast<unsigned char>(letter)) * 16'777'619U;
    return hash % 1'024;
}

} // namespace

RangeLooks::RangeLooks()
    : m_colours{{NamedBarsLook::Fill::Operator, 0},
                {NamedBarsLook::Fill::Python, 0},
                {NamedBarsLook::Fill::Waiting, 0},
                {NamedBarsLook::Fill::Working, 0}}
{}

std::uint32_t RangeLooks::add(const NamedBarsLook::Colour &colour)
{
    if (m_colours.size() < most) {
        m_colours.push_back(colour);
        return static_cast<std::uint32_t>(m_colours.size() - 1);
    }
    return FirstRangeLook + colour.value % (most - FirstRangeLook);
}

std::uint32_t RangeLooks::of(const HostEvents &events, std::uint32_t event)
{
    switch (events.kind(event)) {
    case HostEventKind::Operator:
        return OperatorLook;
    case HostEventKind::PythonFrame:
        return isWaitingName(events.name(event)) ? WaitingLook : PythonLook;
    case HostEventKind::OsCall:
        return isWaitingName(events.name(event)) ? WaitingLook : WorkingLook;
    case HostEventKind::Range:
        break;
    }
    const std::uint32_t own = events.style(event).colour & 0xffffffU;
    std::string name = events.name(event);
    while (!name.empty() && name.back() >= '0' && name.back() <= '9')
        name.pop_back();
    const auto [entry, isNew] = m_ranges.try_emplace(name + '#' + std::to_string(own), 0);
    if (isNew)
        entry->second =
            add(events.style(event).colour != 0 ? NamedBarsLook::Colour{NamedBarsLook::Fill::Own, own}
                                                : NamedBarsLook::Colour{NamedBarsLook::Fill::Hue, numberOf(name)});
    return entry->second;
}

} // namespace streamscope
