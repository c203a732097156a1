// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cuda_runtime_api.h>

namespace streamscope {

/// Four bytes of device memory that a copy will write.
struct WatchedWord
{
    unsigned *address;
    unsigned poison; ///< the value before the copy, different from the copy's data
};

/// Signals for aligning the host's clock with %globaltimer, in mapped host memory.
struct TimerSignal
{
    unsigned long long time; ///< the kernel writes %globaltimer repeatedly
    unsigned done;           ///< set after the last time was written
};

/// The value of a slot whose word was not seen to change, and of one whose word had changed before the first look.
inline constexpr unsigned long long wordNotSeen = 0, wordSeenTooLate = 1;

/// The input of one launch, in device memory, except `signal`, which is the device's address of host memory.
struct WatchTask
{
    const WatchedWord *words; ///< in the order in which they are expected
    int count;                ///< 0: only the signals are written
    unsigned long long *seen; ///< by word: when it was seen to change, in nanoseconds of %globaltimer
    unsigned *stop;           ///< not 0: leave at once
    TimerSignal *signal;
    int signals;              ///< number of times to write, some microseconds apart
    long long limitNs;        ///< of %globaltimer: leave after this time at the latest
    long long maxUnwatchedNs; ///< ns: a word that changed during a longer pause was seen too late
};

/// Writes the poison into the words, clears the slots and resets `stop`. Returns the launch's own error.
cudaError_t launchPoison(const WatchTask &task, cudaStream_t stream);

/// One warp that writes the signals, polls the words until all have changed, and notes when. It polls the first 128
/// unchanged words at once.
cudaError_t launchWatch(const WatchTask &task, cudaStream_t stream);

/// Loads the code of both kernels now: a running watch kernel would block the loading of another kernel.
cudaError_t preloadWatch();

} // namespace streamscope
