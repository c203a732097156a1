// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Which blocks share an SM, and how long do kernels of many waiting warps take? It stands alone:
//   nvcc -O2 -arch=sm_90 block_places.cu -o block_places && CUDA_MODULE_LOADING=EAGER ./block_places
// First: kernels whose blocks wait on the timer for a given time, with every thread or with one of each block. Then,
// for drawn blocks of a running kernel and of one behind it in another stream: does the second begin beside the first
// or behind it? Each has one block for each SM. Last: the pause between two such kernels of one stream.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace {

#define CHECK(expression)                                                                                              \
    do {                                                                                                               \
        const cudaError_t checked = (expression);                                                                      \
        if (checked != cudaSuccess) {                                                                                  \
            std::fprintf(stderr, "block_places: %s at line %d: %s\n", cudaGetErrorName(checked), __LINE__,             \
                         #expression);                                                                                 \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (false)

struct Times
{
    unsigned long long firstStart, lastStart, firstEnd, lastEnd;
};

constexpr int processors = 132, rounds = 7;

__device__ unsigned long long now()
{
    unsigned long long time = 0;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(time));
    return time;
}

template <bool everyThread>
__global__ void spin(unsigned long long nanoseconds, Times *times)
{
    const unsigned long long begin = now();
    if (threadIdx.x == 0) {
        atomicMin(&times->firstStart, begin);
        atomicMax(&times->lastStart, begin);
    }
    if (everyThread || threadIdx.x == 0)
        while (now() - begin < nanoseconds)
            ;
    __syncthreads();
    if (threadIdx.x == 0) {
        const unsigned long long end = now();
        atomicMin(&times->firstEnd, end);
        atomicMax(&times->lastEnd, end);
    }
}

Times *onDevice = nullptr; // two of them

void clear()
{
    const Times empty[2] = {{~0ULL, 0, ~0ULL, 0}, {~0ULL, 0, ~0ULL, 0}};
    CHECK(cudaMemcpy(onDevice, empty, sizeof empty, cudaMemcpyHostToDevice));
}

/// Waits for both kernels.
std::vector<Times> read()
{
    std::vector<Times> times(2);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(times.data(), onDevice, 2 * sizeof(Times), cudaMemcpyDeviceToHost));
    return times;
}

double middle(std::vector<double> values)
{
    std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
    return values[values.size() / 2];
}

template <bool everyThread>
void timeWaves(int grid, int block, int us)
{
    std::vector<double> starts, ends, all;
    for (int round = 0; round < rounds; ++round) {
        clear();
        spin<everyThread><<<grid, block>>>(us * 1000ULL, onDevice);
        const Times times = read()[0];
        starts.push_back((times.lastStart - times.firstStart) / 1e3);
        ends.push_back((times.firstEnd - times.firstStart) / 1e3);
        all.push_back((times.lastEnd - times.firstStart) / 1e3);
    }
    std::printf("  %-12s first end %7.1f, last start %7.1f, all %7.1f us\n",
                everyThread ? "every thread" : "one thread", middle(ends), middle(starts), middle(all));
}

struct Shape
{
    int threads, sharedBytes;
};

/// A shape that an SM has room for beside another one, most of the time.
Shape drawShape(std::mt19937 &random)
{
    const int threads[] = {32, 64, 128, 256, 512, 768, 1024};
    const int kibibytes[] = {0,  0,  0,  1,  2,  3,  5,  7,  8,  12,  15,  16, 20,
                             24, 31, 32, 40, 48, 63, 80, 98, 99, 118, 131, 163};
    return {threads[random() % 7], kibibytes[random() % 25] * 1024};
}

/// One line for each draw: threads and shared bytes of the blocks of both kernels, and how many of the second kernel's
/// blocks began beside the first.
void sharing(int draws, cudaStream_t first, cudaStream_t second)
{
    std::mt19937 random(7);
    std::printf("threads,shared,threads behind,shared behind,beside\n");
    for (int draw = 0; draw < draws; ++draw) {
        const Shape mine = drawShape(random), other = drawShape(random);
        clear();
        spin<false><<<processors, mine.threads, mine.sharedBytes, first>>>(150000, onDevice);
        spin<false><<<processors, other.threads, other.sharedBytes, second>>>(50000, onDevice + 1);
        const std::vector<Times> times = read();
        std::printf("%d,%d,%d,%d,%s\n", mine.threads, mine.sharedBytes, other.threads, other.sharedBytes,
                    times[1].lastStart < times[0].firstEnd    ? "all"
                    : times[1].firstStart < times[0].firstEnd ? "some"
                                                              : "none");
    }
}

void pauses(int block, cudaStream_t stream)
{
    std::printf("pause in one stream, us (medians), blocks of %d threads:\n", block);
    for (const int mine : {0, 8192, 32768, 120832}) {
        for (const int other : {0, 8192, 32768, 120832}) {
            std::vector<double> found;
            for (int round = 0; round < rounds; ++round) {
                clear();
                spin<false><<<processors, block, mine, stream>>>(100000, onDevice);
                spin<false><<<processors, block, other, stream>>>(50000, onDevice + 1);
                const std::vector<Times> times = read();
                found.push_back((static_cast<double>(times[1].firstStart) - static_cast<double>(times[0].lastEnd))
                                / 1e3);
            }
            std::printf("%7.2f", middle(found));
        }
        std::printf("\n");
    }
}

} // namespace

int main(int argc, char **argv)
{
    CHECK(cudaMalloc(&onDevice, 2 * sizeof(Times)));
    for (const void *kernel : {reinterpret_cast<const void *>(spin<true>), reinterpret_cast<const void *>(spin<false>)})
        CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024));
    cudaStream_t first, second;
    CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
    for (const int block : {32, 128, 256, 512, 1024})
        for (const int waves : {1, 2, 4})
            for (const int us : {50, 100, 300}) {
                const int grid = processors * std::min(32, 2048 / block) * waves;
                std::printf("%d blocks of %d threads, %d us, %d waves\n", grid, block, us, waves);
                timeWaves<true>(grid, block, us);
                timeWaves<false>(grid, block, us);
            }
    sharing(argc > 1 ? std::atoi(argv[1]) : 1500, first, second);
    pauses(128, first);
    return 0;
}
