// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"
#include "engine/timeline/timeline.h"

#include <cstddef>

namespace streamscope {

struct InferredNullStream
{
    std::size_t streams = 0;   ///< that seem to wait
    bool smallWaited = false;  ///< work that needs little room did, some times: a full GPU would have let it in
    bool copiesWaited = false; ///< many copies did, for kernels: they need no room
};

/// Most traces are silent about which streams wait for the NULL stream, but show it: work on either side that could
/// have started beside the other side's never did. CUPTI gives the NULL stream the number 7, our own files call it
/// "null". Such a stream of a replayed Program becomes the NULL stream, and the others that seem to wait for it become
/// blocking streams. Without any the Program stays as it is. A full GPU looks much the same: whoever asks simulates
/// both.
InferredNullStream inferNullStream(const Timeline &timeline, Program &program);

/// Takes away waits for events that were concluded from times, which have no call, where the order with the NULL stream
/// makes their streams wait anyway: these waits were that order, and no stream keeps them without it. Returns how many.
std::size_t dropImpliedWaits(Program &program);

} // namespace streamscope
