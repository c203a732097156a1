// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/recorder/cupti/allocation_calls.h"

#include "engine/recorder/cupti/call_result.h"
#include "engine/recorder/cupti/stream_place.h"

namespace streamscope::recorder {

namespace {

struct Shape
{
    bool releases = false;
    std::uint8_t memory = CUPTI_ACTIVITY_MEMORY_KIND_UNKNOWN; ///< a release does not say it
    int streamAt = -1;                                        ///< which parameter is the stream; −1: none
};

Shape shapeOf(CallPurpose purpose)
{
    switch (purpose) {
    case CallPurpose::AllocateAsync:
        return {false, CUPTI_ACTIVITY_MEMORY_KIND_DEVICE, 2};
    case CallPurpose::AllocateOfPool:
        return {false, CUPTI_ACTIVITY_MEMORY_KIND_DEVICE, 3};
    case CallPurpose::AllocateHost:
        return {false, CUPTI_ACTIVITY_MEMORY_KIND_PINNED, -1};
    case CallPurpose::AllocateManaged:
        return {false, CUPTI_ACTIVITY_MEMORY_KIND_MANAGED, -1};
    case CallPurpose::Free:
        return {true, CUPTI_ACTIVITY_MEMORY_KIND_UNKNOWN, -1};
    case CallPurpose::FreeAsync:
        return {true, CUPTI_ACTIVITY_MEMORY_KIND_DEVICE, 1};
    case CallPurpose::FreeHost:
        return {true, CUPTI_ACTIVITY_MEMORY_KIND_PINNED, -1};
    default:
        return {false, CUPTI_ACTIVITY_MEMORY_KIND_DEVICE, -1};
    }
}

} // namespace

/// The parameters are words of 64 bits each: where the address is put and the bytes, or the address; then the stream.
void AllocationCalls::ended(const WatchedCall &what, const CUpti_CallbackData &call, std::int64_t end)
{
    const Shape shape = shapeOf(what.purpose);
    const auto *words = static_cast<const std::uint64_t *>(call.functionParams);
    const auto stream = shape.streamAt >= 0 ? reinterpret_cast<CUstream>(words[shape.streamAt]) : nullptr;
    if (resultOf(call) != 0 || (shape.releases && words[0] == 0) || (shape.streamAt >= 0 && isCaptured(stream)))
        return;
    const StreamPlace place = placeOf(m_functions, stream, call.context, what.perThread);
    recording::AllocationRow row{};
    row.time = end;
    row.operation =
        shape.releases ? CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE : CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION;
    row.memory = shape.memory;
    row.asynchronous = shape.streamAt >= 0;
    row.address = shape.releases ? words[0] : *reinterpret_cast<const std::uint64_t *>(words[0]);
    row.bytes = shape.releases ? 0 : words[1];
    row.device = place.device;
    row.context = place.context;
    row.stream = shape.streamAt >= 0 ? place.stream : recording::none;
    row.correlation = call.correlationId;
    m_rows.add(row);
}

} // namespace streamscope::recorder
