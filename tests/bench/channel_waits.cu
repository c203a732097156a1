// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// When does a channel notice what it waits for? Chains of copies to the host and kernels whose lengths are drawn, all
// issued behind a kernel that holds them. The copies read a clock that another kernel writes all the time, the kernels
// read it themselves, so all starts are known without a profiler. It stands alone:
//   nvcc -O2 -arch=sm_90 channel_waits.cu -o channel_waits && CUDA_MODULE_LOADING=EAGER ./channel_waits
// One line for each chain: how near the distances of its starts are to multiples of 8.192 µs (1: all are, 0: none), and
// the quartiles of the waits.
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace {

#define CHECK(expression)                                                                                              \
    do {                                                                                                               \
        const cudaError_t checked = (expression);                                                                      \
        if (checked != cudaSuccess) {                                                                                  \
            std::fprintf(stderr, "channel_waits: %s at line %d: %s\n", cudaGetErrorName(checked), __LINE__,            \
                         #expression);                                                                                 \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (false)

constexpr int steps = 150;
constexpr double periodNs = 8192;
constexpr double cyclesPerUs = 1980;

__device__ unsigned long long now()
{
    unsigned long long time = 0;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(time));
    return time;
}

__global__ void spin(long long cycles, unsigned long long *times)
{
    times[0] = now();
    const long long begin = clock64();
    while (clock64() - begin < cycles)
        ;
    times[1] = now();
}

__global__ void writeClock(volatile unsigned long long *word, volatile int *stop)
{
    while (*stop == 0)
        *word = now();
}

__global__ void waitFor(volatile int *flag)
{
    while (*flag == 0)
        ;
}

/// A flag that the host sets for a kernel.
struct Flag
{
    Flag()
    {
        CHECK(cudaHostAlloc(&host, sizeof(int), cudaHostAllocMapped));
        CHECK(cudaHostGetDevicePointer(&device, host, 0));
        *host = 0;
    }
    void set(int value) { *static_cast<volatile int *>(host) = value; }
    int *host = nullptr, *device = nullptr;
};

struct Chain
{
    std::size_t bytes;
    bool graph;
    int streams; ///< chains side by side
};

class Bench
{
public:
    Bench()
    {
        CHECK(cudaMalloc(&m_source, largest));
        CHECK(cudaMallocHost(&m_copies, largest * steps));
        CHECK(cudaMalloc(&m_kernelTimes, 2 * steps * sizeof(unsigned long long)));
        m_streams.resize(5);
        for (cudaStream_t &stream : m_streams)
            CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        writeClock<<<1, 1, 0, m_streams[4]>>>(reinterpret_cast<unsigned long long *>(m_source), m_stop.device);
    }
    ~Bench()
    {
        m_stop.set(1);
        cudaDeviceSynchronize();
    }
    void measure(const Chain &chain);

private:
    static constexpr std::size_t largest = 256 << 10;

    void issue(const Chain &chain)
    {
        std::uniform_real_distribution<double> length(0.5, 20);
        for (int i = 0; i < steps; ++i) {
            const cudaStream_t stream = m_streams[static_cast<std::size_t>(i % chain.streams)];
            CHECK(cudaMemcpyAsync(m_copies + i * largest, m_source, chain.bytes, cudaMemcpyDeviceToHost, stream));
            spin<<<1, 1, 0, stream>>>(static_cast<long long>(length(m_random) * cyclesPerUs), m_kernelTimes + 2 * i);
        }
    }
    void fork(int streams)
    {
        cudaEvent_t event = nullptr;
        CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
        CHECK(cudaEventRecord(event, m_streams[0]));
        for (int i = 1; i < streams; ++i)
            CHECK(cudaStreamWaitEvent(m_streams[static_cast<std::size_t>(i)], event));
    }
    void join(int streams)
    {
        for (int i = 1; i < streams; ++i) {
            cudaEvent_t event = nullptr;
            CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
            CHECK(cudaEventRecord(event, m_streams[static_cast<std::size_t>(i)]));
            CHECK(cudaStreamWaitEvent(m_streams[0], event));
        }
    }
    cudaGraphExec_t captured(const Chain &chain)
    {
        cudaGraph_t graph = nullptr;
        cudaGraphExec_t made = nullptr;
        CHECK(cudaStreamBeginCapture(m_streams[0], cudaStreamCaptureModeGlobal));
        fork(chain.streams);
        issue(chain);
        join(chain.streams);
        CHECK(cudaStreamEndCapture(m_streams[0], &graph));
        CHECK(cudaGraphInstantiate(&made, graph, 0));
        CHECK(cudaGraphDestroy(graph));
        return made;
    }
    void report(const Chain &chain);

    Flag m_stop, m_gate;
    char *m_source = nullptr, *m_copies = nullptr;
    unsigned long long *m_kernelTimes = nullptr;
    std::vector<cudaStream_t> m_streams;
    std::mt19937 m_random{7};
};

void Bench::measure(const Chain &chain)
{
    const cudaGraphExec_t graph = chain.graph ? captured(chain) : nullptr;
    m_gate.set(0);
    waitFor<<<1, 1, 0, m_streams[0]>>>(m_gate.device);
    if (graph) {
        CHECK(cudaGraphLaunch(graph, m_streams[0]));
    } else {
        fork(chain.streams);
        issue(chain);
        join(chain.streams);
    }
    m_gate.set(1);
    CHECK(cudaStreamSynchronize(m_streams[0]));
    report(chain);
}

/// 1 where all distances have one remainder, about 0 where they have any.
double regularity(const std::vector<double> &distances)
{
    std::complex<double> sum = 0;
    for (const double distance : distances)
        sum += std::polar(1.0, 2 * std::acos(-1.0) * distance / periodNs);
    return std::abs(sum) / static_cast<double>(distances.size());
}

std::string quartiles(std::vector<double> ns)
{
    std::sort(ns.begin(), ns.end());
    char text[80];
    std::snprintf(text, sizeof text, "%.1f, %.1f, %.1f us", ns[ns.size() / 4] / 1e3, ns[ns.size() / 2] / 1e3,
                  ns[ns.size() * 3 / 4] / 1e3);
    return text;
}

void Bench::report(const Chain &chain)
{
    std::vector<unsigned long long> kernels(2 * steps);
    CHECK(cudaMemcpyAsync(kernels.data(), m_kernelTimes, kernels.size() * sizeof kernels[0], cudaMemcpyDeviceToHost,
                          m_streams[0]));
    CHECK(cudaStreamSynchronize(m_streams[0]));
    const auto copy = [this](int i) { return *reinterpret_cast<unsigned long long *>(m_copies + i * largest); };
    const auto between = [](unsigned long long from, unsigned long long to) {
        return static_cast<double>(static_cast<long long>(to - from));
    };
    std::vector<double> copies, starts, kernelToCopy, copyToKernel;
    for (int i = chain.streams; i < steps; ++i) {
        const int before = i - chain.streams;
        copies.push_back(between(copy(before), copy(i)));
        starts.push_back(between(kernels[2 * before], kernels[2 * i]));
        kernelToCopy.push_back(between(kernels[2 * before + 1], copy(i)));
        copyToKernel.push_back(between(copy(i), kernels[2 * i]));
    }
    std::printf("%-5s %d stream%s %3zu KiB: copies %.2f, kernels %.2f; kernel's end to copy %s; copy's start to kernel "
                "%s\n",
                chain.graph ? "graph" : "gated", chain.streams, chain.streams == 1 ? " " : "s", chain.bytes >> 10,
                regularity(copies), regularity(starts), quartiles(kernelToCopy).c_str(),
                quartiles(copyToKernel).c_str());
}

} // namespace

int main()
{
    Bench bench;
    for (const bool graph : {false, true})
        for (const int streams : {1, 2, 4})
            for (const std::size_t bytes : {std::size_t{4} << 10, std::size_t{64} << 10, std::size_t{256} << 10})
                bench.measure({bytes, graph, streams});
}
