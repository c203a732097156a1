// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What hospital_programs.cu and hospital_advised_programs.cu share.
#pragma once

#include "lab.cuh"

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

inline float *at(std::size_t offset)
{
    return reinterpret_cast<float *>(lab.device + offset);
}

inline const float4 *foursAt(std::size_t offset)
{
    return reinterpret_cast<const float4 *>(lab.device + offset);
}

inline __device__ std::size_t self()
{
    return static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}

/// Half of what was there, and half of what is worked out of one value.
inline __device__ void take(float *to, float value, int iterations)
{
    const std::size_t i = self();
    to[i] = 0.5F * to[i] + 0.5F * worked(value, 0.001F, iterations);
}

/// Takes values over into a picture, a trace or a dose.
static __global__ void over_pass(const float *from, float *to, int iterations)
{
    take(to, from[self()], iterations);
}

/// The same in another place.
static __global__ void derive_pass(const float *from, float *to, int iterations)
{
    const std::size_t i = self();
    to[i] = worked(from[i], 0.001F, iterations);
}

/// Adds to values that were set to zero.
static __global__ void add_pass(const float *from, float *to, int iterations)
{
    const std::size_t i = self();
    to[i] += worked(from[i], 0.001F, iterations);
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

inline void copyTo(std::size_t offset, const char *source, std::size_t bytes, cudaStream_t stream)
{
    check(cudaMemcpyAsync(lab.device + offset, source, bytes, cudaMemcpyHostToDevice, stream));
}

inline void copyBack(std::size_t target, std::size_t offset, std::size_t bytes, cudaStream_t stream)
{
    check(cudaMemcpyAsync(lab.out + target, lab.device + offset, bytes, cudaMemcpyDeviceToHost, stream));
}

/// Stands for a program's own function that writes down which leaves were open.
inline void CUDART_CB writeDown(void *number)
{
    const std::size_t point = *static_cast<const std::size_t *>(number);
    std::memcpy(lab.out + logAt + point * kib, lab.in + point * leavesBytes, kib);
    workOnHost(5);
}

} // namespace pairs
