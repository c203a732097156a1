// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// How long a session of many operations takes to save and to open (docs/measurements/sessions.md).
#include "experiments/registry.h"
#include "gui/workspace/session/recovery_folder.h"
#include "gui/workspace/session/session_file.h"
#include "gui/workspace/workspace.h"
#include "tests/bench/random_run.h"
#include "tests/bench/stopwatch.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QTemporaryDir>

#include <cstdio>
#include <cstdlib>

using namespace streamscope;

namespace {

/// A trace without a Program.
std::shared_ptr<const RunResult> randomTrace(std::size_t operations)
{
    auto result = std::make_shared<RunResult>();
    result->recording = std::move(*bench::randomRun(operations));
    result->import = std::make_shared<const ImportReport>();
    result->analysis = analyze(result->recording, nullptr);
    return result;
}

/// A Program of so many operations, and its run: the largest pipeline again and again.
std::shared_ptr<const RunResult> simulatedRun(std::size_t operations)
{
    const Experiment *pipeline = nullptr;
    for (const Experiment *experiment : experiments())
        if (experiment->id() == "copy-compute-pipeline")
            pipeline = experiment;
    Parameters knobs = pipeline->defaults();
    knobs.set("chunks", std::int64_t{65'536});
    knobs.set("bytes", std::int64_t{1} << 34);
    Program program = buildProgram(*pipeline, knobs);
    const std::vector<Operation> once = program.operations;
    for (std::size_t i = once.size(); i < operations; ++i)
        program.operations.push_back(once[i % once.size()]);
    RunRequest request;
    request.experiment = RunSource(std::move(program));
    request.parameters = request.experiment->defaults();
    request.device = "sim:h200";
    return std::make_shared<RunResult>(runOn(*openDevice("sim:h200"), request, {}));
}

void measure(const char *what, const std::shared_ptr<const RunResult> &result, const QString &folder)
{
    KeptSession session;
    session.when = QDateTime::currentDateTimeUtc();
    session.documents.push_back(
        {QString::fromLatin1(what), {}, KeptTrace{QString::fromLatin1(what), {}, true, {}, result}});
    const std::string path = folder.toStdString() + "/it.streamscope";
    std::vector<double> saves, opens, cpuSaves, cpuOpens;
    std::size_t operations = 0;
    for (int i = 0; i < 5; ++i) {
        bench::Stopwatch wall(CLOCK_MONOTONIC), cpu(CLOCK_PROCESS_CPUTIME_ID);
        wall.start();
        cpu.start();
        SessionParts parts;
        const QByteArray documents = sessionJson(session, parts, TraceStore::Embedded);
        writeSession({documents, parts.list()}, path, {});
        saves.push_back(wall.milliseconds());
        cpuSaves.push_back(cpu.milliseconds());
        wall.start();
        cpu.start();
        const KeptSession back = loadSession(openInput(path), experiments(), {});
        opens.push_back(wall.milliseconds());
        cpuOpens.push_back(cpu.milliseconds());
        operations = std::get<KeptTrace>(back.documents[0].content).result->recording.timeline.size();
    }
    bench::Stopwatch again;
    again.start();
    analyze(result->recording, result->import ? nullptr : &result->program);
    std::printf(
        "%-10s %9zu operations: save %5.0f ms (processor %5.0f), open %5.0f ms (processor %5.0f, of it analysis "
        "%4.0f), %6.1f MB, %.1f bytes an operation\n",
        what, operations, bench::quantile(saves, 0.5), bench::quantile(cpuSaves, 0.5), bench::quantile(opens, 0.5),
        bench::quantile(cpuOpens, 0.5), again.milliseconds(),
        static_cast<double>(QFileInfo(QString::fromStdString(path)).size()) / 1e6,
        static_cast<double>(QFileInfo(QString::fromStdString(path)).size()) / static_cast<double>(operations));
}

/// What the window does every few seconds where a knob turned and the runs are the same.
void measureKeeping(const std::shared_ptr<const RunResult> &result, const QString &folder)
{
    KeptSession session;
    session.when = QDateTime::currentDateTimeUtc();
    session.documents.push_back({QStringLiteral("kept"), {}, KeptTrace{QStringLiteral("kept"), {}, true, {}, result}});
    RecoveryFolder kept(folder + QStringLiteral("/recovery"));
    SessionParts parts;
    for (const char *what : {"the first time", "afterwards"}) {
        bench::Stopwatch wall(CLOCK_MONOTONIC);
        wall.start();
        const QByteArray documents = sessionJson(session, parts, TraceStore::Named);
        kept.write(kept.ticket(), {documents, parts.list()});
        std::printf("keeping it %s: %.1f ms\n", what, wall.milliseconds());
    }
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const std::size_t operations = argc > 1 ? static_cast<std::size_t>(std::atoll(argv[1])) : 1'000'000;
    const QTemporaryDir folder;
    const auto trace = randomTrace(operations);
    measure("trace", trace, folder.path());
    measure("run", simulatedRun(operations), folder.path());
    measureKeeping(trace, folder.path());
    return 0;
}
