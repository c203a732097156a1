// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Kernels that memory bounds, and those of the tensor cores.
#include "engine/run/calibration/calibrator.h"

#include "engine/device/number_text.h"

#include <algorithm>

namespace streamscope {

namespace {

constexpr double bytesPerElement = 8; // each float is read and written
constexpr std::uint64_t elementBytes = 4;

} // namespace

/// One kernel more on one stream, without the gap before it and the part that no size changes. `add` gets a buffer of
/// `bytes`.
double Calibrator::kernelNs(std::uint64_t bytes, const std::function<void(CalibrationSketch &, std::int32_t)> &add)
{
    const double each = slope(2, 8, [&](int count) {
        CalibrationSketch sketch(1);
        const std::int32_t buffer = sketch.device(bytes);
        for (int i = 0; i < count; ++i)
            add(sketch, buffer);
        return sketch.program();
    });
    return std::max(1.0, each - compute().queuedKernelStartNs - compute().kernelFixedNs);
}

double Calibrator::streamKernelNs(std::uint64_t elements, std::uint32_t grid)
{
    return kernelNs(elements * elementBytes,
                    [=](CalibrationSketch &sketch, std::int32_t buffer) { sketch.stream(0, buffer, elements, grid); });
}

/// Large arrays tell the memory's rate, a grid of many blocks how fast blocks start, few threads the memory's latency.
void Calibrator::measureMemory()
{
    step("memory");
    compute().memoryRate.clear();
    for (const std::uint64_t elements : {32 * MiB, 64 * MiB, 128 * MiB, 256 * MiB}) {
        const double bytes = static_cast<double>(elements) * bytesPerElement;
        compute().memoryRate.push_back({bytes, std::clamp(bytes / streamKernelNs(elements) * 1e9, 1e3, highestRate)});
    }
    constexpr std::uint64_t manyBlocks = 16 * MiB, threads = 256, blocks = manyBlocks / threads;
    const double ns = streamKernelNs(manyBlocks);
    const double moved = manyBlocks * bytesPerElement / compute().memoryRate.front().bytesPerSecond * 1e9;
    compute().blockStartNs = ns > 1.1 * moved ? ns / static_cast<double>(blocks) : 0;
    const auto grid = static_cast<std::uint32_t>(m_executor.device().multiprocessors.value_or(1));
    const auto latency = [&](std::uint64_t elements) {
        const double passes = static_cast<double>(elements) / (static_cast<double>(grid) * threads);
        return streamKernelNs(elements, grid) / std::max(passes, 1.0);
    };
    compute().memoryLatencyNs = std::clamp(latency(4 * MiB), 0.0, 1e6);
    compute().uncachedLatencyNs = std::clamp(latency(32 * MiB), compute().memoryLatencyNs, 1e6);
    note("compute.memory_gb_per_s", calibrationNumber(compute().memoryRate.back().bytesPerSecond / 1e9) + " GB/s",
         "kernels that read and write 256 MiB to 2 GiB");
    note("compute.block_start_ns", calibrationNumber(compute().blockStartNs), "a kernel of 65,536 blocks");
    note("compute.memory_latency_ns, compute.uncached_latency_ns",
         calibrationNumber(compute().memoryLatencyNs) + ", " + calibrationNumber(compute().uncachedLatencyNs),
         "one block for each SM on 16 and 128 MiB");
    measureMemset();
}

void Calibrator::measureMemset()
{
    const auto memset = [this](std::uint64_t bytes) {
        return kernelNs(bytes,
                        [=](CalibrationSketch &sketch, std::int32_t buffer) { sketch.memset(0, buffer, bytes); });
    };
    const double small = memset(MiB), large = memset(512 * MiB);
    const double perByte = std::max(1e-6, (large - small) / (511.0 * MiB));
    compute().memset = {std::max(0.0, small + compute().kernelFixedNs - perByte * MiB),
                        {{1, std::min(1e9 / perByte, highestRate)}}};
    note("compute.memset", calibrationNumber(1 / perByte) + " GB/s", "memsets of 1 and 512 MiB");
}

void Calibrator::measureTensorCores()
{
    step("tensor cores");
    if (compute().tensorFmaPerSecond <= 0)
        return;
    constexpr std::uint64_t elements = 4 * MiB;
    const auto perWork = [this](MatrixPrecision precision) {
        const auto kernel = [&](std::int64_t work) {
            return kernelNs(elements * elementBytes, [=](CalibrationSketch &sketch, std::int32_t buffer) {
                sketch.tensor(0, buffer, elements, work, precision);
            });
        };
        return (kernel(8192) - kernel(4096)) / 4096;
    };
    const double bf16 = perWork(MatrixPrecision::Bf16), tf32 = perWork(MatrixPrecision::Tf32);
    if (bf16 <= 0 || tf32 <= 0)
        return;
    compute().tensorFmaPerSecond = std::clamp(static_cast<double>(elements) / bf16 * 1e9, 1e3, 1e18);
    compute().tensorTf32Share = std::clamp(bf16 / tf32, 0.01, 1.0);
    note("compute.tensor_gfma_per_s, compute.tensor_tf32_share",
         significantText(compute().tensorFmaPerSecond / 1e9, 4) + ", " + calibrationNumber(compute().tensorTf32Share),
         "4096 and 8192 multiply-adds for each of 4 Mi results");
}

} // namespace streamscope
