// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/what_if/what_if.h"

#include "engine/analysis/work_mix.h"
#include "engine/changes/edit/note_text.h"
#include "engine/changes/patterns/framework_operators.h"
#include "engine/executors/checks/program_checks.h"
#include "engine/executors/simulator/simulation.h"
#include "engine/executors/simulator/simulator_executor.h"
#include "engine/executors/timing/traced_profile.h"
#include "engine/formats/files/device_profile_file.h"
#include "engine/formats/text/time_text.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "engine/run/what_if/clock_waits.h"
#include "engine/run/what_if/freed_memory.h"
#include "engine/run/what_if/host_warmth.h"
#include "engine/run/what_if/kernels/kernel_crowding.h"
#include "engine/run/what_if/other_device.h"
#include "engine/run/what_if/other_ranks.h"
#include "engine/run/what_if/profiled_graphs.h"
#include "engine/run/what_if/profiler_cost.h"
#include "engine/run/what_if/stream_contexts.h"
#include "engine/run/what_if/what_if_range.h"
#include "engine/timeline/span_query.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace streamscope {

namespace {

/// One simulated run of a Program that came of the base.
struct Simulated
{
    std::shared_ptr<const Recording> recording; ///< null where nobody looks at it
    SimulatedTimes times;                       ///< on the axis of the trace; only without a recording
    std::int64_t ns = 0;

    TimesOfRun timesOf() const
    {
        if (recording)
            return timesOfRun(*recording);
        return [this](std::size_t i) -> ExecutedTimes {
            const OperationTimes t = times[i];
            return {t.issue, t.ready, t.start, t.end, t.returned};
        };
    }
};

Simulated simulateReplay(const ReplayedRun &run, const Program &program, const DeviceProfile &profile,
                         bool wantsRecording, const std::stop_token &stop)
{
    requireRunnable(program, profile.info, profile.links.devices);
    SimulatedTimes times = Simulation(profile, program).run(stop); // the simulation's own memory goes first
    const std::int64_t ns = spanOf(program, times);
    if (wantsRecording)
        return {simulatedRecording(run, program, std::move(times)), {}, ns};
    times.shift(run.replay->trace.begin);
    return {nullptr, std::move(times), ns};
}

Simulated simulateProgram(const Program &program, const DeviceProfile &profile, const std::stop_token &stop)
{
    RunOptions options;
    options.repeat = options.warmup = 0; // the model has no noise
    RunControl control;
    control.stop = stop;
    SimulatorExecutor executor(profile);
    auto recording = std::make_shared<Recording>(executor.run(program, options, control));
    const std::int64_t ns = recording->makespans.median();
    return {std::move(recording), {}, ns};
}

Simulated simulated(const WhatIfBase &base, const Program &program, const DeviceProfile &profile, bool wantsRecording,
                    const std::stop_token &stop)
{
    return base.replay ? simulateReplay(*base.replay, program, profile, wantsRecording, stop)
                       : simulateProgram(program, profile, stop);
}

/// The operations of `program` that a filter finds in its simulated run, which has one span for each. What issued them
/// stands in the trace that they come from.
std::vector<bool> selectedBy(const std::string &filter, const Program &program, const Recording &recording,
                             const std::optional<ReplayedRun> &replay, TimeRange range)
{
    const SpanQuery query = parseQuery(filter);
    if (!query.problem.empty())
        throw InputError(Phrase("engine", "filter \"%1\": %2").arg(filter, query.problem));
    const Timeline &timeline = recording.timeline;
    const auto sourceOf = [&program](std::size_t span) { return program.operations[span].source; };
    const SpanMatcher matcher = replay ? SpanMatcher(query, timeline, replay->trace->recording.timeline, sourceOf)
                                       : SpanMatcher(query, timeline);
    std::vector<bool> selected(timeline.size());
    for (std::size_t i = 0; i < timeline.size(); ++i)
        selected[i] = matcher.matches(i) && (range == TimeRange() || touches(timeline.span(i), range));
    return selected;
}

/// How much longer measured calls of cudaMalloc and cudaFree may take in a run without the profiler: a loop of 12 of
/// each, 1.05 ms under it, took 5.1 ms with it and 5.25 and 5.98 ms without, as two processes on one H200.
std::int64_t allocationDoubtNs(const Program &program)
{
    constexpr double share = 2.0 / 3;
    double ns = 0;
    for (const Operation &operation : program.operations)
        ns += isAllocation(operation.kind) && operation.callNs > 0 ? static_cast<double>(operation.callNs) : 0;
    return std::llround(share * ns);
}

/// The machine that the device's profile models, with the latencies that the trace showed on its own.
std::shared_ptr<const DeviceProfile> profileOf(const std::string &device)
{
    constexpr std::string_view prefix = "sim:";
    if (!device.starts_with(prefix))
        throw InputError(
            Phrase("engine", "device %1: a change is simulated, for example on sim:h200 or sim:PATH.json").arg(device));
    return std::make_shared<const DeviceProfile>(loadDeviceProfile(device.substr(prefix.size())));
}

/// Applies one change after the other and keeps the present state.
class ChangeChain
{
public:
    ChangeChain(const WhatIfBase &base, TimeRange range, const std::stop_token &stop)
        : m_base(base), m_range(range), m_stop(stop), m_program(base.program), m_profile(base.profile),
          m_device(base.device), m_now{base.recording, {}, base.simulatedNs}
    {
        if (!base.replay)
            return;
        m_profilerCost = profilerCostOf(*base.replay);
        m_ranks.emplace(*base.replay);
    }

    /// Called when a change has been applied, and neither the base's recording nor the operations of its Program are
    /// needed any more.
    void whenChanged(std::function<void()> call) { m_whenChanged = std::move(call); }
    /// Called when the last change knows its operations, and no filter searches the base's recording any more.
    void whenSearched(std::function<void()> call) { m_whenSearched = std::move(call); }

    /// `wantsRecording`: for the next change, or as the result's.
    void apply(const RequestedChange &request, bool wantsRecording, WhatIf &result)
    {
        const std::string filter = request.filter.empty() ? request.change->defaultFilter() : request.filter;
        ChangedProgram changed = changedBy(request, filter, wantsRecording);
        const std::int64_t before = m_now.ns, hostDoubtNs = changed.hostDoubtNs, doubtNs = changed.doubtNs,
                           laterNs = changed.laterNs, gatherNs = changed.gatherNs;
        TriedChange tried;
        tried.request = request;
        tried.touched = changed.touched;
        tried.notes = std::move(changed.notes);
        if (changed.touched == 0)
            tried.notes.insert(tried.notes.begin(),
                               filter.empty() ? QT_TRANSLATE_NOOP("engine", "found nothing to do")
                                              : Phrase("engine", "found nothing to do (filter: %1)").arg(filter));
        if (changed.touched > 0)
            take(std::move(changed), wantsRecording, tried.notes);
        else if (!m_now.recording) // it went for nothing
            simulateNow(wantsRecording);
        tried.predictedNs = m_base.scaled(m_now.ns);
        const auto won = static_cast<double>(m_base.scaled(before) - tried.predictedNs);
        m_changesNs =
            std::hypot(m_changesNs, won * request.change->doubt(), static_cast<double>(m_base.scaled(doubtNs)));
        m_laterNs = std::hypot(m_laterNs, static_cast<double>(m_base.scaled(laterNs)));
        m_hostNs += static_cast<double>(m_base.scaled(hostDoubtNs));
        result.gatherNs += m_base.scaled(gatherNs);
        result.changes.push_back(std::move(tried));
    }

    void finish(WhatIf &result)
    {
        result.predictedNs = m_base.scaled(m_now.ns);
        result.recording = m_now.recording;
        result.device = m_device;
        result.program = m_program;
        if (m_base.replay)
            result.notes = replayNotes(*m_base.replay);
        if (!m_base.pauses.empty())
            result.notes.push_back(pausesNote());
        if (m_base.clocks)
            result.notes.push_back(Phrase("engine", "%1 pauses of the host end at fixed times, by a clock: what gets "
                                                    "shorter before them makes them longer.")
                                       .arg(m_base.clocks->size()));
        if (m_ranks && m_changed)
            m_laterNs = std::hypot(
                m_laterNs, static_cast<double>(m_base.scaled(m_ranks->besideKernelsNs(*m_program, m_now.timesOf()))));
        result.range = range(result, doubtOfOtherRanks(result));
        if (result.range) {
            const auto high = static_cast<double>(result.range->highNs - result.predictedNs);
            result.range->highNs = result.predictedNs + std::llround(std::hypot(high, m_laterNs)) + result.gatherNs;
        }
        m_now.times = {};
        if (m_base.replay)
            addPlainTime(result);
    }

private:
    ChangedProgram changedBy(const RequestedChange &request, const std::string &filter, bool wantsRecording)
    {
        try {
            const std::vector<bool> selected = selectedBy(filter, *m_program, *m_now.recording, m_base.replay, m_range);
            if (m_base.replay && isOfFramework(*m_program))
                m_warmth.emplace(*m_program, m_now.timesOf());
            if (m_base.replay)
                m_crowding.emplace(*m_program, m_now.timesOf(), *m_profile,
                                   m_changed ? nullptr : &m_base.replay->trace->recording.timeline);
            if (m_whenSearched && !wantsRecording) {
                m_now.recording.reset();
                m_whenSearched();
                returnFreedMemory();
            }
            std::optional<StreamContexts> contexts;
            if (m_base.replay && isOfFramework(*m_program))
                contexts.emplace(*m_program);
            ChangedProgram changed =
                request.change->apply({*m_program, selected, request.values, m_profile.get(), m_device});
            if (changed.touched > 0 && changed.program.operations.empty())
                throw InputError(QT_TRANSLATE_NOOP(
                    "engine", "no operation is left, and a program needs one; give it a filter that finds fewer"));
            if (const std::size_t turns = contexts ? contexts->addTo(changed.program) : 0; turns > 0)
                addContexts(turns, changed);
            return changed;
        } catch (const InputError &error) {
            const std::string what = error.what(), own = request.change->id() + ": ";
            throw InputError(Phrase("engine", "change %1: %2")
                                 .arg(request.text(), (what.starts_with(own) ? what.substr(own.size()) : what)));
        }
    }

    /// They may take twice as long.
    static void addContexts(std::size_t count, ChangedProgram &changed)
    {
        const std::int64_t ns = static_cast<std::int64_t>(count) * StreamContexts::contextNs;
        changed.laterNs += ns;
        changed.notes.push_back(Phrase("engine", "Python is taken to need %1 to turn to another stream %2 times.")
                                    .arg(timeText(ns).toStdString(), count));
    }

    void take(ChangedProgram changed, bool wantsRecording, std::vector<std::string> &notes)
    {
        const bool isElsewhere = !changed.device.empty();
        if (isElsewhere) {
            m_device = changed.device;
            std::shared_ptr<const DeviceProfile> there = profileOf(changed.device);
            keepFiguresOfSameGpu(there, changed.program);
            fitStandIns(*std::exchange(m_profile, there), *there, changed.program);
        }
        const bool hostIsWarmed = changed.hostIsWarmed;
        if (m_ranks && m_ranks->matter())
            letRanksChange(changed.program);
        m_program = m_changed = std::make_shared<Program>(std::move(changed.program));
        m_now.recording.reset(); // before there is another one
        const bool sameMachine = m_profile == m_base.profile;
        m_whenChanged();
        if (sameMachine)
            m_profile = m_base.profile; // which may be another object now
        simulateNow(wantsRecording);
        if (m_warmth && !hostIsWarmed && m_warmth->apply(*m_changed, m_now.timesOf()))
            simulateNow(wantsRecording);
        if (!isElsewhere) // where kernels keep their lengths
            letKernelsShare(wantsRecording, notes);
        // A thread that ran ahead in this run may have waited for another one, which it does not in the next.
        constexpr int mostRounds = 4;
        for (int i = 0; i < mostRounds && m_base.clocks && m_base.clocks->apply(*m_changed, m_now.timesOf()); ++i)
            simulateNow(wantsRecording);
    }

    /// Another profile of the GPU that was traced takes the latencies of the trace, as the first one did.
    void keepFiguresOfSameGpu(std::shared_ptr<const DeviceProfile> &there, Program &program)
    {
        if (!program.traced)
            return;
        m_isTracedGpu = there->info.name == m_profile->info.name && !program.traced->multiprocessors;
        if (!m_isTracedGpu)
            program.traced.reset();
        else if (m_base.replay) // a Program's executor does it
            there = std::make_shared<const DeviceProfile>(
                tracedProfile(ProfiledGraphs(*m_base.replay->trace).with(*there), program));
    }

    /// Longer kernels meet others, so it takes some rounds; a trace of a million operations has time for one.
    void letKernelsShare(bool wantsRecording, std::vector<std::string> &notes)
    {
        constexpr std::size_t many = 300'000;
        constexpr double doubt = 0.5; // of what it adds or takes
        const std::int64_t before = m_now.ns;
        const int rounds = m_changed->operations.size() > many ? 1 : 4;
        for (int i = 0; i < rounds && m_crowding && m_crowding->apply(*m_changed, m_now.timesOf(), *m_profile) > 0; ++i)
            simulateNow(wantsRecording);
        m_changesNs = std::hypot(m_changesNs, doubt * static_cast<double>(m_base.scaled(m_now.ns - before)));
        if (const std::size_t longer = m_crowding ? m_crowding->longer() : 0; longer > 0)
            notes.push_back(counted(longer,
                                    Phrase("engine", "1 kernel takes longer, as it shares SMs with others now."),
                                    Phrase("engine", "%1 kernels take longer, as they share SMs with others now.")));
        if (const std::size_t shorter = m_crowding ? m_crowding->shorter() : 0; shorter > 0)
            notes.push_back(
                counted(shorter, Phrase("engine", "1 kernel takes less time, as fewer others share its SMs now."),
                        Phrase("engine", "%1 kernels take less time, as fewer others share their SMs now.")));
    }

    void simulateNow(bool wantsRecording)
    {
        m_now = {}; // before there is another one
        m_now = simulated(m_base, *m_program, *m_profile, wantsRecording, m_stop);
    }

    /// Another GPU, which a change chose, has no costs of the profiler.
    DeviceProfile plainProfile() const
    {
        return m_isTracedGpu ? ProfiledGraphs(*m_base.replay->trace).without(*m_profile) : *m_profile;
    }

    /// Costs two more simulations, the first time three.
    void letRanksChange(Program &program)
    {
        constexpr double most = 2;
        if (m_withoutWaitsNs == 0)
            m_withoutWaitsNs = simulatedNs(m_ranks->withoutWaits(*m_program), *m_profile);
        const std::int64_t now = simulatedNs(m_ranks->withoutWaits(program), *m_profile);
        if (m_withoutWaitsNs > 0)
            m_ranks->changeAlike(program,
                                 std::min(static_cast<double>(now) / static_cast<double>(m_withoutWaitsNs), most));
    }

    /// The share of the predicted time that waits for other ranks may add or take.
    double doubtOfOtherRanks(WhatIf &result) const
    {
        if (!m_ranks || m_now.ns <= 0 || !m_ranks->matter() || !m_changed)
            return 0;
        const std::int64_t asInTraceNs = m_ranks->asInTraceNs(*m_program, m_now.timesOf(), m_now.ns);
        result.notes.push_back(m_ranks->note(m_base.scaled(asInTraceNs)));
        const std::int64_t least = simulatedNs(m_ranks->withoutWaits(*m_program), *m_profile);
        return std::max(0.0, 1 - static_cast<double>(least) / static_cast<double>(m_now.ns));
    }

    /// What the profiler costs differs from program to program: a number is only shown where that matters little.
    void addPlainTime(WhatIf &result) const
    {
        if (!m_profilerCost || m_ranks->matter()) // theirs makes them come later, too
            return;
        const DeviceProfile profile = plainProfile();
        Program copy;
        if (!m_changed)
            copy = *m_program; // the base's: others look at it
        Program &program = m_changed ? *m_changed : copy;
        const auto plainNs = [&](const ProfilerCost &part) {
            const WithoutProfiler without(program, part);
            return m_base.scaled(simulatedNs(program, profile));
        };
        const PlainTime plain{plainNs(m_profilerCost->second),
                              plainNs(m_profilerCost->first) + m_base.scaled(allocationDoubtNs(program))};
        result.plain = plain;
        result.withoutProfilerNs = plain.known();
        if (!result.withoutProfilerNs)
            result.notes.push_back(Phrase("engine", "Without the profiler it takes %1 to %2: what the profiler adds to "
                                                    "this program's calls is not known closer.")
                                       .arg(timeText(plain.lowNs).toStdString(), timeText(plain.highNs).toStdString()));
    }

    std::int64_t simulatedNs(const Program &program, const DeviceProfile &profile) const
    {
        return spanOf(program, Simulation(profile, program).run(m_stop));
    }

    std::string pausesNote() const
    {
        std::int64_t ns = 0;
        for (const HostPause &pause : m_base.pauses)
            ns += pause.ns;
        const std::size_t count = m_base.pauses.size();
        return count == 1
                   ? Phrase("engine", "1 pause of the host is in the measured time (%1) and in no prediction: other "
                                      "repetitions of the same calls have none. Gains count from %2.")
                         .arg(timeText(ns).toStdString(), timeText(m_base.beforeNs()).toStdString())
                   : Phrase("engine", "%1 pauses of the host are in the measured time (%2) and in no prediction: other "
                                      "repetitions of the same calls have none. Gains count from %3.")
                         .arg(count, timeText(ns).toStdString(), timeText(m_base.beforeNs()).toStdString());
    }

    /// A Program that nobody measured has the residuals of its profile alone.
    std::optional<PredictionRange> range(WhatIf &result, double otherRanks) const
    {
        auto range = predictionRange(&m_profile->residuals, *m_program, m_now.ns, m_now.timesOf());
        if (!range || m_now.ns <= 0)
            return std::nullopt;
        const auto now = static_cast<double>(m_now.ns);
        WhatIfDoubts doubts;
        doubts.model = {std::min(1.0, static_cast<double>(range->lowNs) / now),
                        std::max(1.0, static_cast<double>(range->highNs) / now)};
        const auto predicted = static_cast<double>(result.predictedNs);
        doubts.lateGraphs = m_changed ? lateGraphsOf(*m_program) : 0;
        if (!m_base.replay)
            return PredictionRange{
                std::llround(predicted * doubts.model.low),
                std::llround(predicted * (1 + std::hypot(doubts.model.high - 1, doubts.lateGraphs)))};
        doubts.replayError = std::abs(m_base.replay->replay->error());
        doubts.gpuIdle = gpuIdleShare(*m_program, m_now.ns, m_now.timesOf());
        doubts.changes = std::hypot(m_changesNs, m_hostNs * doubts.gpuIdle) / std::max(predicted, 1.0);
        doubts.otherRanks = otherRanks;
        const PredictionRange whole = whatIfRange(result.predictedNs, doubts);
        result.paceNs = whole.highNs - whatIfRange(result.predictedNs, doubts, RunsAt::InTurn).highNs;
        return whole;
    }

    const WhatIfBase &m_base;
    const TimeRange m_range;
    const std::stop_token m_stop;
    std::optional<std::pair<ProfilerCost, ProfilerCost>> m_profilerCost;
    std::optional<OtherRanks> m_ranks;
    std::int64_t m_withoutWaitsNs = 0; ///< of the unchanged Program; 0: not known yet
    std::function<void()> m_whenChanged = [] {}, m_whenSearched;
    std::shared_ptr<const Program> m_program; ///< now
    std::optional<HostWarmth> m_warmth;       ///< of the Program before the change
    std::optional<KernelCrowding> m_crowding; ///< the same
    std::shared_ptr<Program> m_changed;       ///< the same where a change made it: nobody else has it yet
    std::shared_ptr<const DeviceProfile> m_profile;
    std::string m_device;
    bool m_isTracedGpu = true; ///< no change has chosen another one
    Simulated m_now;
    double m_changesNs = 0; ///< what the changes may be off by
    double m_laterNs = 0;   ///< what may come with them and cannot go
    double m_hostNs = 0;    ///< of the host's time, what may go or come with them
};

} // namespace

std::optional<std::int64_t> WhatIfBase::measuredNs() const
{
    return replay ? std::optional(replay->replay->measuredNs()) : std::nullopt;
}

std::int64_t WhatIfBase::scaled(std::int64_t ns) const
{
    if (!replay || replay->replay->replayedNs <= 0)
        return ns;
    return std::llround(static_cast<double>(ns) * static_cast<double>(replay->replay->measuredNs())
                        / static_cast<double>(replay->replay->replayedNs));
}

namespace {

void findClocks(WhatIfBase &base, const std::vector<ThreadCalls> &calls)
{
    auto clocks = std::make_shared<const ClockWaits>(*base.program, calls, timesOfRun(*base.recording),
                                                     base.replay->trace->recording.timeline);
    if (clocks->size() == 0)
        return;
    auto named = std::make_shared<Program>(*base.program);
    clocks->name(*named);
    base.program = std::move(named);
    base.clocks = std::move(clocks);
}

} // namespace

WhatIfBase whatIfBase(const ReplayedRun &run)
{
    WhatIfBase base;
    base.program = std::shared_ptr<const Program>(run.replay, &run.replay->program());
    base.profile = std::shared_ptr<const DeviceProfile>(run.replay, &run.replay->profile);
    base.device = "sim:" + run.model.profile;
    base.replay = run;
    base.recording = run.recording;
    base.simulatedNs = run.replay->replayedNs;
    base.title = runTitle(*run.trace).toStdString();
    const std::vector<ThreadCalls> calls = repeatedCalls(*base.program);
    base.pauses = hostPauses(*base.program, calls);
    if (!base.pauses.empty()) {
        auto calm = std::make_shared<Program>(*base.program);
        removePauses(base.pauses, *calm);
        Simulated now = simulateReplay(run, *calm, *base.profile, true, {});
        base.program = std::move(calm);
        base.recording = std::move(now.recording);
        base.simulatedNs = now.ns;
    }
    findClocks(base, calls);
    return base;
}

WhatIfBase whatIfBase(const Program &program, const DeviceInfo &device, const std::string &title,
                      const std::stop_token &stop)
{
    WhatIfBase base;
    base.program = std::make_shared<const Program>(program);
    base.device = "sim:" + chooseProfile(device).profile;
    base.profile = profileOf(base.device);
    Simulated unchanged = simulateProgram(program, *base.profile, stop);
    base.recording = std::move(unchanged.recording);
    base.simulatedNs = unchanged.ns;
    base.title = title;
    return base;
}

double WhatIf::gain(const WhatIfBase &base) const
{
    return base.beforeNs() <= 0 ? 0 : 1 - static_cast<double>(predictedNs) / static_cast<double>(base.beforeNs());
}

namespace {

WhatIf chained(ChangeChain &chain, const std::vector<RequestedChange> &changes, bool wantsRecording)
{
    WhatIf result;
    for (const RequestedChange &change : changes)
        chain.apply(change, wantsRecording || &change != &changes.back(), result);
    chain.finish(result);
    return result;
}

/// `base` without what a trace of millions of operations fills memory with.
void keepFigures(WhatIfBase &base)
{
    base.recording = base.replay->recording = nullptr;
    auto figures = std::make_shared<Replay>();
    const Replay &whole = *base.replay->replay;
    ReplayedProgram &trace = figures->trace;
    trace.devices = whole.trace.devices;
    trace.begin = whole.trace.begin;
    trace.end = whole.trace.end;
    trace.operations = whole.trace.operations;
    trace.profiledCalls = whole.trace.profiledCalls;
    trace.threads = whole.trace.threads;
    trace.edges = whole.trace.edges;
    trace.notes = whole.trace.notes;
    figures->profile = whole.profile;
    figures->replayedNs = whole.replayedNs;
    figures->startErrors = whole.startErrors;
    base.replay->replay = figures;
    base.program = std::shared_ptr<const Program>(figures, &figures->program());
    base.profile = std::shared_ptr<const DeviceProfile>(figures, &figures->profile);
}

} // namespace

WhatIf whatIf(const WhatIfBase &base, const std::vector<RequestedChange> &changes, TimeRange range,
              const std::stop_token &stop)
{
    ChangeChain chain(base, range, stop);
    return chained(chain, changes, true);
}

WhatIf whatIfFigures(const WhatIfBase &base, const std::vector<RequestedChange> &changes, const std::stop_token &stop)
{
    ChangeChain chain(base, {}, stop);
    return chained(chain, changes, false);
}

WhatIf whatIfOnce(WhatIfBase &base, const std::vector<RequestedChange> &changes, const std::stop_token &stop)
{
    ChangeChain chain(base, {}, stop);
    if (base.replay) {
        chain.whenSearched([&base] { base.recording = base.replay->recording = nullptr; });
        chain.whenChanged([&base] { keepFigures(base); });
    }
    return chained(chain, changes, false);
}

NamedRun namedBefore(const WhatIfBase &base)
{
    if (base.replay)
        return namedRun(replayedPart(*base.replay));
    NamedRun run;
    run.title = QString::fromStdString(base.title);
    run.origin = RunOrigin::Predicted;
    run.recording = base.recording;
    run.program = base.program;
    return run;
}

NamedRun namedAfter(const WhatIfBase &base, const WhatIf &result)
{
    NamedRun run;
    QStringList changes;
    for (const TriedChange &tried : result.changes)
        changes.append(QString::fromStdString(tried.request.text()));
    run.title = QString::fromStdString(base.title) + QStringLiteral(" with ") + changes.join(QStringLiteral(", "));
    run.origin = RunOrigin::Predicted;
    run.recording = result.recording;
    run.program = result.program;
    return run;
}

} // namespace streamscope
