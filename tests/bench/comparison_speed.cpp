// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What a frame of two compared runs costs, with the marks of what differs. Prints a Markdown table.
#include "engine/run/compared_runs.h"
#include "gui/timeline/marks/difference_marks.h"
#include "gui/timeline/paint/timeline_painter.h"
#include "gui/timeline/scene/timeline_geometry.h"
#include "gui/timeline/text/embedded_font.h"
#include "tests/bench/random_run.h"
#include "tests/bench/stopwatch.h"

#include <QGuiApplication>
#include <QImage>
#include <QPainter>

#include <array>
#include <cstdio>
#include <cstdlib>

using namespace streamscope;
using namespace streamscope::bench;

namespace {

constexpr int width = 2000, height = 1000;

NamedRun named(const char *title, std::shared_ptr<const Recording> recording)
{
    NamedRun run;
    run.title = QString::fromLatin1(title);
    run.origin = RunOrigin::Imported;
    run.recording = std::move(recording);
    return run;
}

void measure(const TimelineContent &content, double share)
{
    QImage image(width, height, QImage::Format_RGB32);
    SceneRequest request;
    request.font = embeddedFont(12);
    request.size = {width, height};
    request.labelWidth = labelWidthFor(content, request.font, 300);
    const double run = static_cast<double>(content.endNs() - content.beginNs());
    const double below =
        std::max(0.0, laneHeights(arrangedLanes(content, {}), LaneMetrics(request.font)).all() - height);
    TimelineScene scene;
    std::vector<double> lanes, marks;
    Stopwatch timer;
    for (int i = 0; i < 36; ++i) {
        const double position = i % 12 / 12.0;
        request.axis = {content.beginNs() + static_cast<std::int64_t>(run * (1 - share) * position),
                        run * share / (width - request.labelWidth)};
        request.scrollY = below * position;
        timer.start();
        scene = buildScene(content, request, std::move(scene));
        QPainter painter(&image);
        painter.setFont(request.font);
        paintScene(painter, scene, TimelineTheme::light());
        lanes.push_back(timer.milliseconds());
        timer.start();
        paintDifferences(painter, content, scene, TimelineTheme::light());
        marks.push_back(timer.milliseconds());
    }
    std::printf("| %g %% | %zu | %.2f / %.2f | %.2f / %.2f |\n", share * 100, scene.bars.size(), quantile(lanes, 0.5),
                quantile(lanes, 0.99), quantile(marks, 0.5), quantile(marks, 0.99));
    std::fflush(stdout);
}

} // namespace

/// comparison_speed [SPANS]: of each of the two.
int main(int argc, char **argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(argc, argv);
    const std::size_t spans = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
    Stopwatch timer;
    timer.start();
    const auto compared = std::make_shared<ComparedRuns>(named("A", randomRun(spans, 1)),
                                                         named("B", randomRun(spans, 2)), ComparisonScale::Absolute);
    std::printf("%zu spans in each of two runs, matched in %.0f ms\n\n"
                "| shown | bars | lanes, median / p99 ms | marks of the differences, median / p99 ms |\n"
                "|---|---|---|---|\n",
                spans, timer.milliseconds());
    const TimelineContent content(compared);
    for (const double share : {1.0, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 1e-4, 1e-5})
        measure(content, share);
    return 0;
}
