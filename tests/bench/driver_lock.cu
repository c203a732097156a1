// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Which calls wait while another thread is in the call of a pageable copy? One thread copies 8 MiB of pageable memory
// with cudaMemcpyAsync, or makes another call that takes some 600 us; a second one makes the same call again and again,
// 20 us apart. It stands alone:
//   nvcc -O2 -std=c++17 -arch=sm_90 driver_lock.cu -o driver_lock -lpthread && ./driver_lock
// One line for each case: the first thread's call, its stream and microseconds; the second thread's call and stream;
// how many of these began meanwhile in eight runs, how many of them ended before the first thread's call, and their
// median in microseconds.
#include <cuda_runtime.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

namespace {

#define CHECK(expression)                                                                                              \
    do {                                                                                                               \
        const cudaError_t checked = (expression);                                                                      \
        if (checked != cudaSuccess) {                                                                                  \
            std::fprintf(stderr, "driver_lock: %s at line %d: %s\n", cudaGetErrorName(checked), __LINE__,              \
                         #expression);                                                                                 \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (false)

constexpr int runs = 8;
constexpr std::size_t bytes = std::size_t{8} << 20;
constexpr double besidesUs =
    5; // the first thread's call has the lock so long behind its begin, and others end so close

double now()
{
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void pause(double us)
{
    for (const double until = now() + us; now() < until;) {
    }
}

__global__ void nothing() {}

__global__ void spin(long long clocks)
{
    for (const long long begin = clock64(); clock64() - begin < clocks;) {
    }
}

void CUDART_CB ofHost(void * /*data*/) {}

struct Memory
{
    char *device = nullptr, *pageable = nullptr, *pinned = nullptr;
    cudaEvent_t event = nullptr;
    cudaGraphExec_t graph = nullptr;
};

using Call = std::function<void(const Memory &, cudaStream_t)>;

struct NamedCall
{
    NamedCall(const char *called, Call makes, bool takesNoStream = false, Call first = {})
        : name(called), make(std::move(makes)), before(std::move(first)), isOfNullStream(takesNoStream)
    {}

    const char *name;
    Call make, before;   ///< `before` is not timed
    bool isOfNullStream; ///< takes no stream
};

const std::vector<NamedCall> &holders()
{
    static const auto spins = [](const Memory &, cudaStream_t s) { spin<<<1, 32, 0, s>>>(1'000'000); };
    static const std::vector<NamedCall> all{
        {"copy to the host",
         [](const Memory &m, cudaStream_t s) {
             CHECK(cudaMemcpyAsync(m.pageable, m.device, bytes, cudaMemcpyDeviceToHost, s));
         }},
        {"copy to the device",
         [](const Memory &m, cudaStream_t s) {
             CHECK(cudaMemcpyAsync(m.device, m.pageable, bytes, cudaMemcpyHostToDevice, s));
         }},
        {"64 KiB behind a kernel",
         [](const Memory &m, cudaStream_t s) {
             CHECK(cudaMemcpyAsync(m.pageable, m.device, 64 << 10, cudaMemcpyDeviceToHost, s));
         },
         false, spins},
        {"cudaMemcpy, pageable",
         [](const Memory &m, cudaStream_t) { CHECK(cudaMemcpy(m.pageable, m.device, bytes, cudaMemcpyDeviceToHost)); },
         true},
        {"cudaMemcpy, pinned",
         [](const Memory &m, cudaStream_t) {
             CHECK(cudaMemcpy(m.pinned, m.device, 4 * bytes, cudaMemcpyDeviceToHost));
         },
         true},
        {"wait for a stream", [](const Memory &, cudaStream_t s) { CHECK(cudaStreamSynchronize(s)); }, false, spins},
    };
    return all;
}

const std::vector<NamedCall> &calls()
{
    static const std::vector<NamedCall> all{
        {"launch", [](const Memory &, cudaStream_t s) { nothing<<<1, 32, 0, s>>>(); }},
        {"graph", [](const Memory &m, cudaStream_t s) { CHECK(cudaGraphLaunch(m.graph, s)); }},
        {"memset", [](const Memory &m, cudaStream_t s) { CHECK(cudaMemsetAsync(m.device + bytes, 0, 64, s)); }},
        {"pinned copy",
         [](const Memory &m, cudaStream_t s) {
             CHECK(cudaMemcpyAsync(m.device + bytes, m.pinned, 64, cudaMemcpyHostToDevice, s));
         }},
        {"record", [](const Memory &m, cudaStream_t s) { CHECK(cudaEventRecord(m.event, s)); }},
        {"wait for event", [](const Memory &m, cudaStream_t s) { CHECK(cudaStreamWaitEvent(s, m.event, 0)); }},
        {"host function", [](const Memory &, cudaStream_t s) { CHECK(cudaLaunchHostFunc(s, ofHost, nullptr)); }},
        {"synchronise", [](const Memory &, cudaStream_t s) { CHECK(cudaStreamSynchronize(s)); }},
        {"query", [](const Memory &, cudaStream_t s) { cudaStreamQuery(s); }},
    };
    return all;
}

struct Interval
{
    double begin, end;
};

/// The second thread's calls while the first one is in its call, which is `held`.
std::vector<Interval> together(const Memory &memory, const NamedCall &holder, cudaStream_t holding,
                               const NamedCall &call, cudaStream_t calling, Interval &held)
{
    std::atomic<int> ready{0};
    std::vector<Interval> made;
    made.reserve(10'000);
    std::thread second([&] {
        CHECK(cudaSetDevice(0));
        for (++ready; ready < 2;) {
        }
        for (const double least = now() + 60; (ready < 3 || now() < least) && made.size() < made.capacity();) {
            const double begin = now();
            call.make(memory, calling);
            made.push_back({begin, now()});
            pause(20);
        }
    });
    std::thread first([&] {
        CHECK(cudaSetDevice(0));
        for (++ready; ready < 2;) {
        }
        if (holder.before)
            holder.before(memory, holding);
        pause(50);
        held.begin = now();
        holder.make(memory, holding);
        held.end = now();
        ready = 3;
    });
    first.join();
    second.join();
    CHECK(cudaDeviceSynchronize());
    const auto isApart = [&](const Interval &one) {
        return one.begin < held.begin + besidesUs || one.begin > held.end - 4 * besidesUs;
    };
    made.erase(std::remove_if(made.begin(), made.end(), isApart), made.end());
    return made;
}

void judge(const Memory &memory, const NamedCall &holder, const char *holderStream, cudaStream_t holding,
           const NamedCall &call, const char *callStream, cudaStream_t calling)
{
    std::vector<double> lengths;
    double heldUs = 0;
    int passed = 0;
    for (int run = 0; run < runs; ++run) {
        Interval held{};
        for (const Interval &one : together(memory, holder, holding, call, calling, held)) {
            lengths.push_back(one.end - one.begin);
            passed += one.end < held.end - besidesUs ? 1 : 0;
        }
        heldUs += (held.end - held.begin) / runs;
    }
    std::sort(lengths.begin(), lengths.end());
    std::printf("%-22s %-12s %7.0f  %-14s %-12s began %4zu passed %4d median %7.1f\n", holder.name, holderStream,
                heldUs, call.name, callStream, lengths.size(), passed,
                lengths.empty() ? 0.0 : lengths[lengths.size() / 2]);
}

Memory prepared()
{
    Memory memory;
    CHECK(cudaMalloc(&memory.device, 4 * bytes));
    CHECK(cudaMallocHost(&memory.pinned, 4 * bytes));
    memory.pageable = static_cast<char *>(std::malloc(bytes));
    std::memset(memory.pageable, 1, bytes);
    CHECK(cudaEventCreateWithFlags(&memory.event, cudaEventDisableTiming));
    CHECK(cudaEventRecord(memory.event));
    cudaGraph_t graph = nullptr;
    cudaStream_t stream = nullptr;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    nothing<<<1, 32, 0, stream>>>();
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&memory.graph, graph, 0));
    for (const NamedCall &holder : holders()) // the first calls cost more
        holder.make(memory, stream);
    CHECK(cudaDeviceSynchronize());
    return memory;
}

} // namespace

int main()
{
    const Memory memory = prepared();
    constexpr const char *names[] = {"NULL", "blocking", "non-blocking"};
    cudaStream_t streams[2][3] = {};
    for (auto &ofThread : streams) {
        CHECK(cudaStreamCreate(&ofThread[1]));
        CHECK(cudaStreamCreateWithFlags(&ofThread[2], cudaStreamNonBlocking));
    }
    for (const NamedCall &holder : holders())
        for (int a = 0; a < (holder.isOfNullStream ? 1 : 3); ++a)
            for (const NamedCall &call : calls())
                for (int b = 0; b < 3; ++b)
                    judge(memory, holder, names[a], streams[0][a], call, names[b], streams[1][b]);
}
