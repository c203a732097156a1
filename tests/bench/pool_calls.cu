// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What does each cudaMallocFromPoolAsync cost the host? Streams in turn allocate, run a kernel of 60 µs and free. It
// stands alone:
//   nvcc -O2 -arch=sm_90 pool_calls.cu -o pool_calls && ./pool_calls
// One line for each case: the calls in microseconds, the median of three runs after two to warm up; each run begins
// with an empty pool.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

#define CHECK(expression)                                                                                              \
    do {                                                                                                               \
        const cudaError_t checked = (expression);                                                                      \
        if (checked != cudaSuccess) {                                                                                  \
            std::fprintf(stderr, "pool_calls: %s at line %d: %s\n", cudaGetErrorName(checked), __LINE__, #expression); \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (false)

using Clock = std::chrono::steady_clock;

__global__ void spin(unsigned long long ns)
{
    unsigned long long begin = 0, time = 0;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(begin));
    do {
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(time));
    } while (time - begin < ns);
}

struct Case
{
    bool keeps; ///< release threshold: all or nothing
    bool synchronizes;
    std::size_t bytes;
    int streams;
};

cudaMemPool_t makePool(bool keeps)
{
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    cudaMemPool_t pool = nullptr;
    CHECK(cudaMemPoolCreate(&pool, &properties));
    std::uint64_t threshold = keeps ? UINT64_MAX : 0;
    CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    return pool;
}

std::vector<double> run(const Case &what, cudaMemPool_t pool, const std::vector<cudaStream_t> &streams, int steps)
{
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemPoolTrimTo(pool, 0));
    std::vector<double> calls;
    for (int i = 0; i < steps; ++i) {
        const cudaStream_t stream = streams[static_cast<std::size_t>(i) % streams.size()];
        void *memory = nullptr;
        const Clock::time_point begin = Clock::now();
        CHECK(cudaMallocFromPoolAsync(&memory, what.bytes, pool, stream));
        calls.push_back(std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
        spin<<<1, 32, 0, stream>>>(60'000);
        CHECK(cudaFreeAsync(memory, stream));
        if (what.synchronizes)
            CHECK(cudaDeviceSynchronize());
    }
    CHECK(cudaDeviceSynchronize());
    return calls;
}

void measure(const Case &what)
{
    const cudaMemPool_t pool = makePool(what.keeps);
    std::vector<cudaStream_t> streams(static_cast<std::size_t>(what.streams));
    for (cudaStream_t &stream : streams)
        CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    const int steps = std::min(2 * what.streams + 4, 48);
    std::vector<std::vector<double>> runs;
    for (int i = 0; i < 5; ++i)
        runs.push_back(run(what, pool, streams, steps));
    std::printf("%s, %s, %zu KiB, %d streams:", what.keeps ? "keeps all" : "keeps nothing",
                what.synchronizes ? "synchronises each step" : "no synchronisation", what.bytes >> 10, what.streams);
    for (std::size_t i = 0; i < runs[0].size(); ++i) {
        std::vector<double> call{runs[2][i], runs[3][i], runs[4][i]};
        std::sort(call.begin(), call.end());
        std::printf(" %.0f", call[1]);
    }
    std::printf("\n");
    for (const cudaStream_t stream : streams)
        CHECK(cudaStreamDestroy(stream));
    CHECK(cudaMemPoolDestroy(pool));
}

} // namespace

int main()
{
    for (const bool keeps : {false, true})
        for (const bool synchronizes : {false, true})
            for (const std::size_t kib : {84, 1528, 24572, 75200, 228260})
                for (const int streams : {1, 2, 3, 8, 10, 16, 40})
                    measure({keeps, synchronizes, kib << 10, streams});
}
