// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// How long a copy, a memset or a kernel is held behind a synchronisation at which a pool gave memory back, by the bytes
// that went back. A few seconds:
//     nvcc -O2 -std=c++20 -arch=sm_90 tests/bench/held_copies.cu -o held_copies && ./held_copies > held_copies.csv
// Columns: MiB freed, keeps (1: release threshold UINT64_MAX), what comes first, into
// the pool's memory or another, allocates again first, medians of 25 in us: wait (the call of the synchronisation),
// alloc (call), work (from the return of the wait to the return of a wait for the first operation).
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <vector>

#define CHECK(x)                                                                                                       \
    if (cudaError_t e = (x); e != cudaSuccess) {                                                                       \
        std::fprintf(stderr, "%s: %s\n", #x, cudaGetErrorString(e));                                                   \
        return 1;                                                                                                      \
    }
using Clock = std::chrono::steady_clock;
static double us(Clock::duration d)
{
    return std::chrono::duration<double, std::micro>(d).count();
}
__global__ void touch(float *data)
{
    data[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}
static double median(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

int main()
{
    constexpr std::size_t mib = 1 << 20, small = 64 << 10;
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    char *host, *device;
    CHECK(cudaMallocHost(&host, mib));
    CHECK(cudaMalloc(&device, mib));
    cudaMemPool_t pool;
    CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
    const char *firsts[] = {"h2d", "d2h", "d2d", "memset", "kernel"};
    std::puts("mib,pieces,keeps,first,into_pool,allocates,wait_us,alloc_us,work_us");
    for (const std::size_t size : {2, 8, 32, 64, 256, 1024})
        for (const int pieces : {1, 4})
            for (const bool keeps : {false, true})
                for (int first = 0; first < 5; ++first)
                    for (const bool again : {false, true})
                        for (const bool into : {false, true}) {
                            if (into && !again)
                                continue;
                            std::uint64_t threshold = keeps ? UINT64_MAX : 0;
                            CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
                            std::vector<double> waits, allocs, works;
                            for (int turn = 0; turn < 27; ++turn) {
                                void *p[4] = {};
                                for (int i = 0; i < pieces; ++i)
                                    CHECK(cudaMallocAsync(&p[i], size * mib / pieces, stream));
                                touch<<<64, 256, 0, stream>>>(static_cast<float *>(p[0]));
                                CHECK(cudaStreamSynchronize(stream));
                                for (int i = 0; i < pieces; ++i)
                                    CHECK(cudaFreeAsync(p[i], stream));
                                const auto waiting = Clock::now();
                                CHECK(cudaStreamSynchronize(stream));
                                const auto returned = Clock::now();
                                void *q = nullptr;
                                if (again)
                                    CHECK(cudaMallocAsync(&q, size * mib / pieces, stream));
                                const auto allocated = Clock::now();
                                char *const to = into ? static_cast<char *>(q) : device;
                                switch (first) {
                                case 0:
                                    CHECK(cudaMemcpyAsync(to, host, small, cudaMemcpyHostToDevice, stream));
                                    break;
                                case 1:
                                    CHECK(cudaMemcpyAsync(host, to, small, cudaMemcpyDeviceToHost, stream));
                                    break;
                                case 2:
                                    CHECK(cudaMemcpyAsync(to, device + small, small, cudaMemcpyDeviceToDevice, stream));
                                    break;
                                case 3:
                                    CHECK(cudaMemsetAsync(to, 0, small, stream));
                                    break;
                                case 4:
                                    touch<<<64, 256, 0, stream>>>(reinterpret_cast<float *>(to));
                                    break;
                                }
                                CHECK(cudaStreamSynchronize(stream));
                                const auto done = Clock::now();
                                if (q)
                                    CHECK(cudaFreeAsync(q, stream));
                                CHECK(cudaStreamSynchronize(stream));
                                if (turn < 2)
                                    continue;
                                waits.push_back(us(returned - waiting));
                                allocs.push_back(us(allocated - returned));
                                works.push_back(us(done - returned));
                            }
                            std::printf("%zu,%d,%d,%s,%d,%d,%.1f,%.1f,%.1f\n", size, pieces, keeps, firsts[first], into,
                                        again, median(waits), median(allocs), median(works));
                        }
    return 0;
}
