// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <string_view>

namespace streamscope::recorder {

/// The calls that are told by callbacks, by what they do.
enum class CallPurpose : std::uint8_t {
    Other,
    EventSynchronize,
    StreamWaitEvent,
    StreamSynchronize,
    ContextSynchronize,
    EventRecord,
    EventDestroy,
    Allocate,
    AllocateOfPool, ///< asynchronously
    AllocateAsync,
    AllocateHost,
    AllocateManaged,
    Free,
    FreeAsync,
    FreeHost,
};

struct WatchedCall
{
    CallPurpose purpose = CallPurpose::Other;
    bool perThread = false; ///< its null stream is the thread's own
};

/// By the name that CUPTI has for it: of the runtime or the driver, in any version, for the legacy or the per-thread
/// default stream. "cudaEventRecord_ptsz_v7000" and "cuEventRecord" have one purpose.
WatchedCall watchedCall(std::string_view name);

} // namespace streamscope::recorder
