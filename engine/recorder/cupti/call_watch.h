// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/recorder/cupti/allocation_calls.h"
#include "engine/recorder/cupti/cupti_functions.h"
#include "engine/recorder/cupti/sync_calls.h"
#include "engine/recorder/cupti/watched_call.h"
#include "engine/recorder/recording_writer.h"

#include <array>
#include <atomic>
#include <cstdint>

namespace streamscope::recorder {

/// Synchronisations, records of events, allocations and releases, told by callbacks of these few calls. CUPTI has
/// records of them, too (SYNCHRONIZATION, CUDA_EVENT, MEMORY2), but for those it stands behind every call of the
/// driver: the first two cost 5 us for each kernel of a program in PyTorch, the third 0.25 us for each launch
/// (docs/measurements/recording.md).
class CallWatch
{
public:
    explicit CallWatch(const CuptiFunctions &functions) : m_functions(functions) {}

    /// `synchronizations`: also what is not an allocation or a release.
    void start(CUpti_SubscriberHandle subscriber, bool synchronizations);
    void stop(CUpti_SubscriberHandle subscriber);
    /// A call begins or ends, on any thread.
    void called(CUpti_CallbackDomain domain, CUpti_CallbackId id, const CUpti_CallbackData &call);
    /// Writes what has ended. The recorder's thread.
    void write(RecordingWriter &writer);
    /// Rows lost since the last time of asking.
    std::uint64_t lost() { return m_synchronizations.lost() + m_allocations.lost(); }

private:
    /// The call that a thread is in: calls of the driver inside of one of the runtime are part of it.
    struct OpenCall
    {
        std::uint32_t start = 0; ///< of the recording in which it began; 0: none is open
        CUpti_CallbackDomain domain = CUPTI_CB_DOMAIN_INVALID;
        std::uint32_t correlation = 0;
        std::int64_t begin = 0;
        EventRecords::Newest event;
    };
    using Calls = std::array<WatchedCall, pastCalls>;

    void find(CUpti_CallbackDomain domain);
    void enable(CUpti_SubscriberHandle subscriber, bool synchronizations, bool on);
    Calls &callsOf(CUpti_CallbackDomain domain);
    void end(const WatchedCall &what, const CUpti_CallbackData &call);

    static thread_local OpenCall t_open;

    const CuptiFunctions &m_functions;
    Calls m_runtime, m_driver; ///< by number
    bool m_found = false;
    std::atomic<std::uint32_t> m_start = 0; ///< which start this is: calls that began before it do not count
    SyncCalls m_synchronizations{m_functions};
    AllocationCalls m_allocations{m_functions};
};

} // namespace streamscope::recorder
