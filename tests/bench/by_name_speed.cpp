// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What the table of operations by name costs, on one thread and on all. Prints a Markdown table.
#include "engine/analysis/names/name_figures.h"
#include "gui/background/shared_work.h"
#include "tests/bench/random_run.h"
#include "tests/bench/stopwatch.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace streamscope;
using namespace streamscope::bench;

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    constexpr int times = 7;
    std::printf("| operations | names | one thread, median ms | all threads, median ms |\n|---|---|---|---|\n");
    for (const std::size_t spans : {std::size_t{100'000}, std::size_t{1'000'000}, std::size_t{10'000'000}}) {
        const auto recording = randomRun(spans);
        std::size_t names = 0;
        double medians[2];
        for (const bool shared : {false, true}) {
            std::vector<double> taken;
            for (int i = 0; i < times; ++i) {
                Stopwatch timer;
                timer.start();
                names =
                    figuresByName(recording->timeline, {}, {}, shared ? WorkSharer(shareWork) : WorkSharer()).size();
                taken.push_back(timer.milliseconds());
            }
            std::sort(taken.begin(), taken.end());
            medians[shared ? 1 : 0] = taken[times / 2];
        }
        std::printf("| %zu | %zu | %.1f | %.1f |\n", spans, names, medians[0], medians[1]);
    }
    return 0;
}
