// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/cuda/cuda_statements.h"

#include "engine/codegen/layout/host_bound.h"
#include "engine/codegen/layout/kernel_source.h"

#include "engine/program/expected_data.h"

#include <algorithm>
#include <string_view>

namespace streamscope {

namespace {

constexpr std::string_view pageableSource = R"(// Ordinary memory. It is written once, so that its pages exist.
void allocatePageable(float **memory, std::size_t bytes)
{
    *memory = static_cast<float *>(std::aligned_alloc(4096, (bytes + 4095) / 4096 * 4096));
    if (!*memory)
        std::exit(1);
    std::fill(*memory, *memory + bytes / sizeof(float), 0.0F);
}

)";

constexpr std::string_view patternSource =
    R"(// Input data: small whole numbers, to which ones are added without rounding.
float patternAt(long long i)
{
    return static_cast<float>(((i % 1021) + 1021) % 1021);
}

[[maybe_unused]] void fillPattern(float *data, std::size_t count, long long shift)
{
    for (std::size_t i = 0; i < count; ++i)
        data[i] = patternAt(static_cast<long long>(i) + shift);
}

// Whether the elements from begin to end hold the pattern plus `additions`, which stop counting at 2^24.
[[maybe_unused]] bool isPattern(const float *data, std::size_t begin, std::size_t end, long long shift,
                                long long additions)
{
    constexpr float most = 16777216.0F;
    for (std::size_t i = begin; i < end; ++i) {
        const float first = patternAt(static_cast<long long>(i) + shift);
        const float expected = std::min(most, first + static_cast<float>(additions));
        if (data[i] != expected) {
            std::fprintf(stderr, "element %zu is %g, not %g\n", i, data[i], expected);
            return false;
        }
    }
    return true;
}

)";

constexpr std::string_view bitsSource = R"(// Whether the elements from begin to end hold these bits.
[[maybe_unused]] bool isBits(const float *data, std::size_t begin, std::size_t end, std::uint32_t bits)
{
    for (std::size_t i = begin; i < end; ++i)
        if (std::memcmp(data + i, &bits, sizeof bits) != 0) {
            std::fprintf(stderr, "element %zu is %g: wrong bits\n", i, data[i]);
            return false;
        }
    return true;
}

)";

constexpr std::string_view cachesSource =
    R"(// Takes memory out of the processor's caches. What earlier runs left there would decide how fast it is copied.
void leaveCaches(const float *memory, std::size_t bytes)
{
#ifdef __x86_64__
    for (std::size_t i = 0; i < bytes; i += 64)
        _mm_clflush(reinterpret_cast<const char *>(memory) + i);
    _mm_mfence();
#endif
}

)";

constexpr std::string_view fastCoreSource =
    R"(// Beside another process's work on the same core, which a virtual machine does not see, calls take up to 1.5 times
// as long. So each run begins on a core that is fast now, as in the lab.
void moveToFastCore()
{
#ifdef __linux__
    using Duration = std::chrono::steady_clock::duration;
    const auto look = [] {
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < 1000; ++i)
            asm volatile(".rept 60\n\tnop\n\t.endr");
        return Duration(std::chrono::steady_clock::now() - begin);
    };
    static Duration least = Duration::zero(); // on the fastest core
    for (int turn = 0; turn < 5; ++turn)      // interrupts spoil some
        if (look() * 0.85 <= least)
            return; // this one still is
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return;
    cpu_set_t fastest = allowed;
    least = Duration::max();
    for (int core = 0; core < CPU_SETSIZE; ++core) {
        if (!CPU_ISSET(core, &allowed))
            continue;
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(core, &one);
        sched_setaffinity(0, sizeof one, &one);
        for (int turn = 0; turn < 5; ++turn) {
            const Duration taken = look();
            if (taken < least) {
                least = taken;
                fastest = one;
            }
        }
    }
    sched_setaffinity(0, sizeof fastest, &fastest);
    sched_setaffinity(0, sizeof allowed, &allowed); // moved there, not bound
#endif
}

)";

constexpr std::string_view hostWorkSource = R"(// Keeps the calling thread busy.
void workOnHost(long long nanoseconds)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::nanoseconds(nanoseconds);
    while (std::chrono::steady_clock::now() < end) {
    }
}

)";

constexpr std::string_view hostFunctionSource = R"(// The same in a stream, between two operations.
void CUDART_CB workInStream(void *nanoseconds)
{
    workOnHost(reinterpret_cast<std::intptr_t>(nanoseconds));
}

)";

constexpr std::string_view pollingSource = R"(template <typename Query>
void pollUntilDone(const Query &query)
{
    while (query() == cudaErrorNotReady) {
    }
    static_cast<void>(cudaGetLastError()); // "not ready" is no error
}

)";

constexpr std::string_view gateSource = R"(class Gate
{
public:
    Gate()
    {
        CHECK(cudaHostAlloc(&m_open, sizeof *m_open, cudaHostAllocMapped));
        *m_open = 1;
        close(nullptr); // loads its code, and passes at once
        CHECK(cudaDeviceSynchronize());
    }
    void shut() { *m_open = 0; }
    void close(cudaStream_t stream)
    {
        gateKernel<<<1, 1, 0, stream>>>(m_open);
        CHECK(cudaGetLastError());
    }
    void open() { *static_cast<volatile int *>(m_open) = 1; }

private:
    int *m_open = nullptr;
};

)";

constexpr std::string_view graphSource =
    R"(// Operations that one call launches into the first stream; the others wait before and behind all of them.
class Graph
{
public:
    // Once: what `issue` puts into these streams.
    template <typename Issue>
    void capture(std::vector<cudaStream_t> streams, const Issue &issue)
    {
        m_streams = std::move(streams);
        cudaGraph_t graph = nullptr;
        CHECK(cudaEventCreateWithFlags(&m_reached, cudaEventDisableTiming));
        CHECK(cudaStreamBeginCapture(m_streams[0], cudaStreamCaptureModeGlobal));
        fork();
        issue();
        CHECK(cudaGetLastError()); // of the launches
        join();
        CHECK(cudaStreamEndCapture(m_streams[0], &graph));
        CHECK(cudaGraphInstantiate(&m_ready, graph, 0));
        CHECK(cudaGraphDestroy(graph));
    }
    void launch()
    {
        join();
        CHECK(cudaGraphLaunch(m_ready, m_streams[0]));
        fork();
    }

private:
    void fork() // the other streams behind the first
    {
        for (std::size_t i = 1; i < m_streams.size(); ++i)
            follow(m_streams[i], m_streams[0]);
    }
    void join() // the first behind the others
    {
        for (std::size_t i = 1; i < m_streams.size(); ++i)
            follow(m_streams[0], m_streams[i]);
    }
    void follow(cudaStream_t later, cudaStream_t earlier)
    {
        CHECK(cudaEventRecord(m_reached, earlier));
        CHECK(cudaStreamWaitEvent(later, m_reached, 0));
    }

    std::vector<cudaStream_t> m_streams;
    cudaEvent_t m_reached = nullptr;
    cudaGraphExec_t m_ready = nullptr;
};

)";

constexpr std::string_view threadsSource =
    R"(// The host threads of the program; the first one is that of main(). They live from run to run, because CUDA sets a
// thread up in its first call, and look for the next run all the time, so that all begin together.
class HostThreads
{
public:
    explicit HostThreads(std::size_t count) : m_handedOver(count) {}
    ~HostThreads()
    {
        m_ends = true;
        ++m_run;
        for (std::thread &thread : m_threads)
            thread.join();
    }
    void start(std::vector<std::function<void()>> work)
    {
        m_work = std::move(work);
        for (std::size_t i = 1; i < m_work.size(); ++i)
            m_threads.emplace_back([this, i] { live(m_work[i]); });
    }
    void run()
    {
        for (std::atomic<int> &count : m_handedOver)
            count = 0;
        m_done = 0;
        ++m_run;
        m_work[0]();
        while (m_done < m_threads.size())
            std::this_thread::yield();
    }

    // Another thread awaits the call that has just returned in this one.
    void handOver(std::size_t thread) { ++m_handedOver[thread]; }
    // A program of its own would use a mutex, a queue or a join.
    void await(std::size_t thread, int count) const
    {
        while (m_handedOver[thread] < count)
            std::this_thread::yield();
    }

private:
    void live(const std::function<void()> &work)
    {
        for (int run = 1;; ++run) {
            while (m_run < run)
                std::this_thread::yield();
            if (m_ends)
                return;
            work();
            CHECK(cudaGetLastError()); // of the launches
            ++m_done;
        }
    }

    std::vector<std::function<void()>> m_work;
    std::vector<std::atomic<int>> m_handedOver; // calls, by thread
    std::atomic<int> m_run{0};
    std::atomic<std::size_t> m_done{0};
    std::atomic<bool> m_ends{false};
    std::vector<std::thread> m_threads; // last: the rest is there when they begin
};

)";

constexpr std::string_view timerBegin = R"(class Timer
{
public:
    // The streams of the program, and the device of each.
    Timer(std::vector<cudaStream_t> streams, std::vector<int> devices)
        : m_streams(std::move(streams)), m_devices(std::move(devices)), m_ends(m_streams.size())
    {
        CHECK(cudaStreamCreateWithFlags(&m_clock, cudaStreamNonBlocking));
        CHECK(cudaEventCreate(&m_begin));
        CHECK(cudaEventCreate(&m_end));
        CHECK(cudaEventCreateWithFlags(&m_fork, cudaEventDisableTiming));
        for (std::size_t i = 0; i < m_ends.size(); ++i) {
            CHECK(cudaSetDevice(m_devices[i]));
            CHECK(cudaEventCreateWithFlags(&m_ends[i], cudaEventDisableTiming));
        }
        CHECK(cudaSetDevice(0));
    }

)";

constexpr std::string_view timerTime = R"(    template <typename Issue>
    float time(const Issue &issue)
    {
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaEventRecord(m_begin, m_clock));
        issueForked(m_begin, issue);
        return taken();
    }

)";

constexpr std::string_view timerGated = R"(    // All streams wait behind the gate until everything is enqueued.
    template <typename Issue>
    float time(const Issue &issue, Gate &gate)
    {
        CHECK(cudaDeviceSynchronize());
        gate.shut();
        gate.close(m_clock);
        CHECK(cudaEventRecord(m_begin, m_clock));
        issueForked(m_begin, issue);
        gate.open();
        return taken();
    }

)";

constexpr std::string_view timerGraph = R"(    // The program as a graph, which one call launches.
    template <typename Issue>
    cudaGraphExec_t capture(const Issue &issue)
    {
        cudaGraph_t graph = nullptr;
        cudaGraphExec_t ready = nullptr;
        CHECK(cudaStreamBeginCapture(m_clock, cudaStreamCaptureModeGlobal));
        CHECK(cudaEventRecord(m_fork, m_clock));
        issueForked(m_fork, issue);
        CHECK(cudaStreamEndCapture(m_clock, &graph));
        CHECK(cudaGraphInstantiate(&ready, graph, 0));
        CHECK(cudaGraphDestroy(graph));
        return ready;
    }

    float launch(cudaGraphExec_t graph)
    {
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaEventRecord(m_begin, m_clock));
        CHECK(cudaGraphLaunch(graph, m_clock));
        return taken();
    }

)";

constexpr std::string_view timerEnd = R"(private:
    template <typename Issue>
    void issueForked(cudaEvent_t fork, const Issue &issue)
    {
        for (const cudaStream_t stream : m_streams)
            CHECK(cudaStreamWaitEvent(stream, fork, 0));
        issue();
        CHECK(cudaGetLastError()); // of the launches
        for (std::size_t i = 0; i < m_streams.size(); ++i) {
            CHECK(cudaSetDevice(m_devices[i]));
            CHECK(cudaEventRecord(m_ends[i], m_streams[i]));
        }
        CHECK(cudaSetDevice(0));
        for (const cudaEvent_t end : m_ends)
            CHECK(cudaStreamWaitEvent(m_clock, end, 0));
    }

    float taken()
    {
        float milliseconds = 0;
        CHECK(cudaEventRecord(m_end, m_clock));
        CHECK(cudaEventSynchronize(m_end));
        CHECK(cudaEventElapsedTime(&milliseconds, m_begin, m_end));
        return milliseconds;
    }

    std::vector<cudaStream_t> m_streams;
    std::vector<int> m_devices;
    std::vector<cudaEvent_t> m_ends;
    cudaStream_t m_clock = nullptr;
    cudaEvent_t m_begin = nullptr, m_end = nullptr, m_fork = nullptr;
};

)";

template <typename Predicate>
bool any(const Program &program, Predicate predicate)
{
    return std::any_of(program.operations.begin(), program.operations.end(), predicate);
}

} // namespace

std::string cudaHelpers(const Program &program, bool hasGraphs)
{
    const ExpectedData expected(program, 0);
    const auto holdsBits = [&](std::size_t buffer) {
        const std::vector<ExpectedPiece> &pieces = expected.pieces(buffer);
        return program.buffers[buffer].place == BufferPlace::Host
               && std::any_of(pieces.begin(), pieces.end(),
                              [](const ExpectedPiece &piece) { return piece.kind == ExpectedPiece::Kind::Bits; });
    };
    bool bits = false, pageableInputs = false;
    for (std::size_t i = 0; i < program.buffers.size(); ++i) {
        bits = bits || holdsBits(i);
        pageableInputs =
            pageableInputs || (program.buffers[i].hostMemory == HostMemory::Pageable && expected.isInput(i));
    }
    const auto has = [&](OperationKind kind) {
        return any(program, [kind](const Operation &operation) { return operation.kind == kind; });
    };
    const bool ordinary = std::any_of(program.buffers.begin(), program.buffers.end(), [](const Buffer &buffer) {
        return buffer.place == BufferPlace::Host
               && (buffer.hostMemory == HostMemory::Pageable || buffer.hostMemory == HostMemory::Registered);
    });
    std::string text;
    const auto add = [&text](bool needed, std::string_view part) { text += needed ? part : std::string_view(); };
    add(ordinary, pageableSource);
    add(!program.buffers.empty(), patternSource);
    add(bits, bitsSource);
    add(has(OperationKind::HostWork) || has(OperationKind::HostFunction), hostWorkSource);
    add(has(OperationKind::HostFunction), hostFunctionSource);
    add(any(program,
            [](const Operation &operation) {
                return operation.kind == OperationKind::Sync && operation.syncMethod == SyncMethod::Polling;
            }),
        pollingSource);
    const bool gated = program.submission == Submission::Gated, graph = program.submission == Submission::Graph;
    if (gated)
        text += kernelSource(gateKernel, cudaKernelTypes) + std::string(gateSource);
    add(hasGraphs, graphSource);
    add(program.threadCount() > 1, threadsSource);
    add(pageableInputs, cachesSource);
    add(isHostBound(program), fastCoreSource);
    text += timerBegin;
    add(!gated && !graph, timerTime);
    add(gated, timerGated);
    add(graph, timerGraph);
    text += timerEnd;
    return text;
}

} // namespace streamscope
