// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cuda_runtime_api.h>

namespace streamscope {

/// Four bytes of device memory that a copy is going to write.
struct WatchedWord
{
    unsigned *address;
    unsigned poison; ///< what lies there until then: not what the copy brings
};

/// How the host learns where its clock lies to %globaltimer, in mapped host memory.
struct TimerSignal
{
    unsigned long long time; ///< the kernel writes %globaltimer, again and again
    unsigned done;           ///< it has written the last one
};

/// What a slot holds whose word nobody saw change, and that of a word that had changed before anybody looked.
inline constexpr unsigned long long wordNotSeen = 0, wordSeenTooLate = 1;

/// What one launch works on; all in device memory but the signal, which is the device's address of host memory.
struct WatchTask
{
    const WatchedWord *words; ///< in the order in which they are expected
    int count;                ///< 0: only the signals are given
    unsigned long long *seen; ///< by word: %globaltimer in nanoseconds when it was seen to change
    unsigned *stop;           ///< not 0: leave at once
    TimerSignal *signal;
    int signals;             ///< how many times are written, some microseconds apart
    long long limitNs;       ///< of %globaltimer: leave after that, whatever is missing
    long long mostUnwatched; ///< ns: a word that changed while nobody looked for longer was seen too late
};

/// Puts the poison into the words, empties the slots and takes the stop back. Returns the launch's own error.
cudaError_t launchPoison(const WatchTask &task, cudaStream_t stream);

/// One warp that gives the signals, looks at the words until all have changed, and notes when. Of many words it looks
/// at the first 128 that it has not seen change yet.
cudaError_t launchWatch(const WatchTask &task, cudaStream_t stream);

/// Loads the code of both now: a kernel that watches would hold up the loading of another one.
cudaError_t preloadWatch();

} // namespace streamscope
