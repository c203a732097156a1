// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Building a Program of 10,000 operations and looking for races in it: under 50 ms together. One line per stream count.
#include "engine/program/order/hazards.h"
#include "experiments/registry.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

using namespace streamscope;

int main()
{
    using Clock = std::chrono::steady_clock;
    constexpr int repeats = 9;
    const Experiment *experiment = findExperiment("copy-compute-pipeline");
    for (const std::int64_t streams : {4, 64, 1024}) {
        Parameters values = experiment->defaults();
        values.set("chunks", std::int64_t{3334});
        values.set("streams", streams);
        std::vector<double> milliseconds;
        std::size_t operations = 0, races = 0;
        for (int i = 0; i < repeats; ++i) {
            const auto begin = Clock::now();
            const Program program = buildProgram(*experiment, values);
            races = findRaces(program).size();
            milliseconds.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
            operations = program.operations.size();
        }
        std::sort(milliseconds.begin(), milliseconds.end());
        std::printf("%zu operations on %lld streams: built and checked in %.1f ms (median of %d), %zu races\n",
                    operations, static_cast<long long>(streams), milliseconds[repeats / 2], repeats, races);
    }
    return 0;
}
