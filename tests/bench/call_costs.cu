// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What does the call before change about what a CUDA call costs? Rows of 60 rounds of calls, round i on the streams
// from i on: H a copy to the device, D one to the host, K a kernel, R an event record, W a wait of the next stream for
// it, S a synchronisation. The same rows of H, K and D as graphs, where the launch hands over one node after the other.
// It stands alone:
//   nvcc -O2 -std=c++17 -arch=sm_90 call_costs.cu -o call_costs && ./call_costs
// One line for each row: streams, KiB of a copy, medians in microseconds of the run and of all calls, and the mean of
// each call. Runs whose core a neighbour slowed are left out.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <sched.h>

namespace {

#define CHECK(expression)                                                                                              \
    do {                                                                                                               \
        const cudaError_t checked = (expression);                                                                      \
        if (checked != cudaSuccess) {                                                                                  \
            std::fprintf(stderr, "call_costs: %s at line %d: %s\n", cudaGetErrorName(checked), __LINE__, #expression); \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (false)

constexpr int rounds = 60, warmup = 2, runs = 12;
constexpr std::size_t bufferBytes = std::size_t{16} << 20;

double now()
{
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double median(std::vector<double> values)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// Keeps the thread on a core whose second hardware thread is idle, as the lab does.
class Core
{
public:
    /// As it was when it was chosen.
    bool isFast() const { return taken() < 1.15 * m_chosen; }
    void choose()
    {
        m_chosen = taken();
        if (m_chosen < 1.15 * m_least) {
            m_least = std::min(m_least, m_chosen);
            return;
        }
        cpu_set_t allowed;
        CPU_ZERO(&allowed);
        sched_getaffinity(0, sizeof allowed, &allowed);
        int best = sched_getcpu();
        for (int core = 0; core < CPU_SETSIZE; ++core) {
            if (!CPU_ISSET(core, &allowed))
                continue;
            moveTo(core, allowed);
            if (const double time = taken(); time < m_chosen) {
                m_chosen = time;
                best = core;
            }
        }
        moveTo(best, allowed);
        m_least = std::min(m_least, m_chosen);
    }

private:
    static double taken()
    {
        std::vector<double> times(5);
        for (double &time : times) {
            const double begin = now();
            for (int i = 0; i < 1000; ++i)
                asm volatile(".rept 60\n\tnop\n\t.endr");
            time = now() - begin;
        }
        return median(times);
    }
    static void moveTo(int core, const cpu_set_t &allowed)
    {
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(core, &one);
        sched_setaffinity(0, sizeof one, &one);
        sched_setaffinity(0, sizeof allowed, &allowed);
    }
    double m_least = 1e9, m_chosen = 1e9;
};

__global__ void work(float *data, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float value = data[i];
    for (int step = 0; step < 20; ++step)
        value = value * 1.0001f + 0.5f;
    data[i] = value;
}

class Bench
{
public:
    Bench()
    {
        CHECK(cudaMallocHost(&m_in, bufferBytes));
        CHECK(cudaMallocHost(&m_out, bufferBytes));
        CHECK(cudaMalloc(&m_device, bufferBytes));
        std::memset(m_in, 0, bufferBytes);
        std::memset(m_out, 0, bufferBytes);
        m_events.resize(2 * rounds);
        for (cudaEvent_t &event : m_events)
            CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
        CHECK(cudaEventCreate(&m_begin));
        CHECK(cudaEventCreate(&m_end));
        CHECK(cudaStreamCreateWithFlags(&m_outer, cudaStreamNonBlocking));
    }

    void live(const std::string &calls, int streams, std::size_t kib);
    void graph(const std::string &calls, bool breadth, int streams, std::size_t kib);

private:
    void setUp(int streams, std::size_t kib)
    {
        m_bytes = kib << 10;
        m_streams.resize(static_cast<std::size_t>(streams));
        for (cudaStream_t &stream : m_streams)
            CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    }
    void tearDown()
    {
        for (const cudaStream_t stream : m_streams)
            CHECK(cudaStreamDestroy(stream));
    }
    void call(char what, int round);
    void fork()
    {
        for (const cudaStream_t stream : m_streams)
            CHECK(cudaStreamWaitEvent(stream, m_fork, 0));
    }
    void join()
    {
        for (std::size_t i = 0; i < m_streams.size(); ++i) {
            CHECK(cudaEventRecord(m_events[i], m_streams[i]));
            CHECK(cudaStreamWaitEvent(m_outer, m_events[i], 0));
        }
    }
    float elapsed() const
    {
        float milliseconds = 0;
        CHECK(cudaEventElapsedTime(&milliseconds, m_begin, m_end));
        return milliseconds * 1000;
    }

    char *m_in = nullptr, *m_out = nullptr, *m_device = nullptr;
    std::size_t m_bytes = 0;
    std::vector<cudaStream_t> m_streams;
    std::vector<cudaEvent_t> m_events;
    std::size_t m_recorded = 0;
    cudaEvent_t m_begin = nullptr, m_end = nullptr, m_fork = nullptr;
    cudaStream_t m_outer = nullptr;
    Core m_core;
};

void Bench::call(char what, int round)
{
    const auto place = static_cast<std::size_t>(round);
    const std::size_t offset = place * m_bytes % (bufferBytes - m_bytes);
    const cudaStream_t stream = m_streams[place % m_streams.size()];
    const int floats = static_cast<int>(m_bytes / sizeof(float));
    switch (what) {
    case 'H':
        CHECK(cudaMemcpyAsync(m_device + offset, m_in + offset, m_bytes, cudaMemcpyHostToDevice, stream));
        break;
    case 'D':
        CHECK(cudaMemcpyAsync(m_out + offset, m_device + offset, m_bytes, cudaMemcpyDeviceToHost, stream));
        break;
    case 'K':
        work<<<(floats + 255) / 256, 256, 0, stream>>>(reinterpret_cast<float *>(m_device + offset / 4 * 4), floats);
        break;
    case 'R':
        m_recorded = place;
        CHECK(cudaEventRecord(m_events[place], stream));
        break;
    case 'W':
        CHECK(cudaStreamWaitEvent(m_streams[(place + 1) % m_streams.size()], m_events[m_recorded], 0));
        break;
    case 'S':
        CHECK(cudaStreamSynchronize(stream));
        break;
    }
}

void Bench::live(const std::string &calls, int streams, std::size_t kib)
{
    setUp(streams, kib);
    std::vector<double> makespans, totals;
    std::vector<std::vector<double>> each(calls.size());
    for (int run = 0; run < warmup + runs; ++run) {
        CHECK(cudaDeviceSynchronize());
        m_core.choose();
        CHECK(cudaEventRecord(m_begin, m_outer));
        m_fork = m_begin;
        fork();
        std::vector<double> sums(calls.size(), 0);
        const double begin = now();
        for (int round = 0; round < rounds; ++round)
            for (std::size_t i = 0; i < calls.size(); ++i) {
                const double before = now();
                call(calls[i], round);
                sums[i] += now() - before;
            }
        const double total = now() - begin;
        const bool fast = m_core.isFast();
        join();
        CHECK(cudaEventRecord(m_end, m_outer));
        CHECK(cudaEventSynchronize(m_end));
        if (run < warmup || !fast)
            continue;
        makespans.push_back(elapsed());
        totals.push_back(total);
        for (std::size_t i = 0; i < calls.size(); ++i)
            each[i].push_back(sums[i] / rounds);
    }
    tearDown();
    std::printf("live,%s,%d,%zu,%.1f,%.1f,", calls.c_str(), streams, kib, median(makespans), median(totals));
    for (std::size_t i = 0; i < calls.size(); ++i)
        std::printf("%s%c %.2f", i > 0 ? " " : "", calls[i], median(each[i]));
    std::printf("\n");
}

void Bench::graph(const std::string &calls, bool breadth, int streams, std::size_t kib)
{
    setUp(streams, kib);
    CHECK(cudaStreamBeginCapture(m_outer, cudaStreamCaptureModeGlobal));
    m_fork = m_events.back();
    CHECK(cudaEventRecord(m_fork, m_outer));
    fork();
    if (breadth) {
        for (const char what : calls)
            for (int round = 0; round < rounds; ++round)
                call(what, round);
    } else {
        for (int round = 0; round < rounds; ++round)
            for (const char what : calls)
                call(what, round);
    }
    join();
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t executable = nullptr;
    CHECK(cudaStreamEndCapture(m_outer, &graph));
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
    std::vector<double> makespans, launches;
    for (int run = 0; run < warmup + runs; ++run) {
        CHECK(cudaDeviceSynchronize());
        m_core.choose();
        CHECK(cudaEventRecord(m_begin, m_outer));
        const double begin = now();
        CHECK(cudaGraphLaunch(executable, m_outer));
        const double launch = now() - begin;
        const bool fast = m_core.isFast();
        CHECK(cudaEventRecord(m_end, m_outer));
        CHECK(cudaEventSynchronize(m_end));
        if (run < warmup || !fast)
            continue;
        makespans.push_back(elapsed());
        launches.push_back(launch);
    }
    CHECK(cudaGraphExecDestroy(executable));
    CHECK(cudaGraphDestroy(graph));
    tearDown();
    std::printf("graph %s,%s,%d,%zu,%.1f,%.1f,a node %.2f\n", breadth ? "breadth-first" : "depth-first", calls.c_str(),
                streams, kib, median(makespans), median(launches),
                median(launches) / static_cast<double>(rounds * calls.size()));
}

} // namespace

int main()
{
    Bench bench;
    std::printf("kind,calls,streams,kib,makespan_us,calls_us,each_us\n");
    for (const char *calls : {"K", "H", "D", "HK", "KD", "HKD", "HD", "R", "RW", "KR", "KRW", "HS", "DS", "HKS"})
        for (const int streams : {1, 3, 12})
            for (const std::size_t kib : {1, 4, 16, 24, 26, 64})
                bench.live(calls, streams, kib);
    for (const char *calls : {"K", "H", "D", "HK", "KD", "HKD"})
        for (const bool breadth : {false, true})
            for (const int streams : {1, 2, 4, 12, 47})
                for (const std::size_t kib : {4, 16, 24, 26, 64})
                    bench.graph(calls, breadth, streams, kib);
}
