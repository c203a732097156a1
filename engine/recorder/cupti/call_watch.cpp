// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/recorder/cupti/call_watch.h"

#include "engine/recorder/clock.h"

#include <utility>

namespace streamscope::recorder {

namespace {

constexpr std::array domains{CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_CB_DOMAIN_DRIVER_API};

bool isAllocation(CallPurpose purpose)
{
    return purpose >= CallPurpose::Allocate;
}

} // namespace

thread_local CallWatch::OpenCall CallWatch::t_open;

CallWatch::Calls &CallWatch::callsOf(CUpti_CallbackDomain domain)
{
    return domain == CUPTI_CB_DOMAIN_DRIVER_API ? m_driver : m_runtime;
}

void CallWatch::find(CUpti_CallbackDomain domain)
{
    const char *name = nullptr;
    for (CUpti_CallbackId id = 1; id < pastCalls; ++id)
        if (m_functions.callbackName(domain, id, &name) == CUPTI_SUCCESS && name)
            callsOf(domain)[id] = watchedCall(name);
}

void CallWatch::enable(CUpti_SubscriberHandle subscriber, bool synchronizations, bool on)
{
    for (const CUpti_CallbackDomain domain : domains)
        for (CUpti_CallbackId id = 1; id < pastCalls; ++id)
            if (const CallPurpose purpose = callsOf(domain)[id].purpose;
                purpose != CallPurpose::Other && (synchronizations || isAllocation(purpose)))
                m_functions.enableCallback(on ? 1 : 0, subscriber, domain, id);
}

void CallWatch::start(CUpti_SubscriberHandle subscriber, bool synchronizations)
{
    if (!std::exchange(m_found, true))
        for (const CUpti_CallbackDomain domain : domains)
            find(domain);
    ++m_start;
    enable(subscriber, synchronizations, true);
}

void CallWatch::stop(CUpti_SubscriberHandle subscriber)
{
    enable(subscriber, true, false);
    m_synchronizations.stopSeeing();
}

void CallWatch::called(CUpti_CallbackDomain domain, CUpti_CallbackId id, const CUpti_CallbackData &call)
{
    if (id >= pastCalls)
        return;
    const WatchedCall &what = callsOf(domain)[id];
    const bool isOpen = t_open.start == m_start;
    if (isOpen && t_open.domain != domain)
        return; // inside of another
    if (call.callbackSite == CUPTI_API_ENTER) {
        t_open = {m_start, domain, call.correlationId, nowNs(), m_synchronizations.begins(what, call)};
    } else if (isOpen && t_open.correlation == call.correlationId) {
        end(what, call);
        t_open = {};
    }
}

void CallWatch::end(const WatchedCall &what, const CUpti_CallbackData &call)
{
    if (isAllocation(what.purpose))
        m_allocations.ended(what, call, nowNs());
    else
        m_synchronizations.ended(what, call, t_open.begin, t_open.event);
}

void CallWatch::write(RecordingWriter &writer)
{
    m_synchronizations.write(writer);
    m_allocations.write(writer);
}

} // namespace streamscope::recorder
