// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/what_if/replayed_run.h"

#include "engine/formats/files/device_profile_file.h"
#include "engine/formats/text/time_text.h"
#include "engine/formats/traces/trace_builder.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "engine/run/show_ranks.h"
#include "engine/run/what_if/profiled_graphs.h"
#include "engine/timeline/host/host_event_list.h"
#include "engine/timeline/ranges/carry_over.h"

#include <QJsonArray>

#include <algorithm>
#include <cmath>
#include <utility>

namespace streamscope {

namespace {

constexpr std::string_view simulatedPrefix = "sim:";

double microseconds(std::int64_t ns)
{
    return static_cast<double>(ns) / 1e3;
}

double hundredths(double percent)
{
    return std::round(percent * 100) / 100;
}

QJsonObject edgesJson(const ReplayEdges &edges)
{
    const auto number = [](std::uint64_t count) { return static_cast<qint64>(count); };
    return {{QStringLiteral("thread"), number(edges.thread)},
            {QStringLiteral("launch"), number(edges.launch)},
            {QStringLiteral("stream"), number(edges.stream)},
            {QStringLiteral("event"), number(edges.event)},
            {QStringLiteral("event_inferred"), number(edges.eventInferred)},
            {QStringLiteral("synchronisation"), number(edges.synchronisation)},
            {QStringLiteral("graph"), number(edges.graph)},
            {QStringLiteral("collective"), number(edges.collective)}};
}

std::string edgesText(const ReplayEdges &edges)
{
    std::string text;
    const auto add = [&text](std::uint64_t count, const char *what) {
        if (count > 0)
            text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + what;
    };
    add(edges.thread, "by thread");
    add(edges.launch, "by launch");
    add(edges.stream, "by stream");
    add(edges.event, "by event");
    add(edges.eventInferred, "by event, inferred");
    add(edges.synchronisation, "by synchronisation");
    add(edges.graph, "by graph");
    add(edges.collective, "by collective");
    return text;
}

/// Where one process waits for another one no file says.
void addProcessNotes(const ImportReport &import, std::vector<std::string> &notes)
{
    if (import.sharedNumbers > 0)
        notes.push_back(Phrase("engine", "Calls of several processes have the same numbers (%1 of them): which "
                                         "operation belongs to whose call is unknown.")
                            .arg(import.sharedNumbers));
    if (import.processes > 1)
        notes.push_back(Phrase("engine", "The calls are of %1 processes: where one of them waits for another is "
                                         "unknown, so that each keeps its own pace.")
                            .arg(import.processes));
}

/// By span of a trace: it was replayed.
std::vector<bool> replayedSpans(const Timeline &timeline, const ReplayedProgram &replayed)
{
    std::vector<bool> isReplayed(timeline.size());
    for (std::size_t i = 0; i < timeline.size(); ++i) { // records, waits and work of the host have no source
        const OperationKind kind = timeline.kinds()[i];
        const std::int64_t start = timeline.starts()[i];
        isReplayed[i] =
            !runsOnGpu(kind) && kind != OperationKind::Sync && start >= replayed.begin && start < replayed.end;
    }
    for (const Operation &operation : replayed.program.operations)
        if (operation.source != Operation::none)
            isReplayed[static_cast<std::size_t>(operation.source)] = true;
    return isReplayed;
}

/// What was issued before the range is there when it begins.
Span within(Span span, std::int64_t begin)
{
    for (std::int64_t *const time : {&span.issue, &span.returned, &span.ready})
        if (*time != unknownTime)
            *time = std::max(*time, begin);
    span.start = std::max(span.start, begin);
    return span;
}

/// With the calls that issued them, and what else the host did in that time.
Timeline spansOf(const Timeline &timeline, const std::vector<bool> &isReplayed, const ReplayedProgram &replayed)
{
    Timeline part;
    for (const TimelineStream &stream : timeline.streams())
        part.addStream(stream);
    CarryOver carry(timeline, part);
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        if (!isReplayed[i])
            continue;
        Span span = within(timeline.span(i), replayed.begin);
        span.name = carry.name(span.name);
        part.append(span);
        carry.span(i);
    }
    carry.links();
    carry.calls([&](const HostCall &call) {
        return call.begin >= replayed.begin && (carry.issuedAny(call) || call.end <= replayed.end);
    });
    if (timeline.hostEvents())
        part.setHostEvents(hostEventsIn(*timeline.hostEvents(), replayed.begin, replayed.end));
    return part;
}

} // namespace

QString replayErrorText(const Replay &replay)
{
    const double percent = std::round(replay.error() * 1000) / 10;
    return (percent < 0 ? QStringLiteral("−") : QStringLiteral("+")) + QString::number(std::abs(percent), 'f', 1)
           + QStringLiteral(" %");
}

ReplayedRun replayRun(std::shared_ptr<const RunResult> trace, const std::string &device, TimeRange range,
                      const std::stop_token &stop)
{
    if (trace->ranks && trace->ranks->shown.size() > 1)
        throw InputError(QT_TRANSLATE_NOOP(
            "engine", "several ranks are shown: the file of one rank can be replayed, all of them at once cannot"));
    if (const Fold *fold = trace->recording.timeline.fold())
        throw InputError(Phrase("engine", "this is the %1, which no run had: replay the trace, or one step of it")
                             .arg(fold->text()));
    ReplayedRun run;
    if (device.empty())
        run.model = chooseProfile(trace->recording.device);
    else if (device.starts_with(simulatedPrefix))
        run.model = {device.substr(simulatedPrefix.size()), QT_TRANSLATE_NOOP("engine", "as asked")};
    else
        throw InputError(
            Phrase("engine", "--device %1: a replay runs on a simulated device, for example sim:h200 or sim:PATH.json")
                .arg(device));
    run.trace = std::move(trace);
    const ProfiledGraphs profiler(*run.trace);
    auto made = std::make_shared<Replay>(
        replay(run.trace->recording, profiler.with(loadDeviceProfile(run.model.profile)), range, stop));
    profiler.keepCopyCosts(made->profile, *made->trace.program.traced);
    run.replay = made;
    run.recording = simulatedRecording(run, made->program(), std::exchange(made->times, {}));
    return run;
}

std::vector<std::string> replayNotes(const ReplayedRun &run)
{
    const Replay &replay = *run.replay;
    std::vector<std::string> notes;
    if (!replay.isAcceptable())
        notes.push_back(
            Phrase("engine", "The replay is %1 off what the trace shows: a prediction from it is as uncertain.")
                .arg(replayErrorText(replay).toStdString()));
    const std::string &traced = run.trace->recording.device.name;
    if (replay.profile.info.name != traced)
        notes.push_back(
            traced.empty() || traced.starts_with("unknown")
                ? Phrase("engine", "Simulated on the model of %1: the file does not say which device it is of.")
                      .arg(replay.profile.info.name)
                : Phrase("engine", "Simulated on the model of %1: the trace is of %2.")
                      .arg(replay.profile.info.name, traced));
    if (run.trace->import && !run.trace->import->brokenAt.empty())
        notes.push_back(Phrase("engine", "The file is broken (%1): what stands before that is replayed.")
                            .arg(run.trace->import->brokenAt));
    if (run.trace->import)
        addProcessNotes(*run.trace->import, notes);
    notes.insert(notes.end(), replay.trace.notes.begin(), replay.trace.notes.end());
    return notes;
}

QJsonObject replayJson(const ReplayedRun &run)
{
    const Replay &replay = *run.replay;
    QJsonArray notes;
    for (const std::string &note : replayNotes(run))
        notes.append(QString::fromStdString(note));
    return {{QStringLiteral("format"), QStringLiteral("streamscope-replay")},
            {QStringLiteral("version"), 1},
            {QStringLiteral("model"), QString::fromStdString("sim:" + run.model.profile)},
            {QStringLiteral("measured_us"), microseconds(replay.measuredNs())},
            {QStringLiteral("replayed_us"), microseconds(replay.replayedNs)},
            {QStringLiteral("error_percent"), hundredths(100 * replay.error())},
            {QStringLiteral("operations"), static_cast<qint64>(replay.trace.operations)},
            {QStringLiteral("threads"), replay.trace.threads},
            {QStringLiteral("edges"), edgesJson(replay.trace.edges)},
            {QStringLiteral("start_error_us"),
             QJsonObject{{QStringLiteral("median"), microseconds(replay.startErrors.median)},
                         {QStringLiteral("p95"), microseconds(replay.startErrors.p95)}}},
            {QStringLiteral("notes"), notes}};
}

std::vector<std::string> replayLines(const ReplayedRun &run)
{
    const Replay &replay = *run.replay;
    std::vector<std::string> lines{
        "measured:      " + timeText(replay.measuredNs()).toStdString() + ", " + std::to_string(replay.trace.operations)
            + " operations of " + std::to_string(replay.trace.threads)
            + (replay.trace.threads == 1 ? " thread" : " threads"),
        "replayed:      " + timeText(replay.replayedNs).toStdString() + " (" + replayErrorText(replay).toStdString()
            + "), on sim:" + run.model.profile + ": " + run.model.reason,
        "starts:        off by " + timeText(replay.startErrors.median).toStdString() + " in the median, "
            + timeText(replay.startErrors.p95).toStdString() + " at the 95th percentile",
        "orders:        " + edgesText(replay.trace.edges)};
    for (const std::string &note : replayNotes(run))
        lines.push_back("note:          " + note);
    return lines;
}

std::shared_ptr<const Recording> simulatedRecording(const ReplayedRun &run, const Program &program,
                                                    SimulatedTimes times)
{
    const Replay &replay = *run.replay;
    auto recording = std::make_shared<Recording>();
    recording->makespans.instrumented = spanOf(program, times);
    times.shift(replay.trace.begin);
    recording->device = replay.profile.info;
    recording->timeline = makeTimeline(program, std::move(times));
    recording->notes = replayNotes(run);
    return recording;
}

std::shared_ptr<const RunResult> replayedPart(const ReplayedRun &run)
{
    const RunResult &trace = *run.trace;
    const std::vector<bool> isReplayed = replayedSpans(trace.recording.timeline, run.replay->trace);
    if (std::find(isReplayed.begin(), isReplayed.end(), false) == isReplayed.end())
        return run.trace;
    auto part = std::make_shared<RunResult>();
    part->request = trace.request;
    part->recording.device = trace.recording.device;
    part->recording.notes = trace.recording.notes;
    part->recording.timeline = spansOf(trace.recording.timeline, isReplayed, run.replay->trace);
    setMakespanFromTimeline(part->recording);
    part->analysis = analyze(part->recording, nullptr);
    part->finishedAt = trace.finishedAt;
    part->import = trace.import;
    return part;
}

NamedRun namedReplay(const ReplayedRun &run)
{
    NamedRun named;
    named.title = runTitle(*run.trace) + QStringLiteral(", replayed");
    named.origin = RunOrigin::Predicted;
    named.recording = run.recording;
    named.program = std::shared_ptr<const Program>(run.replay, &run.replay->program());
    return named;
}

} // namespace streamscope
