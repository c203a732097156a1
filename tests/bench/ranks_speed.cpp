// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What it takes to open the ranks of a job, and to draw what is shown of them. Takes a folder that many_ranks.py wrote.
// Prints a Markdown table.
#include "engine/run/show_ranks.h"
#include "gui/ranks/rank_heat_map.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "tests/bench/stopwatch.h"

#include <QApplication>
#include <QImage>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace streamscope;
using namespace streamscope::bench;

namespace {

template <typename Work>
double median(int times, Work work)
{
    std::vector<double> taken;
    for (int i = 0; i < times; ++i) {
        Stopwatch timer;
        timer.start();
        work();
        taken.push_back(timer.milliseconds());
    }
    std::sort(taken.begin(), taken.end());
    return taken[taken.size() / 2];
}

void row(const char *what, double milliseconds)
{
    std::printf("| %s | %.1f ms |\n", what, milliseconds);
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    if (argc != 2) {
        std::fprintf(stderr, "usage: ranks_speed FOLDER\n");
        return 2;
    }
    RanksRequest request;
    request.paths = {argv[1]};
    std::printf("| what | time |\n|---|---|\n");
    RunResult result;
    row("first opening", median(1, [&] { result = showRanks(request, argv[1], {}, {}); }));
    row("opened again, from the cache", median(5, [&] { result = showRanks(request, argv[1], {}, {}); }));
    request.known = result.ranks;
    request.shown = {0, 1, 2, 3, 4, 5, 6, 7};
    row("eight other ranks shown", median(5, [&] { result = showRanks(request, argv[1], {}, {}); }));

    constexpr int frames = 200;
    QImage screen(2560, 1440, QImage::Format_RGB32);
    RankHeatMap map;
    map.resize(1200, 300);
    map.setJob(result.ranks);
    row("heat map, a frame", median(frames, [&] { map.render(&screen); }));
    row("heat map, another value or size", median(frames, [&] {
            map.setValue(RankValue::Compute);
            map.render(&screen);
        }));
    const auto recording = std::make_shared<const Recording>(result.recording);
    TimelineWidget timeline;
    timeline.resize(1920, 900);
    timeline.state()->setContent(std::make_shared<const TimelineContent>(recording));
    timeline.state()->fitAll();
    double zoom = 0.9;
    row("timeline of the shown ranks, a frame", median(frames, [&] {
            timeline.state()->zoomAt(900, zoom);
            zoom = 1 / zoom;
            timeline.render(&screen);
        }));
    std::printf("\n%zu ranks, %zu collectives, %zu operations shown\n", result.ranks->job.ranks.size(),
                result.ranks->job.list.size(), recording->timeline.size());
    return 0;
}
