// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What a row costs the recorder, and how long it is in the file (docs/measurements/recording.md).
//   recording_speed FILE OPERATIONS [BETWEEN]    writes a recording into FILE, and flushes every BETWEEN operations
#include "engine/recorder/recording_writer.h"
#include "tests/bench/stopwatch.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

using namespace streamscope;

namespace {

struct Operation
{
    recording::CallRow call{};
    recording::KernelRow kernel{};
};

/// Layers of 24 kernels that repeat, as of a training program. Times vary as those of a GPU do; the host runs ahead of
/// it. Names are the texts 1 to 24, the call is text 25.
class Program
{
public:
    static constexpr std::uint32_t kernels = 24;

    Operation next()
    {
        Operation made;
        m_host += between(2'500, 4'000) + (m_random() % 50 == 0 ? 40'000 : 0);
        made.call.start = m_host;
        m_host += between(1'800, 2'700);
        made.call.end = m_host;
        made.call.thread = 4'711;
        made.call.correlation = m_correlation;
        made.call.name = kernels + 1;
        const std::uint32_t kind = m_correlation % kernels;
        m_device = std::max(m_device + between(600, 1'300), m_host + 3'000);
        made.kernel.start = m_device;
        const std::int64_t usual = 3'000 * (1 + kind * kind % 17);
        m_device += between(usual - usual / 25, usual + usual / 25) / 32 * 32; // the GPU's clock goes in such steps
        made.kernel.end = m_device;
        made.kernel.context = 1;
        made.kernel.stream = 7;
        made.kernel.correlation = m_correlation++;
        made.kernel.name = 1 + kind;
        made.kernel.grid[0] = 1U << kind % 12;
        made.kernel.block[0] = 256;
        made.kernel.grid[1] = made.kernel.grid[2] = made.kernel.block[1] = made.kernel.block[2] = 1;
        made.kernel.registers = 16 + 8 * (kind % 10);
        made.kernel.channel = 9;
        return made;
    }

private:
    std::int64_t between(std::int64_t least, std::int64_t most)
    {
        return least + static_cast<std::int64_t>(m_random() % static_cast<std::uint64_t>(most - least + 1));
    }

    std::mt19937_64 m_random{1};
    std::int64_t m_host = 1'000'000'000'000, m_device = 0;
    std::uint32_t m_correlation = 1'000;
};

} // namespace

int main(int argc, char **argv)
{
    if (argc < 3) {
        std::fprintf(stderr, "usage: recording_speed FILE OPERATIONS [BETWEEN]\n");
        return 2;
    }
    const auto count = static_cast<std::size_t>(std::atoll(argv[2]));
    const std::size_t between = argc > 3 ? static_cast<std::size_t>(std::atoll(argv[3])) : count + 1;
    std::vector<Operation> operations;
    operations.reserve(count);
    Program program;
    for (std::size_t i = 0; i < count; ++i)
        operations.push_back(program.next());
    const int file = open(argv[1], O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bench::Stopwatch time;
    time.start();
    recorder::RecordingWriter writer(file);
    for (std::uint32_t kernel = 0; kernel < Program::kernels; ++kernel)
        writer.text("_ZN2at6native29vectorized_elementwise_kernelILi" + std::to_string(kernel)
                    + "ENS0_15CUDAFunctor_addIfEESt5arrayIPcLm3EEEEviT0_T1_");
    writer.text("cudaLaunchKernel");
    for (std::size_t i = 0; i < count; ++i) {
        writer.add(operations[i].call);
        writer.add(operations[i].kernel);
        if ((i + 1) % between == 0)
            writer.flush();
    }
    writer.close();
    const double ms = time.milliseconds();
    std::printf("%zu operations with calls: %.1f ns a row, %.2f bytes an operation\n", count,
                ms * 1e6 / static_cast<double>(2 * count),
                static_cast<double>(writer.bytes()) / static_cast<double>(count));
    close(file);
    return writer.error() == 0 ? 0 : 1;
}
