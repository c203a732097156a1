// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// How long the block view takes: 132 SMs with 100,000 blocks each, on 2,000 × 1,000 pixels. Prints milliseconds.
#include "gui/timeline/paint/timeline_painter.h"
#include "gui/timeline/scene/timeline_geometry.h"
#include "gui/timeline/text/embedded_font.h"
#include "tests/bench/stopwatch.h"
#include "tests/support/block_runs.h"

#include <QGuiApplication>
#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace streamscope;
using namespace streamscope::bench;

namespace {

constexpr int frames = 60;
constexpr int width = 2000, height = 1000;

constexpr clockid_t allThreads = CLOCK_PROCESS_CPUTIME_ID; ///< two share the geometry

struct Times
{
    std::vector<double> geometry, painting;
};

/// Frames at one zoom, each a little further on in time and down the lanes, as scrolling goes.
void measureZoom(const TimelineContent &content, double shown, double ratio, double scale)
{
    SceneRequest request;
    request.font = embeddedFont(12);
    request.size = {width, height};
    request.devicePixelRatio = ratio;
    request.labelWidth = labelWidthFor(content, request.font, 300);
    request.lanes = std::make_shared<LaneList>(arrangedLanes(content, {}, {.scale = scale}));
    const double run = static_cast<double>(content.endNs() - content.beginNs());
    const LaneHeights heights = laneHeights(*request.lanes, LaneMetrics(request.font));
    QImage image((QSizeF(width, height) * ratio).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    Times times;
    std::size_t bars = 0;
    TimelineScene scene;
    for (int i = 0; i < frames; ++i) {
        const double begin = run * (1 - shown) * i / frames;
        request.axis = {content.beginNs() + static_cast<std::int64_t>(begin),
                        run * shown / (width - request.labelWidth)};
        request.scrollY = heights.usual + std::max(0.0, heights.details - height) * i / frames;
        Stopwatch timer(allThreads);
        timer.start();
        scene = buildScene(content, request, std::move(scene)); // as the window does
        times.geometry.push_back(timer.milliseconds());
        timer.start();
        QPainter painter(&image);
        painter.setFont(request.font);
        paintScene(painter, scene, TimelineTheme::light());
        painter.end();
        times.painting.push_back(timer.milliseconds());
        bars = std::max(bars, scene.bars.size());
    }
    std::vector<double> sum;
    for (std::size_t i = 0; i < times.geometry.size(); ++i)
        sum.push_back(times.geometry[i] + times.painting[i]);
    std::printf("| %g %% | %zu | %.1f / %.1f | %.1f / %.1f | %.1f / %.1f |\n", shown * 100, bars,
                quantile(times.geometry, 0.5), quantile(times.geometry, 0.99), quantile(times.painting, 0.5),
                quantile(times.painting, 0.99), quantile(sum, 0.5), quantile(sum, 0.99));
    std::fflush(stdout);
}

void measure(const char *name, const test::BlockRun &run, double ratio, double scale)
{
    BlockRecords records = test::randomBlocks(run);
    const std::size_t blocks = records.size();
    Stopwatch timer(allThreads);
    timer.start();
    const auto recording = test::recordingOf(std::move(records), run.kernels);
    const double arranging = timer.milliseconds();
    timer.start();
    const TimelineContent content(recording);
    std::printf("\n%s: %zu blocks, pixel ratio %g, lanes at %g; put in order in %.0f ms, indexed in %.0f ms\n", name,
                blocks, ratio, scale, arranging, timer.milliseconds());
    std::printf("| shown | most bars | geometry median / p99 | painting median / p99 | frame median / p99 |\n"
                "|---|---|---|---|---|\n");
    for (const double shown : {1.0, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001, 0.0001})
        measureZoom(content, shown, ratio, scale);
}

} // namespace

int main(int argc, char **argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(argc, argv);
    test::BlockRun run;
    run.blocksEach = argc > 1 ? std::atoi(argv[1]) : 100'000;
    run.kernels = 8;
    measure("Kernels one after the other", run, 1, 1);
    measure("All lanes at once", run, 1, 0.4);
    run.taken = true;
    measure("Kernels mixed block by block", run, 1, 1);
    measure("Kernels mixed, HiDPI", run, 2, 1);
    run.taken = false;
    run.resident = 16;
    measure("16 blocks on an SM at once", run, 1, 1);
    return 0;
}
