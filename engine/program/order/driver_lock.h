// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

namespace streamscope {

/// Which calls of other threads wait while a thread is in the call of a pageable copy, as long as that takes: the
/// driver's lock. Calls that issue to the NULL stream take it alone, as host functions do; others share it. So nobody
/// issues beside a pageable copy of the NULL stream, and nobody issues to the NULL stream beside any pageable copy.
/// Synchronisations, waits for events and allocations from pools do not take it. Measured on four H200s, CUDA 13: two
/// threads, streams of all three kinds, both directions, idle streams and busy ones (docs/measurements/host-calls.md).
/// cudaMalloc and cudaFree take it alone, too: nobody issues beside them, to any stream. In a trace of an H200 all 47
/// calls of another thread that began meanwhile ended behind them.
class DriverLock
{
public:
    /// `program` must outlive this.
    explicit DriverLock(const Program &program) : m_program(program) {}

    /// Its call keeps others out: a pageable copy, cudaMalloc or cudaFree. What cudaHostAlloc does is not known.
    bool isHeldBy(const Operation &operation) const;
    /// How far into such a call others still get in, nanoseconds: 5 us of a pageable copy (seen on an H200), while one
    /// that began 1 us behind cudaMalloc waited.
    static std::int64_t untilHeldNs(const Operation &holder) { return isAllocation(holder.kind) ? 0 : 5'000; }
    /// `call`, of another thread, waits while `holder`, for which isHeldBy() is true, is in its call.
    bool keepsOut(const Operation &holder, const Operation &call) const;

private:
    static bool takesAll(const Operation &operation); ///< alone, whatever its stream
    bool usesNullStream(const Operation &operation) const;

    const Program &m_program;
};

} // namespace streamscope
