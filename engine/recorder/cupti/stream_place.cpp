// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/recorder/cupti/stream_place.h"

#include "engine/recorder/cupti/driver.h"

namespace streamscope::recorder {

namespace {

bool isSpecial(CUstream stream)
{
    return !stream || stream == CU_STREAM_LEGACY || stream == CU_STREAM_PER_THREAD;
}

} // namespace

StreamPlace placeOf(const CuptiFunctions &functions, CUstream stream, CUcontext current, bool perThread)
{
    static const auto contextOf = driverFunction<decltype(&cuStreamGetCtx)>("cuStreamGetCtx");
    CUcontext context = current;
    if (!isSpecial(stream) && contextOf)
        contextOf(stream, &context);
    StreamPlace place;
    if (!context)
        return place;
    functions.deviceOf(context, &place.device);
    functions.contextNumber(context, &place.context);
    const bool ofThread = stream == CU_STREAM_PER_THREAD || (!stream && perThread);
    functions.streamNumber(isSpecial(stream) ? context : nullptr, isSpecial(stream) ? nullptr : stream,
                           ofThread ? 1 : 0, &place.stream);
    return place;
}

bool isCaptured(CUstream stream)
{
    static const auto isCapturing = driverFunction<decltype(&cuStreamIsCapturing)>("cuStreamIsCapturing");
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    return !isSpecial(stream) && isCapturing && isCapturing(stream, &status) == CUDA_SUCCESS
           && status != CU_STREAM_CAPTURE_STATUS_NONE;
}

} // namespace streamscope::recorder
