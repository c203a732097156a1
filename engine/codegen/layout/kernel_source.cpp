// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/layout/kernel_source.h"

#include <algorithm>
#include <array>
#include <utility>

namespace streamscope {

namespace {

constexpr std::string_view spinSource = R"(// Every block runs for so long, whatever the clock of the SMs.
__global__ void spinKernel($time nanoseconds)
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
__global__ void fmaKernel(const float *in, float *out, $count elements, int iterations, $factor a)
{
    const $size stride = static_cast<$size>(gridDim.x) * blockDim.x;
    for ($size i = static_cast<$size>(blockIdx.x) * blockDim.x + threadIdx.x; i < elements; i += stride) {
        float x = in[i];
#pragma unroll 16
        for (int k = 0; k < iterations; ++k)
            x = fmaf(x, a, a);
        out[i] = x;
    }
}

)";

constexpr std::string_view streamSource = R"(// Reads and writes every element once.
__global__ void streamKernel(const float *in, float *out, $count elements)
{
    const $size stride = static_cast<$size>(gridDim.x) * blockDim.x;
    for ($size i = static_cast<$size>(blockIdx.x) * blockDim.x + threadIdx.x; i < elements; i += stride)
        out[i] = in[i] + 1.0F;
}

)";

constexpr std::string_view tensorSource =
    R"(// Products of 16 x 16 matrices on the tensor cores; each step of a product adds one to every result.
namespace wmma = nvcuda::wmma;

template <typename Element, int depth>
__global__ void tensorKernel(const float *in, float *out, $count elements, int steps)
{
#if __CUDA_ARCH__ >= 800
    constexpr int side = 16, tileElements = side * side, atOnce = 4;
    wmma::fragment<wmma::matrix_a, side, side, depth, Element, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, side, side, depth, Element, wmma::row_major> b;
    wmma::fill_fragment(a, 1.0F / depth);
    wmma::fill_fragment(b, 1.0F);
    const $size tiles = elements / tileElements, warps = blockDim.x / 32;
    const $size warp = blockIdx.x * warps + threadIdx.x / 32;
    for ($size first = warp * atOnce; first < tiles; first += gridDim.x * warps * atOnce) {
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

constexpr std::string_view gateSource =
    R"(// One thread that holds a stream until the host opens the gate; it gives up after ten seconds.
__global__ void gateKernel(const volatile int *open)
{
    unsigned long long begin = 0, now = 0;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(begin));
    do
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    while (*open == 0 && now - begin < 10'000'000'000ULL);
}

)";

/// The text with the names of types in the places that are marked with $.
std::string withTypes(std::string_view source, const KernelTypes &types)
{
    const std::array places{std::pair("$size", types.size), std::pair("$count", types.count),
                            std::pair("$time", types.time), std::pair("$factor", types.factor)};
    std::string text(source);
    for (const auto &[place, type] : places)
        for (std::size_t at = text.find(place); at != std::string::npos; at = text.find(place, at))
            text.replace(at, std::string_view(place).size(), type);
    return text;
}

} // namespace

std::string kernelSource(std::string_view kernel, const KernelTypes &types)
{
    constexpr std::array sources{
        std::pair(std::string_view("spinKernel"), spinSource), std::pair(std::string_view("fmaKernel"), fmaSource),
        std::pair(std::string_view("streamKernel"), streamSource),
        std::pair(std::string_view("tensorKernel"), tensorSource), std::pair(gateKernel, gateSource)};
    for (const auto &[name, source] : sources)
        if (name == kernel)
            return withTypes(source, types);
    return {};
}

std::string_view kernelName(KernelKind kind)
{
    switch (kind) {
    case KernelKind::Spin:
        return "spinKernel";
    case KernelKind::Fma:
        return "fmaKernel";
    case KernelKind::Stream:
        return "streamKernel";
    case KernelKind::Tensor:
        break;
    }
    return "tensorKernel";
}

bool launches(const Program &program, KernelKind kind)
{
    return std::any_of(program.operations.begin(), program.operations.end(), [kind](const Operation &operation) {
        return operation.kind == OperationKind::Kernel && operation.kernel->kind == kind;
    });
}

std::string tensorKernelName(MatrixPrecision precision)
{
    return std::string("tensorKernel<")
           + (precision == MatrixPrecision::Bf16 ? "__nv_bfloat16, 16" : "wmma::precision::tf32, 8") + ">";
}

} // namespace streamscope
