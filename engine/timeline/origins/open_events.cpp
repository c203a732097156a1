// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/origins/open_events.h"

namespace streamscope {

OpenEvents::OpenEvents(const Timeline &timeline) : m_timeline(timeline), m_events(*timeline.hostEvents())
{
    std::map<std::string, std::int64_t> most;
    for (const EventThread &thread : m_events.threads()) {
        std::int64_t time = 0; // of the outermost ones
        for (std::uint32_t i = thread.first; i < thread.past; ++i)
            if (m_events.row(i) == 0
                && (m_events.kind(i) == HostEventKind::Range || m_events.kind(i) == HostEventKind::PythonFrame))
                time += m_events.end(i) - m_events.begin(i);
        if (time > most[thread.process]) {
            most[thread.process] = time;
            m_callers[thread.process] = &thread;
        }
    }
}

bool OpenEvents::isAutograd(std::uint32_t event) const
{
    for (; event != HostEvents::none; event = m_events.parent(event))
        if (m_events.kind(event) == HostEventKind::Operator && m_events.name(event).starts_with("autograd::engine"))
            return true;
    return false;
}

OpenEvents::Innermost OpenEvents::at(std::size_t operation) const
{
    Innermost innermost;
    const std::int64_t issue = m_timeline.issue(operation);
    const EventThread *thread = issue == unknownTime ? nullptr : m_events.thread(m_timeline.thread(operation));
    if (!thread)
        return innermost;
    innermost.own = m_events.innermostAt(*thread, issue);
    const auto caller = m_callers.find(thread->process);
    if (caller != m_callers.end() && caller->second != thread && isAutograd(innermost.own))
        innermost.caller = m_events.innermostAt(*caller->second, issue);
    return innermost;
}

} // namespace streamscope
