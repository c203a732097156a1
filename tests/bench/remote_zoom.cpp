// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// How long a step takes until all bars of a trace on another machine are there (docs/measurements/remote.md):
//   remote_zoom --make FILE.csv [OPERATIONS]       writes a trace of 64 streams
//   remote_zoom ssh://HOST[:PORT]/FILE [STEPS]     looks at it there, in a window of 1440 x 900
#include "engine/program/errors.h"
#include "engine/remote/machine_list.h"
#include "gui/remote/remote_trace.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "tests/bench/random_run.h"
#include "tests/bench/stopwatch.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>

#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

using namespace streamscope;
using namespace streamscope::bench;

namespace {

int make(const char *path, std::size_t operations)
{
    std::FILE *out = std::fopen(path, "w");
    if (!out)
        return 1;
    std::fputs("index,kind,name,device,stream,engine,priority,chunk,bytes,issue_us,ready_us,start_us,end_us,clock\r\n",
               out);
    const auto recording = randomRun(operations);
    const Timeline &timeline = recording->timeline;
    const auto us = [](std::int64_t ns) { return std::pair(ns / 1000, std::abs(ns % 1000)); };
    for (std::uint32_t i = 0; i < timeline.size(); ++i) {
        const Span span = timeline.span(i);
        const auto [issue, issueNs] = us(std::max<std::int64_t>(span.issue, 0));
        const auto [start, startNs] = us(span.start);
        const auto [end, endNs] = us(span.end);
        std::fprintf(out, "%u,%s,%s,0,%d,%s,0,,%llu,%lld.%03d,%lld.%03d,%lld.%03d,%lld.%03d,imported\r\n", i,
                     std::string(kindName(span.kind)).c_str(), std::string(timeline.name(span.name)).c_str(),
                     span.stream, std::string(engineName(span.engine)).c_str(),
                     static_cast<unsigned long long>(span.bytes), static_cast<long long>(issue),
                     static_cast<int>(issueNs), static_cast<long long>(start), static_cast<int>(startNs),
                     static_cast<long long>(start), static_cast<int>(startNs), static_cast<long long>(end),
                     static_cast<int>(endNs));
    }
    return std::fclose(out);
}

class Looking
{
public:
    explicit Looking(const std::string &address)
        : m_file(*parseSshFile(address)), m_trace(sshEngineHost(m_file, knownMachine(m_file).program), {m_file.path})
    {
        QObject::connect(&m_trace, &RemoteTrace::came, [this] { m_timeline.state()->showWhatCame(); });
        const auto fail = [](const QString &problem) {
            std::fprintf(stderr, "%s\n", qPrintable(problem));
            std::exit(1);
        };
        QObject::connect(&m_trace, &RemoteTrace::failed, fail);
        QObject::connect(&m_trace, &RemoteTrace::lost, fail);
        m_trace.watch(m_timeline.state());
        m_timeline.resize(1440, 900);
        m_timeline.show();
    }

    double open()
    {
        QElapsedTimer time;
        time.start();
        QEventLoop loop;
        QObject::connect(&m_trace, &RemoteTrace::opened, &loop, &QEventLoop::quit);
        m_trace.open();
        loop.exec();
        m_timeline.setContent(m_trace.content());
        return static_cast<double>(time.elapsed());
    }

    /// Milliseconds until `step` shows all bars.
    template <typename Step>
    double timeOf(Step step)
    {
        QElapsedTimer time;
        time.start();
        step(*m_timeline.state());
        QCoreApplication::processEvents(); // asks and paints, as a window does
        while (!m_trace.content()->coming()->waitingText().isEmpty()) {
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
            QCoreApplication::processEvents(); // paints what has come
        }
        return static_cast<double>(time.nsecsElapsed()) / 1e6;
    }

    TimelineState &state() { return *m_timeline.state(); }

private:
    SshFile m_file;
    RemoteTrace m_trace;
    TimelineWidget m_timeline;
};

void print(const char *what, const std::vector<double> &ms)
{
    std::printf("%-34s median %6.0f ms, 90th percentile %6.0f ms, longest %6.0f ms\n", what, quantile(ms, 0.5),
                quantile(ms, 0.9), quantile(ms, 1));
}

int look(const char *address, int steps)
{
    Looking looking(address);
    std::printf("opened in %.1f s\n", looking.open() / 1e3);
    std::printf("first picture, of the whole run: %.0f ms\n", looking.timeOf([](TimelineState &) {}));
    std::printf("lanes in sight: %zu\n", looking.state().scene().lanes.size());
    std::mt19937 random(7);
    const auto place = [&random](const TimelineState &state) {
        return state.labelWidth() + state.plotWidth() * static_cast<double>(random() % 1000) / 1000;
    };
    std::vector<double> in, out, pan, back;
    for (int i = 0; i < steps; ++i) {
        if (looking.state().axis().nsPerPixel < 20)
            looking.timeOf([](TimelineState &state) { state.fitAll(); });
        for (int notch = 0; notch < 3; ++notch)
            in.push_back(looking.timeOf([&](TimelineState &state) { state.zoomAt(place(state), 1.5); }));
        pan.push_back(looking.timeOf([&](TimelineState &state) { state.pan(state.plotWidth() / 2); }));
        out.push_back(looking.timeOf([&](TimelineState &state) { state.zoomAt(place(state), 1 / 1.5); }));
        back.push_back(looking.timeOf([](TimelineState &state) { state.zoomBack(); }));
    }
    print("zoom in by 1.5", in);
    print("zoom out by 1.5", out);
    print("pan by half a window", pan);
    print("back to what was there", back);
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc >= 3 && std::string(argv[1]) == "--make")
        return make(argv[2], argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 10'000'000);
    if (argc < 2)
        return 2;
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    try {
        return look(argv[1], argc > 2 ? std::atoi(argv[2]) : 20);
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
