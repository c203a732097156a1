// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What newer sets in CUDA C++ share beside lab.cuh: places in its memory, copies between them, and kernels whose
// results lie elsewhere. Older sets have the same by the same names in files of their own.
#pragma once

#include "lab.cuh"

namespace pairs {

inline float *at(std::size_t offset)
{
    return reinterpret_cast<float *>(lab.device + offset);
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

inline void copyTo(std::size_t offset, const char *source, std::size_t bytes, cudaStream_t stream)
{
    check(cudaMemcpyAsync(lab.device + offset, source, bytes, cudaMemcpyHostToDevice, stream));
}

inline void copyBack(std::size_t target, std::size_t offset, std::size_t bytes, cudaStream_t stream)
{
    check(cudaMemcpyAsync(lab.out + target, lab.device + offset, bytes, cudaMemcpyDeviceToHost, stream));
}

} // namespace pairs
