// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// True for a Program that was made from a trace: its kernels are stand-ins and its buffers do not show the data flow.
bool isReplay(const Program &program);

/// True for `host_work`, `sync` and calls outside of streams: for them nothing is put into a stream.
bool isOnHost(const Operation &operation);

/// True for time before an operation without a call in the file: what the host did there, and how long, nobody knows. A
/// replay gives such work a call's time, which stays.
bool isUnknownWork(const Operation &operation);

/// What the host takes for each operation, its work or its call, ns.
std::vector<std::int64_t> hostTimes(const Program &program);

/// Which call of a thread follows which. Work of the host between two calls is no call.
class CallOrder
{
public:
    explicit CallOrder(const Program &program);

    /// The next call of the same thread; Operation::none when there is none.
    std::int32_t next(std::size_t operation) const { return m_next[operation]; }
    /// The thread's work between `operation` and next(), ns.
    std::int64_t workBeforeNext(std::size_t operation) const { return m_work[operation]; }

private:
    std::vector<std::int32_t> m_next;
    std::vector<std::int64_t> m_work;
};

/// The work of a thread between two launches of a replay (Python, an allocator). Such work belongs to the launch behind
/// it; longer work is something of its own, but where operators of a framework fill it.
class LaunchWork
{
public:
    explicit LaunchWork(const Program &program);

    /// True for work that goes when the launch behind it goes. Always false outside of replays, where all work of the
    /// host was put there for itself.
    bool belongsToLaunch(const Operation &operation) const;
    /// The gap before a launch that is made once more, ns: a quarter of the gaps is shorter. The first launches of a
    /// kind load kernels and allocate memory; repeated ones do not. 0 without any gap.
    std::int64_t repeatedNs() const { return m_repeatedNs; }
    /// Longer work belongs to no launch, but where operators fill it. −1 outside of replays.
    std::int64_t mostNs() const { return m_mostNs; }

private:
    std::int64_t m_repeatedNs = 0;
    std::int64_t m_mostNs = -1;
};

} // namespace streamscope
