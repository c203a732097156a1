// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/recorder/cupti/cupti_functions.h"
#include "resources/recorder/recording_format.h"

#include <cuda.h>

#include <cstdint>

namespace streamscope::recorder {

/// The numbers by which CUPTI's records name a stream; `none` where they are not known.
struct StreamPlace
{
    std::uint32_t device = recording::none, context = recording::none, stream = recording::none;
};

/// Of a valid handle, or of a special one (0, CU_STREAM_LEGACY, CU_STREAM_PER_THREAD). `current`: the context of the
/// calling thread; a stream of its own belongs to a context that need not be that. `perThread`: the null stream is the
/// thread's own.
StreamPlace placeOf(const CuptiFunctions &functions, CUstream stream, CUcontext current, bool perThread);

/// What is issued to a stream that is captured does not happen then.
bool isCaptured(CUstream stream);

} // namespace streamscope::recorder
