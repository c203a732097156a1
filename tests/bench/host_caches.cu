// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// How much do the host's caches decide how fast host memory is copied? Copies of buffers that the runs before have left
// in the caches, that were taken out of them, or that the host has just written. It stands alone:
//   nvcc -O2 -arch=sm_90 host_caches.cu -o host_caches && ./host_caches
// One line for each case, in microseconds from the call to the end of the copy: the 10th, 50th and 90th percentile over
// four buffers with five to nine copies each after two to warm up, the medians of the fastest and the slowest buffer,
// and the medians of three further copies of the same memory.
#include <cuda_runtime.h>
#include <emmintrin.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

#define CHECK(expression)                                                                                              \
    do {                                                                                                               \
        const cudaError_t checked = (expression);                                                                      \
        if (checked != cudaSuccess) {                                                                                  \
            std::fprintf(stderr, "host_caches: %s at line %d: %s\n", cudaGetErrorName(checked), __LINE__,              \
                         #expression);                                                                                 \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (false)

using Clock = std::chrono::steady_clock;

enum class State { AsItIs, OutOfCaches, JustWritten };

constexpr std::array stateNames{"as it is", "out of caches", "just written"};
constexpr int copiesInARow = 4, warmup = 2, bufferCount = 4;

struct Case
{
    bool pinned, toDevice;
    std::size_t bytes;
    State state;
};

double percentile(std::vector<double> values, double share)
{
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

void leaveCaches(const char *memory, std::size_t bytes)
{
    for (std::size_t i = 0; i < bytes; i += 64)
        _mm_clflush(memory + i);
    _mm_mfence();
}

char *allocate(const Case &what)
{
    void *memory = nullptr;
    if (what.pinned)
        CHECK(cudaHostAlloc(&memory, what.bytes, cudaHostAllocDefault));
    else
        memory = std::aligned_alloc(4096, what.bytes);
    if (!memory)
        std::exit(1);
    std::memset(memory, 0, what.bytes);
    return static_cast<char *>(memory);
}

class Measurement
{
public:
    Measurement(const Case &what, char *device, cudaStream_t stream)
        : m_case(what), m_device(device), m_stream(stream), m_repeat(what.bytes > (8 << 20) ? 5 : 9)
    {}

    void addBuffer()
    {
        char *memory = allocate(m_case);
        std::vector<double> firsts;
        for (int i = 0; i < warmup + m_repeat; ++i) {
            prepare(memory, i);
            const int count = m_case.state == State::AsItIs ? 1 : copiesInARow;
            for (int copy = 0; copy < count; ++copy) {
                const double us = copyOnce(memory);
                if (i >= warmup)
                    m_times[static_cast<std::size_t>(copy)].push_back(us);
                if (i >= warmup && copy == 0)
                    firsts.push_back(us);
            }
        }
        m_buffers.push_back(percentile(firsts, 0.5));
        if (m_case.pinned)
            CHECK(cudaFreeHost(memory));
        else
            std::free(memory);
    }

    void print() const
    {
        std::printf("%s %s %6zu KiB, %-13s: %.1f %.1f %.1f, buffers %.1f to %.1f",
                    m_case.pinned ? "pinned  " : "pageable", m_case.toDevice ? "H2D" : "D2H", m_case.bytes >> 10,
                    stateNames[static_cast<std::size_t>(m_case.state)], percentile(m_times[0], 0.1),
                    percentile(m_times[0], 0.5), percentile(m_times[0], 0.9), percentile(m_buffers, 0),
                    percentile(m_buffers, 1));
        for (std::size_t copy = 1; copy < m_times.size() && !m_times[copy].empty(); ++copy)
            std::printf("%s %.1f", copy == 1 ? "; again" : "", percentile(m_times[copy], 0.5));
        std::printf("\n");
    }

private:
    void prepare(char *memory, int turn) const
    {
        if (m_case.state == State::OutOfCaches)
            leaveCaches(memory, m_case.bytes);
        else if (m_case.state == State::JustWritten)
            std::memset(memory, turn, m_case.bytes);
    }

    double copyOnce(char *memory) const
    {
        const Clock::time_point begin = Clock::now();
        if (m_case.toDevice)
            CHECK(cudaMemcpyAsync(m_device, memory, m_case.bytes, cudaMemcpyHostToDevice, m_stream));
        else
            CHECK(cudaMemcpyAsync(memory, m_device, m_case.bytes, cudaMemcpyDeviceToHost, m_stream));
        CHECK(cudaStreamSynchronize(m_stream));
        return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
    }

    Case m_case;
    char *m_device;
    cudaStream_t m_stream;
    int m_repeat;
    std::array<std::vector<double>, copiesInARow> m_times;
    std::vector<double> m_buffers;
};

} // namespace

int main()
{
    constexpr std::size_t most = 64 << 20;
    char *device = nullptr;
    CHECK(cudaMalloc(&device, most));
    CHECK(cudaMemset(device, 0, most));
    cudaStream_t stream = nullptr;
    CHECK(cudaStreamCreate(&stream));
    for (const bool pinned : {false, true})
        for (const bool toDevice : {true, false})
            for (const std::size_t kib : {16, 64, 256, 1024, 4096, 16384, 65536})
                for (const State state : {State::AsItIs, State::OutOfCaches, State::JustWritten}) {
                    Measurement measurement({pinned, toDevice, kib << 10, state}, device, stream);
                    for (int i = 0; i < bufferCount; ++i)
                        measurement.addBuffer();
                    measurement.print();
                }
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(device));
}
