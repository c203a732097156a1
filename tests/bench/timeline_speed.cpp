// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What the timeline costs from ten thousand to ten million spans: memory, index, frames, hits. Prints Markdown tables.
#include "engine/executors/timing/threads/core_selector.h"
#include "engine/timeline/span_query.h"
#include "gui/timeline/lanes/counter_lane.h"
#include "gui/timeline/paint/timeline_painter.h"
#include "gui/timeline/scene/timeline_geometry.h"
#include "gui/timeline/text/embedded_font.h"
#include "gui/timeline/text/span_text.h"
#include "tests/bench/random_run.h"
#include "tests/bench/stopwatch.h"

#include <QGuiApplication>
#include <QImage>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

using namespace streamscope;
using namespace streamscope::bench;

namespace {

constexpr int width = 2000, height = 1000;

struct Frames
{
    std::vector<double> geometry, painting, sum, hit;
    std::size_t maxBars = 0;
};

class Camera
{
public:
    explicit Camera(const TimelineContent &content) : m_content(content), m_image(width, height, QImage::Format_RGB32)
    {
        m_request.font = embeddedFont(12);
        m_request.size = {width, height};
        m_request.labelWidth = labelWidthFor(content, m_request.font, 300);
    }

    void setLanes(std::shared_ptr<const LaneList> lanes) { m_request.lanes = std::move(lanes); }
    void setColouring(KernelColouring colouring) { m_request.colouring = colouring; }

    /// One frame that shows `share` of the run, `position` (0 … 1) of the way through it and down the lanes.
    void take(double share, double position, Frames &frames)
    {
        const double run = static_cast<double>(m_content.endNs() - m_content.beginNs());
        m_request.axis = {m_content.beginNs() + static_cast<std::int64_t>(run * (1 - share) * position),
                          run * share / (width - m_request.labelWidth)};
        const double all =
            laneHeights(m_request.lanes ? *m_request.lanes : arrangedLanes(m_content, {}), LaneMetrics(m_request.font))
                .all();
        m_request.scrollY = std::max(0.0, all - height) * position;
        m_core.moveToFastest();
        Stopwatch timer;
        timer.start();
        m_scene = buildScene(m_content, m_request, std::move(m_scene)); // as the window does
        const TimelineScene &scene = m_scene;
        frames.geometry.push_back(timer.milliseconds());
        timer.start();
        QPainter painter(&m_image);
        painter.setFont(m_request.font);
        paintScene(painter, scene, TimelineTheme::light());
        painter.end();
        frames.painting.push_back(timer.milliseconds());
        frames.sum.push_back(frames.geometry.back() + frames.painting.back());
        frames.maxBars = std::max(frames.maxBars, scene.bars.size());
        timer.start();
        if (const auto bar = scene.barAt({width / 2.0 + 300 * position, height / 2.0}))
            spanToolTip(m_content.timeline(), bar->span, bar->count);
        frames.hit.push_back(timer.milliseconds());
    }

private:
    const TimelineContent &m_content;
    SceneRequest m_request;
    TimelineScene m_scene;
    QImage m_image;
    MachineCores m_cores{""};
    CoreSelector m_core{m_cores}; ///< the half of a core that somebody else keeps busy is no figure of ours
};

constexpr std::array<double, 15> shares{1.0,   0.5,   0.2,  0.1,  0.05, 0.02, 0.01, 0.005,
                                        0.002, 0.001, 5e-4, 2e-4, 1e-4, 1e-5, 1e-6};

/// The frames of one zoom over and over, for a profiler.
void repeat(std::size_t spans, double share, int times)
{
    const TimelineContent content(randomRun(spans));
    Camera camera(content);
    Frames frames;
    for (int i = 0; i < times; ++i)
        camera.take(share, (i % 12) / 12.0, frames);
    std::printf("%zu spans, %g %%: geometry %.2f, painting %.2f, frame %.2f (99 %%: %.2f), least %.2f ms\n", spans,
                share * 100, quantile(frames.geometry, 0.5), quantile(frames.painting, 0.5), quantile(frames.sum, 0.5),
                quantile(frames.sum, 0.99), quantile(frames.sum, 0));
}

void measure(std::size_t spans, bool details)
{
    const std::shared_ptr<Recording> recording = randomRun(spans);
    Stopwatch timer;
    timer.start();
    const std::size_t streamBytes = [&] {
        std::size_t bytes = 0;
        for (const Lane &lane : buildLanes(recording->timeline, recording->device, Grouping::Streams))
            bytes += lane.memoryBytes();
        return bytes;
    }();
    const double streamIndex = timer.milliseconds();
    timer.start();
    const TimelineContent content(recording);
    const double wholeIndex = timer.milliseconds();
    timer.start();
    const std::size_t found = SpanMatcher(parseQuery("kernel_7 kernel > 3us"), recording->timeline).all().size();
    const double search = timer.milliseconds();
    const auto each = [spans](std::size_t bytes) { return static_cast<double>(bytes) / static_cast<double>(spans); };
    Camera camera(content);
    Frames all;
    for (const double share : shares) {
        Frames frames;
        for (int i = 0; i < 36; ++i)
            camera.take(share, i % 12 / 12.0, details ? frames : all);
        if (details) {
            std::printf("| %g %% | %zu | %.2f / %.2f | %.2f / %.2f | %.2f / %.2f |\n", share * 100, frames.maxBars,
                        quantile(frames.geometry, 0.5), quantile(frames.geometry, 0.99), quantile(frames.painting, 0.5),
                        quantile(frames.painting, 0.99), quantile(frames.sum, 0.5), quantile(frames.sum, 0.99));
            std::fflush(stdout);
        }
    }
    if (!details)
        std::printf("| %zu | %.1f + %.1f | %.0f / %.0f | %.2f / %.2f / %.2f | %.3f | %.0f (%zu) |\n", spans,
                    each(recording->timeline.memoryBytes()), each(streamBytes), streamIndex, wholeIndex,
                    quantile(all.sum, 0.5), quantile(all.sum, 0.99), quantile(all.sum, 1), quantile(all.hit, 0.99),
                    search, found);
    std::fflush(stdout);
}

/// The same frames with kernels coloured by name and by kind, in turn.
void compareColours(std::size_t spans)
{
    const TimelineContent content(randomRun(spans));
    std::array<Camera, 2> cameras{Camera(content), Camera(content)};
    cameras[0].setColouring(KernelColouring::Kind);
    cameras[1].setColouring(KernelColouring::Name);
    std::printf("\n%zu spans\n| shown | by kind median | by name median | by name / by kind |\n|---|---|---|---|\n",
                spans);
    for (const double share : shares) {
        std::array<Frames, 2> frames;
        for (int i = 0; i < 72; ++i)
            for (std::size_t k = 0; k < cameras.size(); ++k)
                cameras[k].take(share, i % 12 / 12.0, frames[k]);
        const double byKind = quantile(frames[0].sum, 0.5), byName = quantile(frames[1].sum, 0.5);
        std::printf("| %g %% | %.2f | %.2f | %.2f |\n", share * 100, byKind, byName, byName / byKind);
        std::fflush(stdout);
    }
}

/// Frames with all streams and all engines folded: each column sums up all lanes.
void measureFolded(std::size_t spans)
{
    const TimelineContent content(randomRun(spans));
    LaneArrangement arrangement;
    arrangement.collapsed = {QStringLiteral("group:streams"), QStringLiteral("group:engines")};
    Camera camera(content);
    camera.setLanes(std::make_shared<LaneList>(arrangedLanes(content, arrangement)));
    std::printf("\n%zu spans\n| shown | frame with folded headings, median / p99 |\n|---|---|\n", spans);
    for (const double share : shares) {
        Frames frames;
        for (int i = 0; i < 36; ++i)
            camera.take(share, i % 12 / 12.0, frames);
        std::printf("| %g %% | %.2f / %.2f |\n", share * 100, quantile(frames.sum, 0.5), quantile(frames.sum, 0.99));
    }
    std::fflush(stdout);
}

/// What adding up a counter costs once, and then the columns of a frame.
void measureCounters(std::size_t spans)
{
    const TimelineContent content(randomRun(spans));
    std::printf("\n%zu spans\n| counter | added up once, ms | columns of a frame: whole run / worst zoom, ms "
                "|\n|---|---|---|\n",
                spans);
    for (const auto &lane : content.lanes()) {
        const auto *counter = dynamic_cast<const CounterLane *>(lane.get());
        if (!counter)
            continue;
        Stopwatch timer;
        timer.start();
        counter->prepare();
        const double once = timer.milliseconds();
        const double begin = static_cast<double>(content.beginNs()), run = static_cast<double>(content.endNs()) - begin;
        double whole = 0, worst = 0;
        for (const double share : shares) {
            timer.start();
            counter->counter().columns(begin + run * (1 - share) / 2, run * share / width, width);
            const double ms = timer.milliseconds();
            whole = share == 1.0 ? ms : whole;
            worst = std::max(worst, ms);
        }
        std::printf("| %s | %.0f | %.2f / %.2f |\n", qPrintable(lane->title), once, whole, worst);
        std::fflush(stdout);
    }
}

} // namespace

/// timeline_speed [SPANS [SHARE]]: up to that many spans; with a share of the run (0 … 1), that zoom alone.
int main(int argc, char **argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(argc, argv);
    const std::size_t most = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000'000;
    if (argc > 2) {
        repeat(most, std::strtod(argv[2], nullptr), 600);
        return 0;
    }
    std::printf(
        "| spans | bytes each: timeline + index | index ms: streams / all lanes | frame median / p99 / most | hit and "
        "tooltip p99 | search (found) |\n|---|---|---|---|---|---|\n");
    for (std::size_t spans = 10'000; spans <= most; spans *= 10)
        measure(spans, false);
    std::printf(
        "\n%zu spans\n| shown | most bars | geometry median / p99 | painting median / p99 | frame median / p99 |\n"
        "|---|---|---|---|---|\n",
        most);
    measure(most, true);
    compareColours(most);
    measureFolded(most);
    measureCounters(most);
    return 0;
}
