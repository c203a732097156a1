// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

namespace streamscope {

/// Which calls of other threads wait while a thread is in the call of a pageable copy, as long as that takes: the
/// driver's lock. Calls that issue to the NULL stream take it alone, as host functions do; others share it. So nobody
/// issues beside a pageable copy of the NULL stream, and nobody issues to the NULL stream beside any pageable copy.
/// Synchronisations, waits for events and allocations from pools do not take it. Measured on four H200s, CUDA 13: two
/// threads, streams of all three kinds, both directions, idle streams and busy ones (docs/measurements/host-calls.md).
class DriverLock
{
public:
    /// `program` must outlive this.
    explicit DriverLock(const Program &program) : m_program(program) {}

    /// Its call keeps others out: a pageable copy.
    bool isHeldBy(const Operation &operation) const;
    /// `call`, of another thread, waits while `holder`, for which isHeldBy() is true, is in its call.
    bool keepsOut(const Operation &holder, const Operation &call) const;

private:
    bool usesNullStream(const Operation &operation) const;

    const Program &m_program;
};

} // namespace streamscope
