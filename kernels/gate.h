// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cuda_runtime_api.h>

namespace streamscope {

/// What the host and a gate's kernel tell each other, in mapped host memory.
struct GateWords
{
    unsigned open = 0;     ///< the host sets it: let the stream go
    unsigned timedOut = 0; ///< the kernel sets it: it waited too long and left by itself
};

/// One thread that holds `stream` until `words->open`, at most `timeoutNs` nanoseconds of %globaltimer. `words` is the
/// device's address of mapped host memory.
cudaError_t launchGate(GateWords *words, long long timeoutNs, cudaStream_t stream);

/// Loads its code now: a gate that is closed while a kernel is loaded would hold that up, too.
cudaError_t preloadGate();

} // namespace streamscope
