// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Programs to record, by name; each says on stdout what it did, so that a recording can be held against it.
//     record_programs launch COUNT THREADS    empty kernels: nanoseconds a launch; then those of each batch of
//                                             the first thread with how long a read of its core's caches took after it
//     record_programs kernels COUNT MICROS    spinning kernels in one stream: microseconds in all
//     record_programs pipeline                copies and kernels in four streams, as NVIDIA's async.cu
//     record_programs graph COUNT             a graph of three kernels and a memset, launched COUNT times
//     record_programs events                  two streams that wait for each other's events
//     record_programs captured                the same in a graph; then a wait for an event that was never recorded
//     record_programs default-stream          a copy on the legacy default stream between two blocking streams
//     record_programs managed | ranges | crash | quit | fork | forever
#include <nvtx3/nvToolsExt.h>

#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        if (const cudaError_t error = (call); error != cudaSuccess) {                                                  \
            std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error));                                        \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (false)

namespace {

__global__ void emptyKernel() {}

__global__ void spinKernel(long long ns)
{
    unsigned long long begin = 0, now = 0;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(begin));
    do
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    while (static_cast<long long>(now - begin) < ns);
}

__global__ void addOne(float *values, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        values[i] += 1.0F;
}

using Time = std::chrono::steady_clock;

double nanoseconds(Time::time_point begin)
{
    return std::chrono::duration<double, std::nano>(Time::now() - begin).count();
}

cudaStream_t newStream(unsigned flags = cudaStreamNonBlocking, int priority = 0)
{
    cudaStream_t stream = nullptr;
    CHECK(cudaStreamCreateWithPriority(&stream, flags, priority));
    return stream;
}

/// Nanoseconds that a read takes which waits for the one before, within 512 KiB: what other work on the host does to
/// the caches of this core. A launch goes through many places in memory, so it is as slow as they are.
double readCost()
{
    constexpr unsigned count = 1 << 17, steps = 2'000;
    static const std::vector<unsigned> next = [] {
        std::vector<unsigned> ring(count);
        for (unsigned i = 0; i < count; ++i)
            ring[i] = (i * 1'664'525U + 1'013'904'223U) % count; // each place once
        return ring;
    }();
    unsigned at = 0;
    const auto begin = Time::now();
    for (unsigned i = 0; i < steps; ++i)
        at = next[at];
    const double cost = nanoseconds(begin) / steps;
    return at < count ? cost : 0; // the compiler must not leave the reads out
}

struct LaunchBatch
{
    double launch = 0; ///< nanoseconds
    double read = 0;   ///< readCost() after it
};

/// Batches below the 1,024 launches that a queue holds, each timed without the wait for its end.
std::vector<LaunchBatch> launchBatches(int count)
{
    const cudaStream_t stream = newStream();
    constexpr int batch = 500;
    std::vector<LaunchBatch> batches;
    for (int done = 0; done < count; done += batch) {
        const auto begin = Time::now();
        for (int i = 0; i < batch; ++i)
            emptyKernel<<<1, 1, 0, stream>>>();
        const double launch = nanoseconds(begin) / batch;
        CHECK(cudaStreamSynchronize(stream));
        batches.push_back({launch, readCost()});
    }
    return batches;
}

double medianLaunch(std::vector<LaunchBatch> batches)
{
    const auto middle = batches.begin() + batches.size() / 2;
    std::nth_element(batches.begin(), middle, batches.end(),
                     [](const LaunchBatch &a, const LaunchBatch &b) { return a.launch < b.launch; });
    return middle->launch;
}

void launch(int count, int threads)
{
    launchBatches(1'000); // loads the code
    std::vector<std::vector<LaunchBatch>> batches(threads);
    std::vector<std::thread> running;
    const auto begin = Time::now();
    for (int t = 0; t < threads; ++t)
        running.emplace_back([&batches, t, count] { batches[t] = launchBatches(count); });
    for (std::thread &thread : running)
        thread.join();
    const double taken = nanoseconds(begin) / 1e9;
    std::vector<double> costs;
    for (const auto &ofThread : batches)
        costs.push_back(medianLaunch(ofThread));
    std::sort(costs.begin(), costs.end());
    std::printf("launch_ns %.1f total_s %.3f kernels %lld\n", costs[costs.size() / 2], taken,
                1'000LL + static_cast<long long>(count) * threads);
    for (const LaunchBatch &batch : batches.front())
        std::printf("%.0f:%.1f ", batch.launch, batch.read);
    std::printf("\n");
}

/// The best of five: what the kernels themselves take, and what a recording adds to that.
void kernels(int count, int micros)
{
    const cudaStream_t stream = newStream();
    spinKernel<<<1, 1, 0, stream>>>(1'000);
    CHECK(cudaDeviceSynchronize());
    std::vector<double> totals;
    for (int round = 0; round < 7; ++round) {
        const auto begin = Time::now();
        for (int i = 0; i < count; ++i)
            spinKernel<<<1, 1, 0, stream>>>(micros * 1'000LL);
        CHECK(cudaStreamSynchronize(stream));
        totals.push_back(nanoseconds(begin) / 1e3);
    }
    std::sort(totals.begin(), totals.end());
    std::printf("kernels_us %.1f each_us %.3f\n", totals[totals.size() / 2], totals[totals.size() / 2] / count);
}

void pipeline()
{
    constexpr int streams = 4, count = 4 << 20;
    constexpr int part = count / streams;
    float *host = nullptr, *device = nullptr;
    CHECK(cudaMallocHost(&host, count * sizeof(float)));
    CHECK(cudaMalloc(&device, count * sizeof(float)));
    std::fill(host, host + count, 1.0F);
    std::vector<cudaStream_t> all;
    for (int s = 0; s < streams; ++s)
        all.push_back(newStream(cudaStreamNonBlocking, s == 0 ? -5 : 0));
    for (int s = 0; s < streams; ++s) {
        const int at = s * part;
        CHECK(cudaMemcpyAsync(device + at, host + at, part * sizeof(float), cudaMemcpyHostToDevice, all[s]));
        addOne<<<(part + 255) / 256, 256, 0, all[s]>>>(device + at, part);
        CHECK(cudaMemcpyAsync(host + at, device + at, part * sizeof(float), cudaMemcpyDeviceToHost, all[s]));
    }
    CHECK(cudaDeviceSynchronize());
    std::vector<float> pageable(count);
    CHECK(cudaMemcpy(pageable.data(), device, count * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemset(device, 0, count * sizeof(float)));
    CHECK(cudaDeviceSynchronize());
    const bool right = std::all_of(host, host + count, [](float v) { return v == 2.0F; });
    std::printf("h2d 4 d2h 5 kernel 4 memset 1 %s\n", right ? "right" : "WRONG");
}

void graph(int count)
{
    const cudaStream_t stream = newStream();
    float *device = nullptr;
    CHECK(cudaMalloc(&device, 1 << 20));
    cudaGraph_t captured = nullptr;
    cudaGraphExec_t ready = nullptr;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK(cudaMemsetAsync(device, 0, 1 << 20, stream));
    for (int i = 0; i < 3; ++i)
        addOne<<<1024, 256, 0, stream>>>(device, 1 << 18);
    CHECK(cudaStreamEndCapture(stream, &captured));
    CHECK(cudaGraphInstantiate(&ready, captured, 0));
    for (int i = 0; i < count; ++i)
        CHECK(cudaGraphLaunch(ready, stream));
    CHECK(cudaStreamSynchronize(stream));
    std::printf("graph %d kernel %d memset %d\n", count, 3 * count, count);
}

void events()
{
    const cudaStream_t a = newStream(), b = newStream();
    cudaEvent_t there = nullptr, back = nullptr;
    CHECK(cudaEventCreateWithFlags(&there, cudaEventDisableTiming));
    CHECK(cudaEventCreateWithFlags(&back, cudaEventDisableTiming));
    for (int i = 0; i < 10; ++i) {
        spinKernel<<<1, 1, 0, a>>>(100'000);
        CHECK(cudaEventRecord(there, a));
        CHECK(cudaStreamWaitEvent(b, there, 0));
        spinKernel<<<1, 1, 0, b>>>(50'000);
        CHECK(cudaEventRecord(back, b));
        CHECK(cudaStreamWaitEvent(a, back, 0));
    }
    CHECK(cudaEventSynchronize(back));
    std::printf("kernel 20 event_record 20 event_wait 20\n");
}

/// What is captured does not happen then: its events are edges of the graph. The event at the end has the place in
/// memory of one that was recorded.
void captured()
{
    const cudaStream_t a = newStream(), b = newStream();
    cudaEvent_t there = nullptr, back = nullptr;
    CHECK(cudaEventCreateWithFlags(&there, cudaEventDisableTiming));
    CHECK(cudaEventCreateWithFlags(&back, cudaEventDisableTiming));
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t ready = nullptr;
    CHECK(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
    CHECK(cudaEventRecord(there, a));
    CHECK(cudaStreamWaitEvent(b, there, 0));
    spinKernel<<<1, 1, 0, a>>>(20'000);
    spinKernel<<<1, 1, 0, b>>>(20'000);
    CHECK(cudaEventRecord(back, b));
    CHECK(cudaStreamWaitEvent(a, back, 0));
    CHECK(cudaStreamEndCapture(a, &graph));
    CHECK(cudaGraphInstantiate(&ready, graph, 0));
    for (int i = 0; i < 5; ++i)
        CHECK(cudaGraphLaunch(ready, a));
    CHECK(cudaEventDestroy(there));
    CHECK(cudaEventCreateWithFlags(&there, cudaEventDisableTiming));
    CHECK(cudaEventRecord(there, a));
    CHECK(cudaEventDestroy(there));
    CHECK(cudaEventCreateWithFlags(&there, cudaEventDisableTiming));
    CHECK(cudaStreamWaitEvent(b, there, 0));
    spinKernel<<<1, 1, 0, b>>>(20'000);
    CHECK(cudaDeviceSynchronize());
    std::printf("kernel 11 event_record 1 event_wait 1\n");
}

void defaultStream()
{
    const cudaStream_t a = newStream(cudaStreamDefault), b = newStream(cudaStreamDefault);
    float *device = nullptr;
    CHECK(cudaMalloc(&device, 1 << 20));
    std::vector<float> host(1 << 18);
    for (int i = 0; i < 5; ++i) {
        spinKernel<<<1, 1, 0, a>>>(200'000);
        CHECK(cudaMemcpyAsync(device, host.data(), 1 << 20, cudaMemcpyHostToDevice, nullptr));
        spinKernel<<<1, 1, 0, b>>>(200'000);
    }
    CHECK(cudaDeviceSynchronize());
    std::printf("kernel 10 h2d 5\n");
}

void managed()
{
    constexpr int count = 8 << 20;
    float *values = nullptr;
    CHECK(cudaMallocManaged(&values, count * sizeof(float)));
    std::fill(values, values + count, 1.0F);
    addOne<<<(count + 255) / 256, 256>>>(values, count);
    CHECK(cudaDeviceSynchronize());
    std::printf("kernel 1 %s\n", values[count - 1] == 2.0F ? "right" : "WRONG");
}

void ranges()
{
    const cudaStream_t stream = newStream();
    const nvtxDomainHandle_t domain = nvtxDomainCreateA("loader");
    nvtxEventAttributes_t attributes{};
    attributes.version = NVTX_VERSION;
    attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    attributes.colorType = NVTX_COLOR_ARGB;
    attributes.color = 0xff3060c0;
    attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
    for (int i = 0; i < 20; ++i) {
        char name[32];
        std::snprintf(name, sizeof name, "step %d", i);
        nvtxRangePushA(name);
        attributes.message.ascii = "batch";
        nvtxDomainRangePushEx(domain, &attributes);
        spinKernel<<<1, 1, 0, stream>>>(20'000);
        nvtxDomainRangePop(domain);
        nvtxRangePushA("update");
        spinKernel<<<1, 1, 0, stream>>>(10'000);
        CHECK(cudaStreamSynchronize(stream));
        nvtxRangePop();
        nvtxRangePop();
        nvtxMarkA("done");
    }
    std::printf("kernel 40 range 60 mark 20\n");
}

/// Work that is certainly in the file: a quarter of a second later it has been written.
void someWork()
{
    const cudaStream_t stream = newStream();
    for (int i = 0; i < 100; ++i)
        spinKernel<<<1, 1, 0, stream>>>(5'000);
    CHECK(cudaStreamSynchronize(stream));
    usleep(700'000);
}

[[noreturn]] void forever()
{
    const cudaStream_t stream = newStream();
    for (long long done = 0;; done += 100) {
        for (int i = 0; i < 100; ++i)
            spinKernel<<<1, 1, 0, stream>>>(10'000);
        CHECK(cudaStreamSynchronize(stream));
        timespec now{};
        clock_gettime(CLOCK_MONOTONIC, &now);
        std::printf("%lld %lld\n", done + 100, static_cast<long long>(now.tv_sec) * 1'000'000'000 + now.tv_nsec);
        std::fflush(stdout);
    }
}

} // namespace

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    const auto number = [&](int at, int otherwise) { return argc > at ? std::atoi(argv[at]) : otherwise; };
    const auto is = [name](const char *other) { return std::strcmp(name, other) == 0; };
    if (is("launch"))
        launch(number(2, 20'000), number(3, 1));
    else if (is("kernels"))
        kernels(number(2, 5'000), number(3, 20));
    else if (is("pipeline"))
        pipeline();
    else if (is("graph"))
        graph(number(2, 50));
    else if (is("events"))
        events();
    else if (is("captured"))
        captured();
    else if (is("default-stream"))
        defaultStream();
    else if (is("managed"))
        managed();
    else if (is("ranges"))
        ranges();
    else if (is("forever"))
        forever();
    else if (is("crash")) {
        someWork();
        *static_cast<volatile int *>(nullptr) = 1; // NOLINT: on purpose
    } else if (is("quit")) {
        someWork();
        _exit(3);
    } else if (is("fork")) {
        someWork();
        if (fork() == 0)
            std::exit(0); // runs the exit handlers in a child that must not touch the file
        wait(nullptr);
        someWork();
        std::printf("kernel 200\n");
    } else {
        std::fprintf(stderr, "unknown program '%s'\n", name);
        return 2;
    }
    return 0;
}
