// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/executors/simulator/simulation.h"
#include "engine/formats/files/device_profile_file.h"
#include "engine/program/program.h"

#include <QString>

#include <algorithm>
#include <string>
#include <vector>

// Small Programs and devices for tests.

namespace streamscope::test {

/// A device on which every operation takes 1 ms and calls take no time.
inline DeviceProfile unitDevice()
{
    return loadDeviceProfile("unit");
}

/// The rules of a built-in device with the unit device's times, for figures that are published in units.
inline DeviceProfile inUnits(const std::string &name)
{
    DeviceProfile profile = loadDeviceProfile(name);
    profile.unitNs = 1e6;
    profile.host = {};
    profile.compute.kernelStartNs = 0;
    return profile;
}

inline Program emptyProgram(int streams)
{
    Program program;
    for (int i = 0; i < streams; ++i) {
        Stream stream;
        stream.id = std::to_string(i);
        stream.nonBlocking = true;
        program.streams.push_back(stream);
    }
    program.buffers = {{"host", BufferPlace::Host, HostMemory::Pinned, 0, 1 << 20},
                       {"device", BufferPlace::Device, HostMemory::Pinned, 0, 1 << 20}};
    return program;
}

inline Operation copyIn(int stream)
{
    Operation op;
    op.kind = OperationKind::H2D;
    op.stream = stream;
    op.bytes = 4096;
    op.reads = {{0, 0, 4096}};
    op.writes = {{1, 0, 4096}};
    return op;
}

inline Operation copyBack(int stream)
{
    Operation op = copyIn(stream);
    op.kind = OperationKind::D2H;
    std::swap(op.reads, op.writes);
    return op;
}

inline Operation kernel(int stream)
{
    Operation op;
    op.kind = OperationKind::Kernel;
    op.stream = stream;
    op.kernel.kind = KernelKind::Fma;
    op.kernel.elements = 1 << 26; // fills any device
    op.reads = op.writes = {{1, 0, 4096}};
    return op;
}

/// A spin kernel whose blocks each take an SM of the H200 for themselves, as `shared_memory` does in the experiments.
inline Operation spin(int stream, std::uint32_t blocks, double blockMs)
{
    Operation op;
    op.kind = OperationKind::Kernel;
    op.stream = stream;
    op.kernel.kind = KernelKind::Spin;
    op.kernel.grid = blocks;
    op.kernel.durationNs = static_cast<std::int64_t>(blockMs * 1e6);
    op.kernel.sharedMemory = 118 << 10;
    return op;
}

/// A device of `multiprocessors` SMs on which calls and starts take no time, and each SM holds one block of spin().
inline DeviceProfile spinDevice(int multiprocessors)
{
    DeviceProfile profile = unitDevice();
    profile.unitNs = 0;
    profile.info.multiprocessors = multiprocessors;
    profile.info.sharedMemoryPerMultiprocessor = 228 << 10;
    profile.info.computeMajor = 9;
    return profile;
}

inline Operation record(int stream, int event)
{
    Operation op;
    op.kind = OperationKind::EventRecord;
    op.stream = stream;
    op.event = event;
    return op;
}

inline Operation wait(int stream, int event)
{
    Operation op = record(stream, event);
    op.kind = OperationKind::EventWait;
    return op;
}

inline std::vector<OperationTimes> simulate(const DeviceProfile &profile, const Program &program)
{
    return Simulation(profile, program).run({});
}

/// Of the kernels: the sum of their durations over the time from the first one's start to the last one's end.
inline double kernelConcurrency(const Program &program, const std::vector<OperationTimes> &times)
{
    std::int64_t begin = INT64_MAX, end = 0, sum = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (program.operations[i].kind != OperationKind::Kernel)
            continue;
        begin = std::min(begin, times[i].start);
        end = std::max(end, times[i].end);
        sum += times[i].end - times[i].start;
    }
    return static_cast<double>(sum) / static_cast<double>(end - begin);
}

inline double makespanMs(const std::vector<OperationTimes> &times)
{
    std::int64_t end = 0;
    for (const OperationTimes &t : times)
        end = std::max(end, t.end);
    return static_cast<double>(end) / 1e6;
}

} // namespace streamscope::test
