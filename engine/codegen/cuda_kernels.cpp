// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/cuda_kernels.h"

#include <algorithm>
#include <string_view>

namespace streamscope {

namespace {

constexpr std::string_view spinSource = R"(// Every block runs for so long, whatever the clock of the SMs.
__global__ void spinKernel(long long nanoseconds)
{
    unsigned long long begin = 0, now = 0;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(begin));
    do
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    while (now - begin < static_cast<unsigned long long>(nanoseconds));
}

)";

constexpr std::string_view fmaSource =
    R"(// Multiply-adds on every element; each adds one, so that the result can be checked exactly.
__global__ void fmaKernel(const float *in, float *out, std::size_t elements, int iterations, float a)
{
    const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < elements; i += stride) {
        float x = in[i];
#pragma unroll 16
        for (int k = 0; k < iterations; ++k)
            x = fmaf(x, a, a);
        out[i] = x;
    }
}

)";

constexpr std::string_view streamSource = R"(// Reads and writes every element once.
__global__ void streamKernel(const float *in, float *out, std::size_t elements)
{
    const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < elements; i += stride)
        out[i] = in[i] + 1.0F;
}

)";

constexpr std::string_view tensorSource =
    R"(// Products of 16 x 16 matrices on the tensor cores; each step of a product adds one to every result.
namespace wmma = nvcuda::wmma;

template <typename Element, int depth>
__global__ void tensorKernel(const float *in, float *out, std::size_t elements, int steps)
{
#if __CUDA_ARCH__ >= 800
    constexpr int side = 16, tileElements = side * side, atOnce = 4;
    wmma::fragment<wmma::matrix_a, side, side, depth, Element, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, side, side, depth, Element, wmma::row_major> b;
    wmma::fill_fragment(a, 1.0F / depth);
    wmma::fill_fragment(b, 1.0F);
    const std::size_t tiles = elements / tileElements, warps = blockDim.x / 32;
    const std::size_t warp = blockIdx.x * warps + threadIdx.x / 32;
    for (std::size_t first = warp * atOnce; first < tiles; first += gridDim.x * warps * atOnce) {
        wmma::fragment<wmma::accumulator, side, side, depth, float> sums[atOnce];
#pragma unroll
        for (int i = 0; i < atOnce; ++i)
            if (first + i < tiles)
                wmma::load_matrix_sync(sums[i], in + (first + i) * tileElements, side, wmma::mem_row_major);
            else
                wmma::fill_fragment(sums[i], 0.0F);
        for (int step = 0; step < steps; ++step)
#pragma unroll
            for (int i = 0; i < atOnce; ++i)
                wmma::mma_sync(sums[i], a, b, sums[i]);
#pragma unroll
        for (int i = 0; i < atOnce; ++i)
            if (first + i < tiles)
                wmma::store_matrix_sync(out + (first + i) * tileElements, sums[i], side, wmma::mem_row_major);
    }
#endif
}

)";

bool launches(const Program &program, KernelKind kind)
{
    return std::any_of(program.operations.begin(), program.operations.end(), [kind](const Operation &operation) {
        return operation.kind == OperationKind::Kernel && operation.kernel.kind == kind;
    });
}

} // namespace

std::string cudaKernels(const Program &program)
{
    std::string text;
    const auto add = [&](KernelKind kind, std::string_view source) {
        if (launches(program, kind))
            text += source;
    };
    add(KernelKind::Spin, spinSource);
    add(KernelKind::Fma, fmaSource);
    add(KernelKind::Stream, streamSource);
    add(KernelKind::Tensor, tensorSource);
    return text;
}

std::string cudaLaunch(const KernelWork &work, const std::string &stream, const std::string &in, const std::string &out)
{
    const std::string shape = "<<<" + std::to_string(launchedBlocks(work)) + ", " + std::to_string(work.block) + ", "
                              + std::to_string(work.sharedMemory) + ", " + stream + ">>>";
    const std::string data = in + ", " + out + ", " + std::to_string(work.elements);
    switch (work.kind) {
    case KernelKind::Spin:
        return "spinKernel" + shape + "(" + std::to_string(work.durationNs) + ");";
    case KernelKind::Fma:
        return "fmaKernel" + shape + "(" + data + ", " + std::to_string(work.workPerElement) + ", 1.0F);";
    case KernelKind::Stream:
        return "streamKernel" + shape + "(" + data + ");";
    case KernelKind::Tensor:
        break;
    }
    const bool bf16 = work.precision == MatrixPrecision::Bf16;
    return std::string("tensorKernel<") + (bf16 ? "__nv_bfloat16, 16" : "wmma::precision::tf32, 8") + ">" + shape + "("
           + data + ", " + std::to_string(additionsOf(work)) + ");";
}

} // namespace streamscope
