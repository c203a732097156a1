// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/recorder/cupti/cupti_functions.h"
#include "engine/recorder/cupti/event_records.h"
#include "engine/recorder/cupti/pending_rows.h"
#include "engine/recorder/cupti/watched_call.h"

#include <cstdint>

namespace streamscope::recorder {

/// Rows of the calls that synchronise, and of those that record an event. Calls on streams that are captured do
/// nothing, and have none.
class SyncCalls
{
public:
    explicit SyncCalls(const CuptiFunctions &functions) : m_functions(functions) {}

    /// Any thread. The record that the call makes or waits for.
    EventRecords::Newest begins(const WatchedCall &what, const CUpti_CallbackData &call);
    /// Any thread. `begin`: nowNs() when it began; `event`: what begins() gave.
    void ended(const WatchedCall &what, const CUpti_CallbackData &call, std::int64_t begin, EventRecords::Newest event);
    /// From here on calls are not told.
    void stopSeeing() { m_events.forgetAll(); }
    void write(RecordingWriter &writer);
    std::uint64_t lost() { return m_synchronizations.lost() + m_records.lost(); }

private:
    const CuptiFunctions &m_functions;
    EventRecords m_events;
    PendingRows<recording::SynchronizationRow> m_synchronizations;
    PendingRows<recording::EventRecordRow> m_records;
};

} // namespace streamscope::recorder
