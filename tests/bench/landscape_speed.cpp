// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// How long the landscapes of all knobs of an experiment take. Prints a Markdown table.
#include "engine/formats/files/preset.h"
#include "engine/run/devices.h"
#include "engine/run/sweep/landscape.h"
#include "experiments/registry.h"
#include "tests/bench/stopwatch.h"

#include <cstdio>

using namespace streamscope;
using namespace streamscope::bench;

int main()
{
    const std::unique_ptr<Executor> device = openDevice("sim:h200");
    std::printf("| preset | operations | knobs | points | median ms |\n|---|---|---|---|---|\n");
    for (const Preset &preset : builtInPresets(experiments())) {
        std::vector<double> times;
        std::size_t points = 0, knobs = 0;
        try {
            for (int i = 0; i < 5; ++i) {
                Stopwatch timer;
                timer.start();
                const auto all = knobLandscapes(preset.experiment, preset.parameters, device->device(), {});
                times.push_back(timer.milliseconds());
                knobs = all.size();
                points = 0;
                for (const KnobLandscape &one : all)
                    points += one.points.size();
            }
        } catch (const std::exception &error) {
            std::printf("| %s | %s |\n", preset.name.c_str(), error.what());
            continue;
        }
        const std::size_t operations = buildProgram(*preset.experiment, preset.parameters).operations.size();
        std::printf("| %s | %zu | %zu | %zu | %.1f |\n", preset.name.c_str(), operations, knobs, points,
                    quantile(times, 0.5));
    }
}
