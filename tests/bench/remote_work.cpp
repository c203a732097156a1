// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// How long search, export and fetch of a trace on another machine take (docs/measurements/remote.md):
//   remote_work ssh://HOST[:PORT]/FILE [SEARCHES]
#include "engine/remote/machine_list.h"
#include "engine/remote/trace_link.h"
#include "tests/bench/stopwatch.h"

#include <QCoreApplication>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

using namespace streamscope;
using namespace streamscope::bench;

namespace {

constexpr double million = 1e6;

double millisecondsOf(const std::function<void()> &work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

void print(const char *what, const std::vector<double> &ms)
{
    std::printf("%-40s median %7.0f ms, longest %7.0f ms\n", what, quantile(ms, 0.5), quantile(ms, 1));
}

void search(TraceLink &link, int count)
{
    std::vector<double> first, step;
    for (int i = 0; i < count; ++i) {
        const std::string text = "kernel >" + std::to_string(i % 7) + "us"; // another one each time
        std::int64_t at = -1;
        first.push_back(millisecondsOf([&] { link.search({text, -1, SearchQuestion::Step::None}, {}); }));
        for (int k = 0; k < 3; ++k)
            step.push_back(millisecondsOf([&] {
                const SearchAnswer answer = link.search({text, at, SearchQuestion::Step::Next}, {});
                at = answer.found ? answer.found->operation : -1;
            }));
    }
    print("search: how many", first);
    print("search: a step to the next", step);
}

void fetchWork(TraceLink &link, const char *what, const WorkQuestion &question)
{
    double bytes = 0, pieces = 0;
    const double ms = millisecondsOf([&] {
        link.work(question, {}, [&](std::uint64_t, std::string_view piece) {
            bytes += static_cast<double>(piece.size());
            ++pieces;
        });
    });
    std::printf("%-40s %7.1f s for %7.2f MB in %4.0f pieces: %.2f MB/s\n", what, ms / 1e3, bytes / million, pieces,
                bytes / million / (ms / 1e3));
}

/// What a zoom waits for while a file is fetched.
void besides(TraceLink &link, const RowsQuestion &rows)
{
    WorkQuestion question;
    question.kind = WorkQuestion::Kind::File;
    std::atomic<bool> isDone = false;
    std::vector<double> zooms;
    std::jthread other([&] {
        while (!isDone) {
            zooms.push_back(millisecondsOf([&] { link.rows(rows, {}); }));
            std::this_thread::sleep_for(std::chrono::milliseconds(300));
        }
    });
    fetchWork(link, "fetch, with a question every 0.3 s", question);
    isDone = true;
    other.join();
    print("the question beside it", zooms);
}

int measure(const char *address, int searches)
{
    const auto file = parseSshFile(address);
    if (!file)
        return 2;
    TraceLink link(sshEngineHost(*file, knownMachine(*file).program), {file->path});
    OpenedTrace opened;
    std::printf("opened in %.1f s\n", millisecondsOf([&] { opened = link.open({}); }) / 1e3);
    search(link, searches);
    WorkQuestion question;
    question.kind = WorkQuestion::Kind::Export;
    const std::int64_t length = opened.facts.endNs - opened.facts.beginNs;
    for (const auto &[what, suffix, share] : {std::tuple("export: CSV of a thousandth of the run", ".csv", 1000),
                                              std::tuple("export: CSV of a tenth of the run", ".csv", 10)}) {
        question.suffix = suffix;
        question.range.emplace(opened.facts.beginNs, opened.facts.beginNs + length / share);
        fetchWork(link, what, question);
    }
    question.range.reset();
    question.suffix = ".png";
    fetchWork(link, "export: picture of the whole run", question);
    question.kind = WorkQuestion::Kind::File;
    fetchWork(link, "fetch of the file", question);
    const RowsQuestion rows{{opened.facts.beginNs, static_cast<double>(length) / 1000, 1000}, {{0, 0}}};
    besides(link, rows);
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    const QCoreApplication application(argc, argv);
    try {
        return measure(argv[1], argc > 2 ? std::atoi(argv[2]) : 7);
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
