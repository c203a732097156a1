// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "kernels/block_recorder.cuh"
#include "kernels/launch.cuh"

#include <cuda_bf16.h>
#include <mma.h>

namespace streamscope {

namespace {

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800

constexpr int warpThreads = 32;
constexpr int side = 16;                          // of the square of results that a warp works on
constexpr std::size_t tileElements = side * side; // the results lie one square behind the other
constexpr int tilesAtOnce = 4;                    // products that do not wait for each other

namespace wmma = nvcuda::wmma;

/// What differs between the precisions: the fragments, and the value that makes a step of `depth` products add one.
struct Bf16Fragments
{
    static constexpr int depth = 16;
    using A = wmma::fragment<wmma::matrix_a, side, side, depth, __nv_bfloat16, wmma::row_major>;
    using B = wmma::fragment<wmma::matrix_b, side, side, depth, __nv_bfloat16, wmma::row_major>;
    using Sum = wmma::fragment<wmma::accumulator, side, side, depth, float>;
    __device__ static __nv_bfloat16 value(float x) { return __float2bfloat16(x); }
};

struct Tf32Fragments
{
    static constexpr int depth = 8;
    using A = wmma::fragment<wmma::matrix_a, side, side, depth, wmma::precision::tf32, wmma::row_major>;
    using B = wmma::fragment<wmma::matrix_b, side, side, depth, wmma::precision::tf32, wmma::row_major>;
    using Sum = wmma::fragment<wmma::accumulator, side, side, depth, float>;
    __device__ static float value(float x) { return wmma::__float_to_tf32(x); }
};

/// Squares of results, `tilesAtOnce` per warp and turn: loaded, `steps` products added, stored. All elements of A are
/// 1/depth and all of B are one, so that each step adds one to every result, in exact arithmetic.
template <typename Fragments>
__device__ void multiplyTiles(const float *in, float *out, std::size_t tiles, int steps)
{
    typename Fragments::A a;
    typename Fragments::B b;
    wmma::fill_fragment(a, Fragments::value(1.0F / Fragments::depth));
    wmma::fill_fragment(b, Fragments::value(1.0F));
    const std::size_t warpsPerBlock = blockDim.x / warpThreads;
    const std::size_t warp = blockIdx.x * warpsPerBlock + threadIdx.x / warpThreads;
    const std::size_t stride = gridDim.x * warpsPerBlock * tilesAtOnce;
    for (std::size_t first = warp * tilesAtOnce; first < tiles; first += stride) {
        typename Fragments::Sum sums[tilesAtOnce];
#pragma unroll
        for (int i = 0; i < tilesAtOnce; ++i) {
            if (first + i < tiles)
                wmma::load_matrix_sync(sums[i], in + (first + i) * tileElements, side, wmma::mem_row_major);
            else
                wmma::fill_fragment(sums[i], 0.0F);
        }
        for (int step = 0; step < steps; ++step) {
#pragma unroll
            for (int i = 0; i < tilesAtOnce; ++i)
                wmma::mma_sync(sums[i], a, b, sums[i]);
        }
#pragma unroll
        for (int i = 0; i < tilesAtOnce; ++i)
            if (first + i < tiles)
                wmma::store_matrix_sync(out + (first + i) * tileElements, sums[i], side, wmma::mem_row_major);
    }
}

#endif

/// Empty below compute capability 8.0, where it is never launched (requireCudaRuns()).
template <bool tf32, typename... Records>
__global__ void tensorKernel(const float *in, float *out, std::size_t elements, int steps, Records... records)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    BlockRecorder<Records...> recorder(records...);
    const std::size_t tiles = elements / tileElements;
    if constexpr (tf32)
        multiplyTiles<Tf32Fragments>(in, out, tiles, steps);
    else
        multiplyTiles<Bf16Fragments>(in, out, tiles, steps);
    // Elements that do not fill a square are computed without tensor cores.
    if (blockIdx.x == 0)
        for (std::size_t i = tiles * tileElements + threadIdx.x; i < elements; i += blockDim.x)
            out[i] = in[i] + static_cast<float>(steps);
    recorder.end();
#endif
}

template <bool tf32>
cudaError_t launchPrecision(const float *in, float *out, std::size_t elements, int steps, const LaunchSize &shape,
                            KernelStamp *stamps, cudaStream_t stream, BlockStamp *blocks)
{
    return launchRecorded(stamps, blocks, [&](auto... records) {
        return launchKernel(tensorKernel<tf32, decltype(records)...>, shape, stream, in, out, elements, steps,
                            records...);
    });
}

template <bool tf32>
cudaError_t preloadPrecision()
{
    return preloadEach(tensorKernel<tf32>, tensorKernel<tf32, KernelStamp *>,
                       tensorKernel<tf32, KernelStamp *, BlockStamp *>);
}

} // namespace

cudaError_t launchTensor(const float *in, float *out, std::size_t elements, int steps, bool tf32,
                         const LaunchSize &shape, KernelStamp *stamps, cudaStream_t stream, BlockStamp *blocks)
{
    return tf32 ? launchPrecision<true>(in, out, elements, steps, shape, stamps, stream, blocks)
                : launchPrecision<false>(in, out, elements, steps, shape, stamps, stream, blocks);
}

cudaError_t preloadTensor()
{
    const cudaError_t error = preloadPrecision<false>();
    return error == cudaSuccess ? preloadPrecision<true>() : error;
}

} // namespace streamscope
