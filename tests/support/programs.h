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
    profile.info.timesInUnits = true;
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
    op.kernel.own().kind = KernelKind::Fma;
    op.kernel.own().elements = 1 << 26; // fills any device
    op.reads = op.writes = {{1, 0, 4096}};
    return op;
}

/// The same operation on another part of the buffers than other chunks.
inline Operation chunkOf(Operation op, int chunk)
{
    for (auto *ranges : {&op.reads, &op.writes})
        for (BufferRange &range : *ranges)
            range.offset = 4096U * static_cast<unsigned>(chunk);
    return op;
}

/// A spin kernel whose blocks each take an SM of the H200 for themselves, as `shared_memory` does in the experiments.
inline Operation spin(int stream, std::uint32_t blocks, double blockMs)
{
    Operation op;
    op.kind = OperationKind::Kernel;
    op.stream = stream;
    op.kernel.own().kind = KernelKind::Spin;
    op.kernel.own().grid = blocks;
    op.durationNs = static_cast<std::int64_t>(blockMs * 1e6);
    op.kernel.own().sharedMemory = 118 << 10;
    return op;
}

/// A device of `multiprocessors` SMs on which calls and starts take no time, and each SM holds one block of spin().
inline DeviceProfile spinDevice(int multiprocessors)
{
    DeviceProfile profile = unitDevice();
    profile.unitNs = 0;
    profile.info.timesInUnits = false;
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

/// The same operation, issued by another host thread.
inline Operation onThread(int thread, Operation op)
{
    op.thread = thread;
    return op;
}

inline Operation hostWork(std::int64_t ns)
{
    Operation op;
    op.kind = OperationKind::HostWork;
    op.durationNs = ns;
    return op;
}

/// The host waits for the device, a stream or an event.
inline Operation hostSync(SyncScope scope = SyncScope::Device, int stream = Operation::none,
                          int event = Operation::none)
{
    Operation op;
    op.kind = OperationKind::Sync;
    op.syncScope = scope;
    op.stream = stream;
    op.event = event;
    return op;
}

/// A copy of `bytes`.
inline Operation sized(Operation copy, std::uint64_t bytes)
{
    copy.bytes = copy.reads[0].bytes = copy.writes[0].bytes = bytes;
    return copy;
}

/// GT12b: on two SMs a low kernel of 8 blocks of which 4 fit, then two urgent ones.
inline Program urgentBeforeASecondWave()
{
    Program program = emptyProgram(3);
    program.streams[1].priority = program.streams[2].priority = -1;
    program.operations = {spin(0, 8, 1), hostWork(300'000), spin(1, 4, 1), spin(2, 4, 1)};
    for (Operation &op : program.operations) {
        op.kernel.own().sharedMemory = 0;
        op.kernel.own().block = 1024; // two blocks per SM
    }
    return program;
}

/// GT14: simpleMultiCopy, frames of 16 MiB in turn on the streams: K(i), H2D(i + 1), D2H(i).
inline Program multiCopyProgram(int streams, int frames, std::uint32_t blocks, double kernelMs)
{
    constexpr std::uint64_t frame = 16 << 20;
    Program program = emptyProgram(streams);
    program.buffers[0].bytes = program.buffers[1].bytes = frame;
    for (int i = 0; i < streams; ++i)
        program.events.push_back(std::to_string(i));
    for (int i = 0; i < frames; ++i) {
        const int current = i % streams, next = (i + 1) % streams;
        program.operations.insert(program.operations.end(),
                                  {hostSync(SyncScope::Event, Operation::none, next), spin(current, blocks, kernelMs),
                                   sized(copyIn(next), frame), sized(copyBack(current), frame),
                                   record(current, current)});
    }
    return program;
}

inline std::vector<OperationTimes> simulate(const DeviceProfile &profile, const Program &program)
{
    return Simulation(profile, program).run({}).all();
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
