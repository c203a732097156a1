// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Which SMs do the blocks of kernels take, and when? It stands alone:
//   nvcc -O2 -arch=sm_90 block_order.cu -o block_order && CUDA_MODULE_LOADING=EAGER ./block_order PROGRAMS 3 >
//   blocks.txt
// A line of PROGRAMS is a kernel of a program: program, stream (0 to 5), blocks, threads, bytes of shared memory, us.
// The lines of a program follow each other. A line of the output is a block: program, round, kernel, SM, first and last
// nanosecond since the program's first block.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace {

#define CHECK(expression)                                                                                              \
    do {                                                                                                               \
        const cudaError_t checked = (expression);                                                                      \
        if (checked != cudaSuccess) {                                                                                  \
            std::fprintf(stderr, "block_order: %s at line %d: %s\n", cudaGetErrorName(checked), __LINE__,              \
                         #expression);                                                                                 \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (false)

struct Block
{
    unsigned long long begin, end;
    unsigned multiprocessor;
};

struct Kernel
{
    std::string program;
    int stream, blocks, threads, sharedBytes;
    double us;

    int stamped() const { return threads > 0 ? blocks : 0; }
};

__device__ unsigned long long now()
{
    unsigned long long time = 0;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(time));
    return time;
}

/// Waits as the engine's spin kernel does.
__global__ void spin(unsigned long long nanoseconds, Block *blocks)
{
    constexpr unsigned long long nearNs = 4000, longestNs = 100000;
    const unsigned long long begin = now();
    if (threadIdx.x == 0)
        for (unsigned long long passed = 0; (passed = now() - begin) < nanoseconds;) {
            const unsigned long long left = nanoseconds - passed;
            if (left > nearNs)
                __nanosleep(static_cast<unsigned>(left / 4 < longestNs ? left / 4 : longestNs));
        }
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned multiprocessor = 0;
        asm volatile("mov.u32 %0, %smid;" : "=r"(multiprocessor));
        blocks[blockIdx.x] = {begin, now(), multiprocessor};
    }
}

std::vector<std::vector<Kernel>> readPrograms(const char *path)
{
    std::ifstream file(path);
    std::vector<std::vector<Kernel>> programs;
    Kernel kernel;
    while (file >> kernel.program >> kernel.stream >> kernel.blocks >> kernel.threads >> kernel.sharedBytes
           >> kernel.us) {
        if (programs.empty() || programs.back().front().program != kernel.program)
            programs.emplace_back();
        programs.back().push_back(kernel);
    }
    return programs;
}

void *buffer = nullptr; // for memsets

std::vector<Block> run(const std::vector<Kernel> &program, const std::vector<cudaStream_t> &streams)
{
    std::size_t count = 0;
    for (const Kernel &kernel : program)
        count += kernel.stamped();
    Block *onDevice = nullptr;
    CHECK(cudaMalloc(&onDevice, count * sizeof(Block)));
    Block *next = onDevice;
    for (const Kernel &kernel : program) {
        if (kernel.threads == 0)
            CHECK(cudaMemsetAsync(buffer, 0, kernel.blocks, streams.at(kernel.stream)));
        else
            spin<<<kernel.blocks, kernel.threads, kernel.sharedBytes, streams.at(kernel.stream)>>>(
                static_cast<unsigned long long>(kernel.us * 1000), next);
        CHECK(cudaGetLastError());
        next += kernel.stamped();
    }
    std::vector<Block> blocks(count);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(blocks.data(), onDevice, count * sizeof(Block), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(onDevice));
    return blocks;
}

void print(const std::vector<Kernel> &program, const std::vector<Block> &blocks, int round)
{
    unsigned long long first = ~0ULL;
    for (const Block &block : blocks)
        first = std::min(first, block.begin);
    std::size_t next = 0;
    for (std::size_t kernel = 0; kernel < program.size(); ++kernel)
        for (int i = 0; i < program[kernel].stamped(); ++i) {
            const Block &block = blocks[next++];
            std::printf("%s %d %zu %u %llu %llu\n", program[kernel].program.c_str(), round, kernel,
                        block.multiprocessor, block.begin - first, block.end - first);
        }
}

} // namespace

int main(int count, char **arguments)
{
    if (count != 3)
        return 1;
    CHECK(cudaFuncSetAttribute(spin, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024));
    CHECK(cudaMalloc(&buffer, 64 << 20));
    std::vector<cudaStream_t> streams(6);
    for (cudaStream_t &stream : streams)
        CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (const std::vector<Kernel> &program : readPrograms(arguments[1])) {
        run(program, streams); // the first round is slower
        for (int round = 0; round < std::atoi(arguments[2]); ++round)
            print(program, run(program, streams), round);
    }
}
