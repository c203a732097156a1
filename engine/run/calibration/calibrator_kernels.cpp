// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Kernels: starts, rates, waves, queues.
#include "engine/run/calibration/calibrator.h"

#include "engine/device/number_text.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

/// Where a copy and a kernel take turns, each starts behind the other, after half a period of its channel's looks: of
/// the two times only the sum shows. It is shared out as in the profile that calibrating began with; the pipelines move
/// it where they tell more.
void Calibrator::splitStarts()
{
    const double known = m_base.compute.kernelStartNs + m_base.copies.startBehindKernelNs;
    const double share = known > 0 ? m_base.compute.kernelStartNs / known : 0.5;
    const double both = std::max(0.0, startsOfCopyAndKernel() - m_base.copies.semaphoreRetryNs);
    compute().kernelStartNs = share * both;
    copies().startBehindKernelNs = (1 - share) * both;
}

double Calibrator::startsOfCopyAndKernel()
{
    constexpr std::uint64_t bytes = 4 * KiB;
    constexpr std::int64_t spinNs = 20'000;
    const double pair = slope(10, 40, [](int count) {
        CalibrationSketch sketch(1);
        const std::int32_t onHost = sketch.host(bytes, HostMemory::Pinned), onDevice = sketch.device(bytes);
        for (int i = 0; i < count; ++i) {
            sketch.copy(OperationKind::H2D, 0, onHost, onDevice, bytes);
            sketch.spin(0, spinNs);
        }
        return sketch.program();
    });
    const CopyCost &pinned = copies().h2d.pinned;
    const double copy = pinned.latencyNs + static_cast<double>(bytes) / pinned.bandwidth.front().bytesPerSecond * 1e9;
    return std::max(0.0, pair - spinNs - copy);
}

void Calibrator::measureKernels()
{
    step("kernels");
    const auto kernel = [this](std::uint64_t bytes, std::int64_t work) {
        CalibrationSketch sketch(1);
        sketch.fma(0, sketch.device(bytes), bytes, work);
        return makespan(sketch.program());
    };
    constexpr std::int64_t spinNs = 50'000;
    compute().queuedKernelStartNs = std::max(0.0, slope(10, 40, [](int count) {
                                                      CalibrationSketch sketch(1);
                                                      for (int i = 0; i < count; ++i)
                                                          sketch.spin(0, spinNs);
                                                      return sketch.program();
                                                  }) - spinNs);
    CalibrationSketch alone(1);
    alone.spin(0, 2 * spinNs);
    compute().launchedKernelStartNs =
        std::max(0.0, makespan(alone.program(), 9) - 2.0 * spinNs - host().kernelLaunchNs);
    splitStarts();
    // As many blocks as fill the device a whole number of times: a last wave that is not full takes as long as any.
    const DeviceInfo &info = m_executor.device();
    const auto wave = static_cast<std::uint64_t>(info.multiprocessors.value_or(1))
                      * static_cast<std::uint64_t>(info.maxThreadsPerMultiprocessor.value_or(2048)) * 4;
    const std::uint64_t bytes = std::max<std::uint64_t>(64 * MiB / wave, 1) * wave;
    const double elements = static_cast<double>(bytes) / 4;
    const double arithmetic = (kernel(bytes, 8192) - kernel(bytes, 4096)) / 4096; // of one per element
    compute().fmaPerSecond = std::clamp(elements / std::max(arithmetic, 1e-6) * 1e9, 1e3, 1e18);
    compute().fmaLatencyNs = std::clamp((kernel(4 * KiB, 100'000) - kernel(4 * KiB, 50'000)) / 50'000, 0.0, 1e6);
    // A kernel whose chains last longer than its arithmetic and its memory.
    constexpr std::int64_t inRow = 4096;
    compute().kernelFixedNs = std::max(0.0, kernel(64 * KiB, inRow) - host().kernelLaunchNs
                                                - compute().launchedKernelStartNs - inRow * compute().fmaLatencyNs);
    note("compute.queued_kernel_start_us", calibrationMicroseconds(compute().queuedKernelStartNs),
         "10 and 40 kernels of 50 us on one stream");
    note("compute.kernel_start_us, copies.start_behind_kernel_us",
         calibrationMicroseconds(compute().kernelStartNs) + ", "
             + calibrationMicroseconds(copies().startBehindKernelNs),
         "10 and 40 pairs of a copy of 4 KiB and a kernel on one stream");
    note("compute.gfma_per_s", significantText(compute().fmaPerSecond / 1e9, 5),
         "4096 and 8192 multiply-adds on 64 MiB");
    note("compute.fma_latency_ns", calibrationNumber(compute().fmaLatencyNs),
         "50,000 and 100,000 in a row by each of 1024 threads");
    note("compute.kernel_fixed_us", calibrationMicroseconds(compute().kernelFixedNs),
         "what a kernel of 4096 multiply-adds in a row takes beyond them");
    note("compute.launched_kernel_start_us", calibrationMicroseconds(compute().launchedKernelStartNs),
         "one kernel alone, less its call");
}

void Calibrator::measureWaves()
{
    step("waves of blocks");
    const DeviceInfo &info = m_executor.device();
    const auto most = info.sharedMemoryPerBlockOptIn ? info.sharedMemoryPerBlockOptIn : info.sharedMemoryPerBlock;
    compute().blockGapNs = 0;
    if (!info.multiprocessors || !info.sharedMemoryPerMultiprocessor || !most
        || *most <= *info.sharedMemoryPerMultiprocessor / 2)
        return; // blocks cannot be kept apart
    const auto shared = static_cast<std::uint32_t>(*info.sharedMemoryPerMultiprocessor / 2 + 1024);
    constexpr std::int64_t spinNs = 100'000;
    const double wave = slope(2, 20, [&](int waves) {
        CalibrationSketch sketch(1);
        sketch.spin(0, spinNs, static_cast<std::uint32_t>(waves * *info.multiprocessors), shared);
        return sketch.program();
    });
    compute().blockGapNs = std::max(0.0, wave - spinNs);
    note("compute.block_gap_us", calibrationMicroseconds(compute().blockGapNs), "2 and 20 waves of blocks of 100 us");
}

/// Two dependent kernels on each of 32 streams, depth-first: n hardware queues make 1 + ceil(32 / n) units of them.
void Calibrator::measureQueues()
{
    step("hardware queues");
    constexpr int streams = 32;
    constexpr std::int64_t spinNs = 200'000;
    CalibrationSketch sketch(streams);
    for (int i = 0; i < streams; ++i)
        for (int k = 0; k < 2; ++k)
            sketch.spin(i, spinNs);
    const auto units = static_cast<int>(std::floor(makespan(sketch.program(), 3) / spinNs + 0.1));
    compute().hardwareQueues = units <= 2 ? streams : std::max(1, streams / std::min(units - 1, streams));
    compute().queueDependencies = true;
    note("compute.hardware_queues", std::to_string(compute().hardwareQueues),
         "two dependent kernels on each of 32 streams took " + std::to_string(units) + " times one");
}

void Calibrator::measureResidentKernels()
{
    step("kernels at once");
    constexpr std::int64_t spinNs = 2'000'000;
    int resident = 1;
    for (const int kernels : {2, 4, 8, 16, 32, 64, 128, 256}) {
        CalibrationSketch sketch(kernels);
        for (int i = 0; i < kernels; ++i)
            sketch.spin(i, spinNs);
        if (makespan(sketch.program(), 1) > 1.8 * spinNs)
            break;
        resident = kernels;
    }
    compute().maxResidentKernels = resident;
    note("compute.max_resident_kernels", std::to_string(resident),
         "one-block kernels of 2 ms on 2, 4, 8 … 256 streams");
}

} // namespace streamscope
