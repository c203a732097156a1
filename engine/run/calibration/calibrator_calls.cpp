// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Calls that work on memory, and host functions: what they cost, and what they wait for.
#include "engine/executors/simulator/host/function_thread.h"
#include "engine/run/calibration/calibrator.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {

constexpr std::int64_t shortSpinNs = 50'000, longSpinNs = 2'000'000;

/// Larger sizes never cost less: what noise says otherwise is raised to the size before.
void addRising(SizedCost &cost, std::uint64_t bytes, double ns)
{
    const double least = cost.points.empty() ? 0 : cost.points.back().ns;
    cost.points.push_back({static_cast<double>(bytes), std::max(ns, least)});
}

std::string pointsText(const SizedCost &cost)
{
    return calibrationMicroseconds(cost.points.front().ns) + " to " + calibrationMicroseconds(cost.points.back().ns);
}

} // namespace

/// The duration of each operation of one instrumented run, as the host saw it: from its call to the next call for what
/// is put into a stream, else from its start to its end.
std::vector<double> Calibrator::callTimes(const Program &program)
{
    const Recording recording = recorded(program);
    std::vector<double> times;
    for (std::size_t i = 0; i < recording.timeline.size(); ++i) {
        const Span span = recording.timeline.span(i);
        const bool inStream = program.operations[i].stream != Operation::none;
        times.push_back(static_cast<double>(inStream ? span.returned - span.issue : span.end - span.start));
    }
    return times;
}

/// In a loop of an allocation and a free a plain run tells the sum sharply; the instrumented run tells how the two
/// share it.
void Calibrator::measureAllocation()
{
    step("allocating");
    SizedCost alloc{{}}, release{{}};
    for (const std::uint64_t size : {MiB, 16 * MiB, 64 * MiB, 96 * MiB, 256 * MiB, 1024 * MiB}) {
        const auto loop = [size](int count) {
            CalibrationSketch sketch(1);
            for (int i = 0; i < count; ++i) {
                sketch.allocation(OperationKind::Alloc, size);
                sketch.allocation(OperationKind::Free, size);
            }
            return sketch.program();
        };
        const double both = std::max(0.0, slope(2, 8, loop));
        const std::vector<double> times = callTimes(loop(3));
        const double first = times[2] + times[4], second = times[3] + times[5];
        const double share = std::clamp(first / std::max(first + second, 1.0), 0.3, 0.7);
        addRising(alloc, size, share * both);
        addRising(release, size, (1 - share) * both);
    }
    host().alloc = alloc;
    host().free = release;
    note("host.malloc_us, host.free_us", pointsText(alloc) + ", " + pointsText(release),
         "2 and 8 pairs of cudaMalloc and cudaFree, 1 MiB to 1 GiB");
}

void Calibrator::measurePinnedAllocation()
{
    step("allocating on the host");
    SizedCost alloc{{}}, release{{}}, cold{{}};
    for (const std::uint64_t size : {MiB, 2 * MiB, 4 * MiB, 8 * MiB, 16 * MiB, 64 * MiB, 256 * MiB}) {
        CalibrationSketch sketch(1);
        for (int i = 0; i < 2; ++i) { // the first of a run is cold
            sketch.allocation(OperationKind::Alloc, size, AllocationPlace::PinnedHost);
            sketch.allocation(OperationKind::Free, size, AllocationPlace::PinnedHost);
        }
        const std::vector<double> times = callTimes(sketch.program());
        addRising(alloc, size, times[2]);
        addRising(release, size, times[3]);
        addRising(cold, size, std::max(0.0, times[0] - times[2]));
    }
    host().pinnedAlloc = alloc;
    host().pinnedFree = release;
    host().pinnedCold = cold;
    note("host.pinned_alloc_us, host.pinned_free_us, host.pinned_cold_us",
         pointsText(alloc) + ", " + pointsText(release) + ", " + pointsText(cold),
         "cudaHostAlloc and cudaFreeHost twice each, 1 MiB to 256 MiB");
}

/// Which calls keep two kernels of different streams apart.
void Calibrator::measureImplicitSync()
{
    step("calls that wait for the device");
    const auto separates = [this](OperationKind kind, AllocationPlace place) {
        CalibrationSketch sketch(2);
        sketch.spin(0, longSpinNs);
        sketch.allocation(kind, MiB, place);
        sketch.spin(1, longSpinNs);
        return makespan(sketch.program(), 3) > 1.8 * longSpinNs;
    };
    DeviceProfile::ImplicitSync &sync = m_result.profile.implicitSync;
    sync.deviceAlloc = separates(OperationKind::Alloc, AllocationPlace::Device);
    sync.deviceFree = separates(OperationKind::Free, AllocationPlace::Device);
    sync.pinnedAlloc = separates(OperationKind::Alloc, AllocationPlace::PinnedHost);
    sync.pinnedFree = separates(OperationKind::Free, AllocationPlace::PinnedHost);
    std::string list;
    for (const auto &[set, name] : {std::pair{sync.deviceAlloc, "malloc"},
                                    {sync.deviceFree, "free"},
                                    {sync.pinnedAlloc, "pinned_alloc"},
                                    {sync.pinnedFree, "pinned_free"}})
        list += set ? (list.empty() ? "" : ", ") + std::string(name) : "";
    note("implicit_sync", list.empty() ? "none" : list, "each call of 1 MiB between two kernels of 2 ms");
}

/// A pool that keeps nothing beside one that keeps all: what it costs to get memory and to give it back.
void Calibrator::measurePool()
{
    step("memory pools");
    constexpr std::uint64_t keepsAll = std::uint64_t{1} << 50;
    DeviceProfile::Pool &pool = m_result.profile.pool;
    SizedCost grow{{}}, trim{{}};
    pool.allocNs = 0;
    for (const std::uint64_t size : {MiB, 16 * MiB, 64 * MiB, 256 * MiB, 1024 * MiB}) {
        const auto loop = [size](std::uint64_t threshold) {
            CalibrationSketch sketch(1);
            for (int i = 0; i < 3; ++i) {
                sketch.poolAllocation(OperationKind::Alloc, size, 0);
                sketch.spin(0, shortSpinNs);
                sketch.poolAllocation(OperationKind::Free, size, 0);
                sketch.syncStream(0);
            }
            sketch.keep(threshold);
            return sketch.program();
        };
        const std::vector<double> forgets = callTimes(loop(0)), keeps = callTimes(loop(keepsAll));
        const auto later = [](const std::vector<double> &times, std::size_t which) {
            return (times[4 + which] + times[8 + which]) / 2;
        };
        host().streamAllocNs = std::max(0.0, std::min(later(keeps, 0), later(keeps, 2)));
        addRising(grow, size, std::max(0.0, later(forgets, 0) - later(keeps, 0)));
        // A synchronisation lasts as long as the kernel that it waits for, too: the plain runs tell the sum sharply.
        const double more = makespan(loop(0)) - makespan(loop(keepsAll)); // two times grown, three times given back
        addRising(trim, size, std::max(0.0, (more - 2 * grow.points.back().ns) / 3));
    }
    pool.grow = grow;
    pool.trim = trim;
    CalibrationSketch sketch(2);
    sketch.poolAllocation(OperationKind::Alloc, 64 * MiB, 0);
    sketch.spin(0, longSpinNs);
    sketch.poolAllocation(OperationKind::Free, 64 * MiB, 0);
    sketch.poolAllocation(OperationKind::Alloc, 64 * MiB, 1);
    sketch.spin(1, longSpinNs);
    pool.internalDependencies = makespan(sketch.program(), 3) > 1.8 * longSpinNs;
    note("pool.grow_us, pool.trim_us", pointsText(grow) + ", " + pointsText(trim),
         "cudaMallocAsync with release threshold 0 and without limit, 1 MiB to 1 GiB");
    note("pool.internal_dependencies", pool.internalDependencies ? "yes" : "no",
         "an allocation behind the free of another stream");
}

void Calibrator::measureFunctions()
{
    step("host functions");
    const auto functions = [](int count, bool kernelsBetween) {
        CalibrationSketch sketch(1);
        for (int i = 0; i < count; ++i) {
            sketch.function(0, shortSpinNs);
            if (kernelsBetween)
                sketch.spin(0, 3 * shortSpinNs);
        }
        sketch.spin(0, shortSpinNs);
        return sketch.program();
    };
    const double chained = slope(4, 16, [&](int count) { return functions(count, false); }) - shortSpinNs;
    const double alone = slope(4, 16, [&](int count) { return functions(count, true); }) - 4.0 * shortSpinNs
                         - compute().queuedKernelStartNs;
    host().nextFunctionNs = std::max(0.0, chained);
    host().functionNs = std::max(host().nextFunctionNs, alone / functionWakeShare(3.0 * shortSpinNs));
    note("host.host_function_us, host.next_host_function_us",
         calibrationMicroseconds(host().functionNs) + ", " + calibrationMicroseconds(host().nextFunctionNs),
         "4 and 16 host functions with kernels between them, and without");
}

} // namespace streamscope
