// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/program/program.h"
#include "engine/timeline/ranges/time_range.h"
#include "engine/timeline/recording.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace streamscope {

/// How many orders between operations a replay keeps, by their origin.
struct ReplayEdges
{
    std::uint64_t thread = 0;          ///< a call follows another of its thread
    std::uint64_t launch = 0;          ///< an operation follows its call
    std::uint64_t stream = 0;          ///< an operation follows another of its stream
    std::uint64_t event = 0;           ///< a wait for an event that the file names
    std::uint64_t eventInferred = 0;   ///< the same, concluded from times and the order of calls
    std::uint64_t synchronisation = 0; ///< the host waits for the device
    std::uint64_t graph = 0;           ///< an operation follows the launch of its graph
    std::uint64_t collective = 0;      ///< a rank waits for another one
};

/// A trace as a Program that does the same. Operation::source says which span each operation came from.
struct ReplayedProgram
{
    Program program;
    std::vector<int> devices; ///< the trace's number of each device of the Program
    /// The range that is replayed, in the trace's times: from the first call that issues work to the end of the last
    /// operation or of the last call that waited for one.
    std::int64_t begin = 0, end = 0;
    std::uint64_t operations = 0;    ///< spans that are replayed
    std::uint64_t profiledCalls = 0; ///< calls that the trace recorded in this range
    int threads = 0;
    /// How long the driver's thread takes to wake up for a host function, where the file shows host functions by their
    /// calls alone; as `host.functionNs` of a profile.
    std::optional<double> functionWakeNs;
    std::vector<std::uint32_t> heldCopies; ///< spans that started late behind memory that went back
    ReplayEdges edges;
    std::vector<std::string> notes; ///< what was assumed, one sentence each

    std::int64_t measuredNs() const { return end - begin; }
};

/// Turns a trace into a Program. `profile` tells how many blocks fit on the device, and what passes between the end of
/// a call and the start of what it issued. Of `range` only the calls that begin in it count.
/// @throws InputError when there is nothing to replay.
ReplayedProgram replayedProgram(const Recording &recording, const DeviceProfile &profile, TimeRange range = {});

} // namespace streamscope
