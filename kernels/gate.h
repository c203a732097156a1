// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cuda_runtime_api.h>

namespace streamscope {

/// Signals between the host and a gate's kernel, in mapped host memory.
struct GateWords
{
    unsigned open = 0;     ///< set by the host: release the stream
    unsigned timedOut = 0; ///< set by the kernel: it timed out
};

/// One thread that holds `stream` until `words->open`, at most `timeoutNs` nanoseconds of %globaltimer. `words` is the
/// device's address of mapped host memory.
cudaError_t launchGate(GateWords *words, long long timeoutNs, cudaStream_t stream);

/// Loads the gate's code now: a closed gate would block the loading of a kernel.
cudaError_t preloadGate();

} // namespace streamscope
