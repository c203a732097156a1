// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/replay/trace/trace_steps.h"
#include "engine/timeline/timeline.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace streamscope {

/// Host functions (cudaLaunchHostFunc) of files that show only their calls, as those of PyTorch's profiler: it does not
/// record when a function ran. One stands in the stream that its thread used last, or in the one that it uses next,
/// as the starts there tell, and holds back what is behind it: from the end of the work before it to the start of the
/// next operation, or to the return of a wait. That is the time in which the driver's thread wakes up, and the
/// function's own. Where most of a stream hold nothing back they are not in it: those that events join to it then stand
/// in a stream of their own (FunctionJoins), and nobody knows the stream of the others.
class StreamFunctions
{
public:
    struct Function
    {
        std::int32_t stream = -1;   ///< the Timeline's
        bool isApart = false;       ///< beside `stream`, in a stream of its own
        std::int64_t end = 0;       ///< in the Timeline's times
        std::int64_t heldNs = 0;    ///< its stream; those in a row share it. 0 where nothing had to wait
        std::int64_t sleptNs = 0;   ///< the driver's thread before it
        bool behindAnother = false; ///< in a row, and not the first
    };

    /// `steps` as traceSteps() gives them.
    StreamFunctions(const Timeline &timeline, const std::vector<TraceStep> &steps);

    /// Null where the step is no call for a function, or the file knows the function, or nobody knows its stream.
    const Function *of(std::size_t step) const;
    bool empty() const { return m_functions.empty(); }
    /// The call for the function whose end the thread of `step` awaited before it: a program's functions give buffers
    /// back, or start the next step, and its threads wait for that without a call. Known by what comes as long behind
    /// a function's end each time. Null where it did not.
    const std::size_t *awaitedBy(std::size_t step) const;
    /// The call for the function in a stream of its own for which waits what `step` issues; null for none.
    const std::size_t *joinedBy(std::size_t step) const;
    /// `host.functionNs` as the profile has it, or less where functions held their streams for less than that.
    double wakeNs(const DeviceProfile &profile) const;
    /// What the function itself takes, for a driver's thread with this wakeNs().
    static std::int64_t ownNs(const Function &function, const DeviceProfile &profile, double wakeNs);

private:
    void findAwaited(const std::vector<TraceStep> &steps);

    std::map<std::size_t, std::size_t> m_joined;  ///< by the step that waits: the function's
    std::map<std::size_t, Function> m_functions;  ///< by step; sets m_joined, which comes first
    std::map<std::size_t, std::size_t> m_awaited; ///< by step: the function's
};

} // namespace streamscope
