// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// How fast the simulator is, and how much memory a run takes: four figures on stdout.
#include "tests/support/programs.h"

#include "experiments/registry.h"

#include <malloc.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <new>
#include <thread>

using namespace streamscope;

namespace {

std::atomic<std::size_t> allocatedBytes{0}, maxBytes{0};

void *counted(std::size_t size)
{
    void *memory = std::malloc(size);
    if (!memory)
        throw std::bad_alloc();
    const std::size_t now = allocatedBytes += malloc_usable_size(memory);
    std::size_t most = maxBytes;
    while (now > most && !maxBytes.compare_exchange_weak(most, now))
        ;
    return memory;
}

void uncounted(void *memory)
{
    allocatedBytes -= malloc_usable_size(memory);
    std::free(memory);
}

} // namespace

void *operator new(std::size_t size)
{
    return counted(size);
}
void operator delete(void *memory) noexcept
{
    uncounted(memory);
}
void operator delete(void *memory, std::size_t) noexcept
{
    uncounted(memory);
}

namespace {

Program pipeline(std::int64_t bytes, int chunks, int streams, const char *order)
{
    const Experiment *experiment = findExperiment("copy-compute-pipeline");
    Parameters values = experiment->defaults();
    values.set("bytes", bytes);
    values.set("chunks", std::int64_t{chunks});
    values.set("streams", std::int64_t{streams});
    values.set("issue_order", std::string(order));
    return experiment->build(values);
}

double secondsOf(const std::function<void()> &work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Processor time of this thread: what one core has to do, whatever else the machine does.
double processorSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double bestOf(int times, const std::function<void()> &work)
{
    double best = 1e9;
    for (int i = 0; i < times; ++i) {
        const double begin = processorSeconds();
        work();
        best = std::min(best, processorSeconds() - begin);
    }
    return best;
}

void operationsPerSecond(const DeviceProfile &device, const char *order)
{
    const Program program = pipeline(std::int64_t{4} << 30, 65536, 16, order);
    const auto count = static_cast<double>(program.operations.size());
    const double seconds = bestOf(15, [&] { test::simulate(device, program); });
    std::printf("%-13s %.0f operations on 16 streams: %.2f million operations per second\n", order, count,
                count / seconds / 1e6);
    const std::size_t before = allocatedBytes;
    maxBytes = before;
    test::simulate(device, program);
    std::printf("%-13s memory at most: %.0f bytes per operation\n", order,
                static_cast<double>(maxBytes - before) / count);
}

void manyConfigurations(const DeviceProfile &device, unsigned threads)
{
    constexpr int configurations = 10'000;
    const Program program = pipeline(std::int64_t{256} << 20, 33, 4, "depth-first"); // 99 operations
    const double seconds = secondsOf([&] {
        std::atomic<int> next{0};
        std::vector<std::jthread> workers;
        for (unsigned i = 0; i < threads; ++i)
            workers.emplace_back([&] {
                while (next++ < configurations)
                    test::simulate(device, program);
            });
    });
    std::printf("10,000 runs of %zu operations on %u threads: %.3f s\n", program.operations.size(), threads, seconds);
}

} // namespace

int main()
{
    const DeviceProfile device = loadDeviceProfile("h200");
    operationsPerSecond(device, "depth-first");
    operationsPerSecond(device, "breadth-first");
    const Program small = pipeline(std::int64_t{256} << 20, 67, 4, "depth-first"); // 201 operations
    std::printf("%zu operations: %.3f ms\n", small.operations.size(),
                bestOf(200, [&] { test::simulate(device, small); }) * 1e3);
    manyConfigurations(device, 2);
    return 0;
}
