// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What hospital_programs.cu and hospital_advised_programs.cu share.
#pragma once

#include "passes.cuh"

namespace pairs {

// Of hospital_control_points(): the leaves of a collimator, the fluence that they let through, and the dose.
constexpr std::size_t points = 48, leavesBytes = 4 * kib, fluenceAt = 16 * mib, doseAt = 32 * mib, logAt = 64 * mib;
constexpr int doseBlocks = 66;
inline cudaGraphExec_t controlPoint = nullptr; ///< what hospital_control_points_prepare() captures
inline std::array<std::size_t, points> pointNumbers = [] {
    std::array<std::size_t, points> all{};
    for (std::size_t point = 0; point < points; ++point)
        all[point] = point;
    return all;
}();

inline const float4 *foursAt(std::size_t offset)
{
    return reinterpret_cast<const float4 *>(lab.device + offset);
}

/// Four neighbouring values become one.
static __global__ void fold_pass(const float4 *from, float *to, int iterations)
{
    const float4 four = from[self()];
    take(to, 0.25F * (four.x + four.y + four.z + four.w), iterations);
}

static __global__ void recorder_pass(float *film, int iterations)
{
    churn(film, iterations);
}

/// Histories of particles from 1,024 seeds. All of the tally is written.
static __global__ void history_pass(const float *seeds, float *tally, int iterations)
{
    const std::size_t i = self();
    tally[i] = worked(seeds[i % 1024], 0.001F, iterations);
}

/// Stands for a program's own function that writes down which leaves were open.
inline void CUDART_CB writeDown(void *number)
{
    const std::size_t point = *static_cast<const std::size_t *>(number);
    std::memcpy(lab.out + logAt + point * kib, lab.in + point * leavesBytes, kib);
    workOnHost(5);
}

} // namespace pairs
