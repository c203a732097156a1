// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/measuring_session.h"

#include "engine/device/number_text.h"
#include "engine/executors/cuda/instrumented_run.h"
#include "engine/executors/cuda/measuring/cupti_recorder.h"
#include "engine/executors/cuda/runtime/cuda_error.h"
#include "engine/executors/timing/clock_comparison.h"
#include "engine/executors/timing/clock_notes.h"
#include "engine/executors/timing/graph_nodes.h"
#include "engine/executors/timing/recorded_times.h"
#include "engine/executors/timing/watch_plan.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace streamscope {

namespace {

std::string sizeText(std::uint64_t bytes)
{
    return bytes < 1 << 20 ? std::to_string(bytes) + " bytes"
                           : decimalText(static_cast<double>(bytes) / 1048576.0, 1) + " MiB";
}

/// One Program on one device: warm-up, plain runs, the run of the picture, and the look at the data after each.
class MeasuringSession
{
public:
    explicit MeasuringSession(const MeasuringTask &task)
        : m_latencies(task.latencies), m_core(task.core), m_program(task.program), m_options(task.options),
          m_control(task.control), m_info(task.device), m_watch(planWatch(task.program)),
          m_expected(task.program, task.options.seed), m_devices(task.ordinal, task.program),
          m_resources(task.program, m_devices)
    {
        m_resources.fillInputs(m_expected);
    }

    void run(Recording &recording)
    {
        runPlain(recording);
        recordPicture(recording);
        if (m_options.checkClocks && cuptiCannot().empty())
            recording.clockCheck = checkClocks(recording);
        else if (m_options.checkClocks)
            recording.clockCheck.emplace().problem = Phrase("engine", "clocks are not compared: %1").arg(cuptiCannot());
        describeDevices(recording);
        m_control.report(total(), total(), "done");
        recording.verification = m_failure.empty() ? Verification::Passed : Verification::Failed;
        recording.verificationText = m_failure.empty()
                                         ? Phrase("engine", "All %1 that came back are right, in each of %2 runs.")
                                               .arg(sizeText(m_resources.comparedBytes(m_expected)), m_checked)
                                         : m_failure;
        if (m_resources.comparedBytes(m_expected) == 0) {
            recording.verification = Verification::NotApplicable;
            recording.verificationText =
                QT_TRANSLATE_NOOP("engine", "Nothing comes back to the host, so there is nothing to check.");
        }
    }

private:
    int total() const
    {
        const int picture = candidates() + 1;
        const int checks = m_options.checkClocks ? (m_pictureIsWatched ? 4 : 3) * (comparedRuns() + 1) + picture : 0;
        return m_options.warmup + m_options.repeat + picture + checks;
    }
    int comparedRuns() const { return std::clamp(m_options.repeat, 5, 20); }

    /// Uses the first available clock of the wanted ones.
    void recordPicture(Recording &recording)
    {
        if (wantsWatch(recording) && tryWatched(recording))
            return;
        if (!wantsCupti() || !tryTraced(recording))
            runInstrumented(recording);
    }

    /// Auto watches where that spares every event: it disturbs a run least (docs/measuring.md).
    bool wantsWatch(Recording &recording) const
    {
        if (m_options.clock == ClockChoice::Watch && m_watch.words.empty())
            recording.notes.push_back(Phrase("engine", "Copies are not watched: %1.").arg(m_watch.problem));
        return (m_options.clock == ClockChoice::Watch && !m_watch.words.empty())
               || (m_options.clock == ClockChoice::Auto && m_watch.everything);
    }

    /// Auto is else the best of each, by what was measured (docs/measurements/clocks.md): CUPTI's records
    /// cost the run what one event per copy costs, but know when a copy starts, which events can only infer; the
    /// kernels' own stamps cost nothing and know when a kernel that waited for SMs really began, 20 to 30 us after
    /// CUPTI's start.
    bool wantsCupti() const { return m_options.clock != ClockChoice::Events && cuptiCannot().empty(); }
    /// Why CUPTI's records cannot be told apart, which is by the order of the calls and by streams; else empty.
    std::string cuptiCannot() const
    {
        if (m_devices.count() > 1)
            return QT_TRANSLATE_NOOP("engine", "CUPTI's clock serves one device only");
        const auto perThread = [](const Stream &stream) { return stream.kind == StreamKind::PerThreadDefault; };
        if (m_program.threadCount() == 1)
            return {};
        if (hasGraphNodes(m_program) || std::ranges::any_of(m_program.streams, perThread))
            return QT_TRANSLATE_NOOP("engine", "CUPTI's clock serves several host threads only without graphs and "
                                               "per-thread default streams");
        return {};
    }
    /// CUPTI's numbers of the streams, where several host threads issue.
    std::vector<std::uint32_t> streamNumbers(const CuptiRecorder &recorder) const
    {
        std::vector<std::uint32_t> numbers;
        for (std::size_t i = 0; m_program.threadCount() > 1 && i < m_program.streams.size(); ++i) {
            const bool isDefault = m_program.streams[i].kind == StreamKind::LegacyDefault;
            numbers.push_back(
                recorder.numberOf(isDefault ? nullptr : m_resources.stream(static_cast<std::int32_t>(i))));
        }
        return numbers;
    }
    CudaRun::Mode cuptiMode() const
    {
        return m_options.clock == ClockChoice::Cupti ? CudaRun::Mode::Cupti : CudaRun::Mode::CuptiWithStamps;
    }

    void step(const std::string &what)
    {
        m_control.checkStop();
        m_control.report(m_done++, total(), what);
        m_resources.poisonOutputs(m_expected);
        m_resources.leaveHostCaches(m_expected);
        m_core.moveToFastest();
    }

    void check()
    {
        ++m_checked;
        if (!m_failure.empty())
            return;
        if (const auto difference = m_resources.findDifference(m_expected))
            m_failure = *difference;
    }

    void runPlain(Recording &recording)
    {
        CudaRun run(m_program, m_resources, CudaRun::Mode::Plain);
        for (int i = 0; i < m_options.warmup; ++i) {
            step(Phrase("engine", "warm-up %1 of %2").arg(i + 1, m_options.warmup));
            recording.makespans.warmup.push_back(run.runOnce(m_control.stop));
            check();
        }
        for (int i = 0; i < m_options.repeat; ++i) {
            step(Phrase("engine", "run %1 of %2").arg(i + 1, m_options.repeat));
            recording.makespans.plain.push_back(run.runOnce(m_control.stop));
            check();
        }
    }

    /// Several runs that may become the picture, after one that is discarded: it creates what the others use.
    std::vector<InstrumentedRun> takeRuns(CudaRun &run, const std::string &what, CuptiRecorder *recorder,
                                          std::int64_t plainMakespan)
    {
        step(what + ", warm-up");
        run.runOnce(m_control.stop);
        check();
        std::vector<InstrumentedRun> runs;
        for (int i = 0; i < candidates(); ++i) {
            step(what + " " + std::to_string(i + 1) + " of " + std::to_string(candidates()));
            InstrumentedRun taken = takePictureRun(run, m_control.stop, recorder);
            check();
            if (!sawEverything(taken))
                continue; // an observer of the memory was held up
            runs.push_back(std::move(taken));
            keepBlocksOfClosest(plainMakespan, runs);
        }
        if (runs.empty())
            throw RunError(Phrase("engine", "in none of %1 runs every copy was seen to arrive").arg(candidates()));
        return runs;
    }

    /// The run whose makespan is closest to the plain median becomes the picture; all of them are kept as samples.
    const InstrumentedRun &choosePicture(const std::vector<InstrumentedRun> &runs, Recording &recording) const
    {
        const InstrumentedRun &picture = closestTo(recording.makespans.median(), runs);
        recording.makespans.instrumented = picture.makespan;
        for (const InstrumentedRun &run : runs)
            recording.makespans.instrumentedSamples.push_back(run.makespan);
        if (picture.heldByGate > 0)
            recording.environment.emplace_back("streams held by the gate", microsecondsText(picture.heldByGate));
        return picture;
    }

    void runInstrumented(Recording &recording)
    {
        CudaRun run(m_program, m_resources, CudaRun::Mode::Instrumented);
        recordBlocks(run, recording);
        const std::vector<InstrumentedRun> runs =
            takeRuns(run, "run for the picture", nullptr, recording.makespans.median());
        const InstrumentedRun &picture = choosePicture(runs, recording);
        const RecordedTimes recorded = timesOf(picture);
        if (m_options.keepRaw)
            recording.raw = rawTimes(picture);
        draw(recorded, picture.blocks, recording);
        noteAlignment(recorded, recording);
        recording.notes.push_back(eventsNote(m_program, recorded));
        if (m_devices.count() > 1)
            recording.notes.push_back(
                Phrase("engine", "Devices behind the first are timed by events of their own, aligned through the "
                                 "host's clock within %1; their kernels and all-reduces lie between two events, so "
                                 "that waiting for SMs is in them.")
                    .arg(microsecondsText(run.deviceUncertainty())));
    }

    void describeDevices(Recording &recording) const
    {
        if (const NcclRanks *ranks = m_resources.ranksOrNull())
            recording.environment.emplace_back("NCCL", ranks->version());
        if (m_options.clock == ClockChoice::Cupti && !cuptiCannot().empty())
            recording.notes.push_back(Phrase("engine", "%1; events take its place.").arg(cuptiCannot()));
        if (m_devices.pairsWithoutAccess() > 0)
            recording.notes.push_back(Phrase("engine", "%1 pairs of devices cannot access each other here: the driver "
                                                       "stages their copies through the host.")
                                          .arg(m_devices.pairsWithoutAccess()));
    }

    RawTimes rawTimes(const InstrumentedRun &run) const
    {
        return {run.raw, m_latencies, m_info.hasOneCopyEngine(), {}};
    }

    RecordedTimes timesOf(const InstrumentedRun &run) const
    {
        return collectTimes(m_program, run.raw, m_info.hasOneCopyEngine(), m_latencies);
    }

    /// Switches the blocks' records on in a run of the picture, where they are asked for and possible; a note says why
    /// they are not.
    void recordBlocks(CudaRun &run, Recording &recording) const
    {
        if (!m_options.blocks)
            return;
        const std::string problem = BlockBuffer::problem(m_program);
        if (problem.empty())
            run.recordBlocks();
        else if (std::find(recording.notes.begin(), recording.notes.end(), problem) == recording.notes.end())
            recording.notes.push_back(problem); // once, also when CUPTI refuses and events take its place
    }

    /// The picture by watched memory. @returns false, with a note, when that failed.
    bool tryWatched(Recording &recording)
    {
        try {
            runWatched(recording);
        } catch (const CudaError &) {
            throw; // the GPU failed: another clock does not help
        } catch (const RunError &error) {
            recording.notes.push_back(
                Phrase("engine",
                       "Copies are not timed by watching their destination: %1; another clock takes its place.")
                    .arg(std::string(error.what())));
            return false;
        }
        m_pictureIsWatched = true;
        return true;
    }

    void runWatched(Recording &recording)
    {
        CudaRun run(m_program, m_resources, CudaRun::Mode::Watched);
        run.expectMakespan(recording.makespans.median());
        recordBlocks(run, recording);
        const std::vector<InstrumentedRun> runs =
            takeRuns(run, "run for the picture", nullptr, recording.makespans.median());
        if (m_options.clock == ClockChoice::Auto)
            refuseExpensiveInstrumentation(runs, recording.makespans.median());
        const RecordedTimes recorded = timesOf(closestTo(recording.makespans.median(), runs));
        const InstrumentedRun &picture = choosePicture(runs, recording);
        if (m_options.keepRaw)
            recording.raw = rawTimes(picture);
        draw(recorded, picture.blocks, recording);
        noteAlignment(recorded, recording);
        recording.environment.emplace_back("host clock against globaltimer, drift in the run",
                                           microsecondsText(picture.watchDrift));
        recording.notes.push_back(watchNote(m_program, m_watch));
    }

    /// The kernel that looks at the memory may hold another one up, with which it shares a queue, or an SM that the
    /// other one fills. Then the run is another than the plain one.
    static void refuseExpensiveInstrumentation(const std::vector<InstrumentedRun> &runs, std::int64_t plainMakespan)
    {
        constexpr std::int64_t most = 25; // percent
        const std::int64_t watched = streamscope::medianMakespan(runs);
        if ((watched - plainMakespan) * 100 > most * plainMakespan)
            throw RunError(
                Phrase("engine", "it made the run %1 % longer").arg((watched - plainMakespan) * 100 / plainMakespan));
    }

    /// The picture by CUPTI. @returns false, with a note, when CUPTI refuses.
    bool tryTraced(Recording &recording)
    {
        std::string problem;
        CuptiRecorder *recorder = CuptiRecorder::load(problem);
        if (recorder) {
            try {
                runTraced(*recorder, recording);
                return true;
            } catch (const CudaError &) {
                throw; // the GPU failed, not its profiler: another clock does not help
            } catch (const RunError &error) {
                problem = error.what();
            }
        }
        if (recorder || m_options.clock == ClockChoice::Cupti) // auto does without where there is none
            recording.notes.push_back(
                Phrase("engine", "CUPTI's clock is not used: %1; events and stamps take its place.").arg(problem));
        return false;
    }

    void runTraced(CuptiRecorder &recorder, Recording &recording)
    {
        CudaRun run(m_program, m_resources, cuptiMode());
        recordBlocks(run, recording);
        const CuptiSession session(recorder);
        const std::vector<InstrumentedRun> runs =
            takeRuns(run, "run for the picture", &recorder, recording.makespans.median());
        const InstrumentedRun &picture = choosePicture(runs, recording);
        std::int64_t drift = 0;
        const RecordedTimes recorded = collectCuptiTimes(
            m_program, picture.raw, cuptiTimes(m_program, picture, recorder.take(), streamNumbers(recorder), &drift));
        draw(recorded, picture.blocks, recording);
        noteAlignment(recorded, recording);
        recording.environment.emplace_back("CUPTI against globaltimer, drift in the run", microsecondsText(drift));
        recording.notes.push_back(
            m_options.clock == ClockChoice::Cupti
                ? QT_TRANSLATE_NOOP("engine", "Copies and kernels are timed by CUPTI, on a run without events of ours.")
                : QT_TRANSLATE_NOOP("engine", "Copies are timed by CUPTI, kernels by %globaltimer inside them."));
    }

    ClockCheck checkClocks(Recording &recording)
    {
        std::string problem;
        CuptiRecorder *recorder = CuptiRecorder::load(problem);
        ClockCheck result;
        try {
            if (recorder)
                return compareWithCupti(*recorder, recording);
        } catch (const CudaError &) {
            throw;
        } catch (const RunError &error) {
            problem = error.what();
        }
        result.problem = problem;
        return result;
    }

    ClockCheck compareWithCupti(CuptiRecorder &recorder, Recording &recording)
    {
        CudaRun instrumented(m_program, m_resources, CudaRun::Mode::Instrumented);
        std::optional<CudaRun> watched;
        if (m_pictureIsWatched) {
            watched.emplace(m_program, m_resources, CudaRun::Mode::Watched);
            watched->expectMakespan(recording.makespans.median());
        }
        CudaRun recorded(m_program, m_resources, CudaRun::Mode::Cupti);
        CudaRun plain(m_program, m_resources, CudaRun::Mode::Plain);
        const std::int64_t eventsMakespan = medianMakespan(instrumented, "run with events");
        const std::int64_t watchMakespan = watched ? medianMakespan(*watched, "run with watched memory") : 0;
        ClockCheck result;
        std::int64_t cuptiMakespan = 0;
        {
            const CuptiSession session(recorder);
            cuptiMakespan = medianMakespan(recorded, "run under CUPTI");
            result = compareOneRun(recorder, watched ? *watched : instrumented, recording);
        }
        result.plainMakespan = recording.makespans.median();
        result.eventsMakespan = eventsMakespan;
        result.cuptiMakespan = cuptiMakespan;
        result.watchMakespan = watchMakespan;
        result.plainAfterwardsMakespan = medianMakespan(plain, "run after CUPTI");
        return result;
    }

    ClockCheck compareOneRun(CuptiRecorder &recorder, CudaRun &run, Recording &recording)
    {
        const std::vector<InstrumentedRun> runs = takeRuns(run, "clock check", &recorder, recording.makespans.median());
        const InstrumentedRun &compared = closestTo(recording.makespans.median(), runs);
        const std::vector<OperationTimes> reference =
            cuptiTimes(m_program, compared, recorder.take(), streamNumbers(recorder), nullptr);
        if (m_options.keepRaw) {
            recording.raw = rawTimes(compared);
            for (const OperationTimes &t : reference)
                recording.raw->reference.push_back({t.start, t.end});
        }
        return compareClocks(m_program, timesOf(compared).times, reference);
    }

    /// Of several runs after one that is discarded.
    std::int64_t medianMakespan(CudaRun &run, const std::string &what)
    {
        Makespans makespans;
        for (int i = 0; i <= comparedRuns(); ++i) {
            step(what);
            const std::int64_t makespan = run.runOnce(m_control.stop);
            check();
            if (i > 0)
                makespans.plain.push_back(makespan);
        }
        return makespans.median();
    }

    void draw(const RecordedTimes &recorded, BlockRecords blocks, Recording &recording) const
    {
        constexpr int coarse = 500; // ns; 32 on an H200, 1,000 on some cards
        const int step = m_info.globalTimerStepNs.value_or(0);
        recording.timeline = makeTimeline(m_program, recorded.times);
        recording.timeline.setGlobalTimerStep(step);
        if (!blocks.empty()) {
            blocks.mapTimes([&recorded](std::int64_t time) { return recorded.fromGlobalTimer.at(time); });
            recording.timeline.setBlocks(std::move(blocks), Clock::GlobalTimer);
        }
        if (step >= coarse)
            recording.notes.push_back(Phrase("engine", "%globaltimer moves in steps of %1 on this device: starts and "
                                                       "ends of kernels are no finer than that.")
                                          .arg(microsecondsText(step)));
    }

    /// How many runs are instrumented for one picture.
    int candidates() const { return std::clamp(m_options.repeat, 1, 5); }

    const CopyLatencies &m_latencies;
    CoreSelector &m_core;
    const Program &m_program;
    const RunOptions &m_options;
    const RunControl &m_control;
    const DeviceInfo &m_info;
    WatchPlan m_watch;
    bool m_pictureIsWatched = false;
    ExpectedData m_expected;
    DeviceSet m_devices;
    ProgramResources m_resources;
    std::string m_failure;
    int m_done = 0;
    int m_checked = 0;
};

} // namespace

void measure(const MeasuringTask &task, Recording &recording)
{
    MeasuringSession(task).run(recording);
}

} // namespace streamscope
