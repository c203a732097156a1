// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/recorder/cupti/sync_calls.h"

#include "engine/recorder/clock.h"
#include "engine/recorder/cupti/call_result.h"
#include "engine/recorder/cupti/stream_place.h"

namespace streamscope::recorder {

namespace {

struct Handles
{
    CUstream stream = nullptr;
    CUevent event = nullptr;
};

/// The parameters of these calls begin with one or two handles.
Handles handlesOf(CallPurpose purpose, const void *parameters)
{
    const auto *handles = static_cast<void *const *>(parameters);
    switch (purpose) {
    case CallPurpose::StreamWaitEvent:
        return {static_cast<CUstream>(handles[0]), static_cast<CUevent>(handles[1])};
    case CallPurpose::EventRecord:
        return {static_cast<CUstream>(handles[1]), static_cast<CUevent>(handles[0])};
    case CallPurpose::StreamSynchronize:
        return {static_cast<CUstream>(handles[0]), nullptr};
    case CallPurpose::EventSynchronize:
    case CallPurpose::EventDestroy:
        return {nullptr, static_cast<CUevent>(handles[0])};
    default:
        return {};
    }
}

/// As CUPTI numbers them in CUpti_ActivitySynchronizationType.
std::uint8_t typeOf(CallPurpose purpose)
{
    switch (purpose) {
    case CallPurpose::EventSynchronize:
        return CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE;
    case CallPurpose::StreamWaitEvent:
        return CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT;
    case CallPurpose::StreamSynchronize:
        return CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE;
    default:
        return CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE;
    }
}

bool isAboutStream(CallPurpose purpose)
{
    return purpose == CallPurpose::StreamWaitEvent || purpose == CallPurpose::StreamSynchronize
           || purpose == CallPurpose::EventRecord;
}

} // namespace

EventRecords::Newest SyncCalls::begins(const WatchedCall &what, const CUpti_CallbackData &call)
{
    const CUevent event = handlesOf(what.purpose, call.functionParams).event;
    if (what.purpose == CallPurpose::EventRecord)
        return m_events.record(event);
    if (what.purpose == CallPurpose::EventDestroy)
        m_events.forget(event); // another thread may get its place when the call returns
    else if (event)
        return m_events.newestOf(event);
    return {recording::none, 0};
}

void SyncCalls::ended(const WatchedCall &what, const CUpti_CallbackData &call, std::int64_t begin,
                      EventRecords::Newest event)
{
    const std::int64_t now = nowNs();
    const std::int32_t result = resultOf(call);
    const CUstream stream = handlesOf(what.purpose, call.functionParams).stream;
    const bool aboutStream = isAboutStream(what.purpose);
    StreamPlace place;
    if (result == 0) { // else the handle may be none
        if (aboutStream && isCaptured(stream))
            return;
        place = placeOf(m_functions, stream, call.context, what.perThread);
        if (!aboutStream)
            place.stream = recording::none;
    }
    if (what.purpose == CallPurpose::EventRecord) {
        if (result == 0)
            m_records.add(
                {place.device, place.context, place.stream, call.correlationId, event.event, event.record, 0});
    } else if (what.purpose != CallPurpose::EventDestroy) {
        m_synchronizations.add({begin, now, typeOf(what.purpose), place.context, place.stream, call.correlationId,
                                event.event, event.record, result});
    }
}

void SyncCalls::write(RecordingWriter &writer)
{
    m_records.write(writer);
    m_synchronizations.write(writer);
}

} // namespace streamscope::recorder
