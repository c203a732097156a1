// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// The copy-compute pipeline as written by hand for one GPU, without any StreamScope code: the
// yardstick for the plain makespan of the experiment copy-compute-pipeline. It stands alone:
//   nvcc -O3 -arch=sm_90 handwritten_pipeline.cu -o handwritten_pipeline && ./handwritten_pipeline
// Pinned host memory, one device buffer worked on in place, chunk i on stream i modulo the number of streams.
#include <cuda_runtime.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

#define CHECK(expression)                                                                                              \
    do {                                                                                                               \
        const cudaError_t checked = (expression);                                                                      \
        if (checked != cudaSuccess) {                                                                                  \
            std::fprintf(stderr, "handwritten_pipeline: %s (%s) at line %d: %s\n", cudaGetErrorName(checked),          \
                         cudaGetErrorString(checked), __LINE__, #expression);                                          \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (false)

enum class Order { Serial, DepthFirst, BreadthFirst };

struct Options
{
    std::size_t bytes = std::size_t{256} << 20;
    int chunks = 16;
    int streams = 4;
    int iterations = 64;
    int repeat = 10;
    Order order = Order::DepthFirst;
};

constexpr int warmUp = 2;
constexpr int period = 1021; ///< input[i] = i % period; exact in float, also after adding the iterations

__global__ void fma(float *data, std::size_t count, int iterations, float a)
{
    const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride) {
        float x = data[i];
#pragma unroll 16
        for (int k = 0; k < iterations; ++k)
            x = fmaf(x, a, a);
        data[i] = x;
    }
}

[[noreturn]] void usage(const std::string &problem)
{
    std::fprintf(stderr,
                 "handwritten_pipeline: %s\n"
                 "usage: handwritten_pipeline [--bytes N] [--chunks N] [--streams N] [--iters N] [--repeat N]\n"
                 "                            [--order depth|breadth|serial]\n",
                 problem.c_str());
    std::exit(2);
}

long long number(const std::string &option, const char *text, long long least, long long most)
{
    char *end = nullptr;
    errno = 0;
    const long long value = std::strtoll(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || value < least || value > most)
        usage(option + " takes a whole number from " + std::to_string(least) + " to " + std::to_string(most) + ", not '"
              + text + "'");
    return value;
}

Options parse(int argc, char **argv)
{
    Options options;
    for (int i = 1; i < argc; i += 2) {
        const std::string option = argv[i];
        if (i + 1 == argc)
            usage("'" + option + "' needs a value");
        const char *value = argv[i + 1];
        if (option == "--bytes")
            options.bytes = static_cast<std::size_t>(number(option, value, 4, 1LL << 40));
        else if (option == "--chunks")
            options.chunks = static_cast<int>(number(option, value, 1, 65536));
        else if (option == "--streams")
            options.streams = static_cast<int>(number(option, value, 1, 1024));
        else if (option == "--iters")
            options.iterations = static_cast<int>(number(option, value, 0, 1 << 20));
        else if (option == "--repeat")
            options.repeat = static_cast<int>(number(option, value, 1, 100000));
        else if (option == "--order" && std::strcmp(value, "depth") == 0)
            options.order = Order::DepthFirst;
        else if (option == "--order" && std::strcmp(value, "breadth") == 0)
            options.order = Order::BreadthFirst;
        else if (option == "--order" && std::strcmp(value, "serial") == 0)
            options.order = Order::Serial;
        else
            usage("unknown option or value: " + option + " " + value);
    }
    if (options.bytes % sizeof(float) != 0)
        usage("--bytes must be a multiple of 4");
    if (options.bytes / sizeof(float) < static_cast<std::size_t>(options.chunks))
        usage("fewer elements than chunks");
    return options;
}

} // namespace

int main(int argc, char **argv)
{
    const Options options = parse(argc, argv);
    const std::size_t count = options.bytes / sizeof(float);

    cudaDeviceProp properties{};
    CHECK(cudaSetDevice(0));
    CHECK(cudaGetDeviceProperties(&properties, 0));

    float *input = nullptr;
    float *output = nullptr;
    float *device = nullptr;
    CHECK(cudaHostAlloc(&input, options.bytes, cudaHostAllocDefault));
    CHECK(cudaHostAlloc(&output, options.bytes, cudaHostAllocDefault));
    CHECK(cudaMalloc(&device, options.bytes));
    for (std::size_t i = 0; i < count; ++i)
        input[i] = static_cast<float>(i % period);
    std::memset(output, 0, options.bytes);

    // Serial: everything on one stream.
    const int streamCount = options.order == Order::Serial ? 1 : options.streams;
    std::vector<cudaStream_t> streams(static_cast<std::size_t>(streamCount));
    std::vector<cudaEvent_t> joined(streams.size());
    for (std::size_t s = 0; s < streams.size(); ++s) {
        CHECK(cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking));
        CHECK(cudaEventCreateWithFlags(&joined[s], cudaEventDisableTiming));
    }
    cudaStream_t outer = nullptr; // the clock's stream: forks to the others and joins them
    cudaEvent_t start = nullptr;
    cudaEvent_t stop = nullptr;
    CHECK(cudaStreamCreateWithFlags(&outer, cudaStreamNonBlocking));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));

    // Chunk c is [bound(c), bound(c + 1)): sizes differ by one element where the count does not divide.
    const auto bound = [&](int chunk) {
        return count * static_cast<std::size_t>(chunk) / static_cast<std::size_t>(options.chunks);
    };
    const auto streamOf = [&](int chunk) { return streams[static_cast<std::size_t>(chunk % streamCount)]; };
    const auto copyIn = [&](int chunk) {
        CHECK(cudaMemcpyAsync(device + bound(chunk), input + bound(chunk),
                              (bound(chunk + 1) - bound(chunk)) * sizeof(float), cudaMemcpyHostToDevice,
                              streamOf(chunk)));
    };
    const auto compute = [&](int chunk) {
        const std::size_t elements = bound(chunk + 1) - bound(chunk);
        const unsigned blocks = static_cast<unsigned>(std::min<std::size_t>((elements + 255) / 256, 65535));
        fma<<<blocks, 256, 0, streamOf(chunk)>>>(device + bound(chunk), elements, options.iterations, 1.0F);
        CHECK(cudaGetLastError());
    };
    const auto copyOut = [&](int chunk) {
        CHECK(cudaMemcpyAsync(output + bound(chunk), device + bound(chunk),
                              (bound(chunk + 1) - bound(chunk)) * sizeof(float), cudaMemcpyDeviceToHost,
                              streamOf(chunk)));
    };

    std::vector<float> samples;
    for (int run = 0; run < warmUp + options.repeat; ++run) {
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaEventRecord(start, outer));
        for (cudaStream_t stream : streams)
            CHECK(cudaStreamWaitEvent(stream, start, 0));
        if (options.order == Order::BreadthFirst) {
            for (int chunk = 0; chunk < options.chunks; ++chunk)
                copyIn(chunk);
            for (int chunk = 0; chunk < options.chunks; ++chunk)
                compute(chunk);
            for (int chunk = 0; chunk < options.chunks; ++chunk)
                copyOut(chunk);
        } else {
            for (int chunk = 0; chunk < options.chunks; ++chunk) {
                copyIn(chunk);
                compute(chunk);
                copyOut(chunk);
            }
        }
        for (std::size_t s = 0; s < streams.size(); ++s) {
            CHECK(cudaEventRecord(joined[s], streams[s]));
            CHECK(cudaStreamWaitEvent(outer, joined[s], 0));
        }
        CHECK(cudaEventRecord(stop, outer));
        CHECK(cudaEventSynchronize(stop));
        float milliseconds = 0;
        CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
        if (run >= warmUp)
            samples.push_back(milliseconds);
    }

    std::size_t wrong = 0;
    std::size_t firstWrong = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (output[i] != static_cast<float>(i % period) + static_cast<float>(options.iterations)) {
            firstWrong = wrong == 0 ? i : firstWrong;
            ++wrong;
        }
    }

    static const char *const orderNames[] = {"serial", "depth", "breadth"};
    std::printf("device %s, %zu bytes, %d chunks, %d streams, %d iterations, %s\n", properties.name, options.bytes,
                options.chunks, streamCount, options.iterations, orderNames[static_cast<int>(options.order)]);
    for (std::size_t i = 0; i < samples.size(); ++i)
        std::printf("makespan %zu: %.4f ms\n", i, samples[i]);
    std::sort(samples.begin(), samples.end());
    const std::size_t half = samples.size() / 2;
    const float median = samples.size() % 2 != 0 ? samples[half] : (samples[half - 1] + samples[half]) / 2;
    std::printf("min %.4f ms, median %.4f ms\n", samples.front(), median);

    CHECK(cudaEventDestroy(stop));
    CHECK(cudaEventDestroy(start));
    CHECK(cudaStreamDestroy(outer));
    for (std::size_t s = 0; s < streams.size(); ++s) {
        CHECK(cudaEventDestroy(joined[s]));
        CHECK(cudaStreamDestroy(streams[s]));
    }
    CHECK(cudaFree(device));
    CHECK(cudaFreeHost(output));
    CHECK(cudaFreeHost(input));

    if (wrong != 0) {
        std::printf("data: %zu of %zu elements are wrong, the first at %zu\n", wrong, count, firstWrong);
        return 1;
    }
    std::printf("data: verified\n");
    return 0;
}
