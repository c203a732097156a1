// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/session/session_runs.h"

#include "engine/formats/session/analysis_section.h"
#include "engine/formats/session/import_report_archive.h"
#include "engine/formats/session/plain_archive.h"
#include "engine/formats/session/program_sections.h"
#include "engine/formats/session/recording_sections.h"
#include "engine/program/order/hazards.h"
#include "engine/program/text/phrase.h"
#include "engine/ranks/late_rank_finding.h"
#include "engine/run/on_all_cores.h"
#include "engine/run/show_ranks.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace streamscope {

template <>
inline constexpr ClockChoice lastValue<ClockChoice> = ClockChoice::Cupti;
template <>
inline constexpr RunOrigin lastValue<RunOrigin> = RunOrigin::Folded;
template <>
inline constexpr RankClock lastValue<RankClock> = RankClock::Refused;

namespace {

/// The value of a knob; the field of its form counts.
struct KeptKnob
{
    std::string name;
    std::uint8_t form = 0; ///< index of the ParameterValue
    std::uint64_t integer = 0;
    std::string text;
    std::vector<std::uint64_t> list;
    double number = 0;
};

std::vector<KeptKnob> keptKnobs(const Parameters &parameters)
{
    std::vector<KeptKnob> knobs;
    for (const ParameterSpec &spec : parameters.specs()) {
        const ParameterValue &value = parameters.value(spec.name);
        KeptKnob knob{spec.name, static_cast<std::uint8_t>(value.index()), 0, {}, {}, 0};
        if (const auto *integer = std::get_if<std::int64_t>(&value))
            knob.integer = static_cast<std::uint64_t>(*integer);
        else if (const auto *text = std::get_if<std::string>(&value))
            knob.text = *text;
        else if (const auto *list = std::get_if<std::vector<std::int64_t>>(&value))
            knob.list.assign(list->begin(), list->end());
        else
            knob.number = std::get<double>(value);
        knobs.push_back(std::move(knob));
    }
    return knobs;
}

ParameterValue valueOf(const KeptKnob &knob)
{
    switch (knob.form) {
    case 0:
        return static_cast<std::int64_t>(knob.integer);
    case 1:
        return knob.text;
    case 2:
        return std::vector<std::int64_t>(knob.list.begin(), knob.list.end());
    default:
        return knob.number;
    }
}

Parameters parametersOf(const RunSource &source, const std::vector<KeptKnob> &knobs, const SectionReader &reader)
{
    if (!source || knobs.empty())
        return {};
    Parameters parameters = source->defaults();
    for (const KeptKnob &knob : knobs) {
        try {
            parameters.set(knob.name, valueOf(knob));
        } catch (const InputError &error) {
            reader.fail(error.what());
        }
    }
    return parameters;
}

using TimePoint = std::chrono::system_clock::time_point;

std::int64_t nanosecondsOf(TimePoint time)
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
}
TimePoint timePoint(std::int64_t nanoseconds)
{
    return TimePoint(std::chrono::duration_cast<TimePoint::duration>(std::chrono::nanoseconds(nanoseconds)));
}

struct KeptSource
{
    std::string experiment;  ///< id; empty: the Program before it
    std::string description; ///< of the Program
};

struct KeptResult
{
    SessionNumber source = 0;
    std::vector<KeptKnob> knobs;
    std::string device;
    ClockChoice clock = ClockChoice::Auto;
    bool checkClocks = false, keepRaw = false, blocks = false;
    bool ranItsSource = false; ///< the Program is that of the source and does not stand before it
    std::optional<PredictionRange> range;
    std::int64_t finishedNs = 0; ///< since 1970
    std::optional<ImportReport> import;
    std::optional<ShownRanks> ranks;
};

struct KeptPrediction
{
    SessionNumber source = 0;
    std::vector<KeptKnob> knobs;
    std::string device;
    ProfileChoice model;
    std::optional<PredictionRange> range;
};

struct KeptSide
{
    std::string title;
    RunOrigin origin = RunOrigin::Measured;
    std::optional<std::int64_t> finishedNs;
    std::vector<std::string> knobs;
    SessionNumber owner = 0;
};

void write(const RunSource &source, SessionNumber number, SectionWriter &writer)
{
    KeptSource kept;
    if (const Program *program = source.program()) {
        writeProgram(*program, writer);
        kept.description = source->explanation();
    } else {
        kept.experiment = source->id();
    }
    writeArchive(writer, SectionKind::Source, number, kept);
}

void write(const RunResult &result, SessionNumber source, SessionNumber number, SectionWriter &writer)
{
    const RunRequest &request = result.request;
    KeptResult kept{source,
                    keptKnobs(request.parameters),
                    request.device,
                    request.clock,
                    request.checkClocks,
                    request.keepRaw,
                    request.blocks,
                    false,
                    result.range,
                    nanosecondsOf(result.finishedAt),
                    {},
                    {}};
    const Program *const own = request.experiment ? request.experiment.program() : nullptr;
    kept.ranItsSource = own && *own == result.program;
    if (result.import)
        kept.import = *result.import;
    if (result.ranks)
        kept.ranks = *result.ranks;
    if (!result.import && !kept.ranItsSource)
        writeProgram(result.program, writer);
    writeRecording(result.recording, writer);
    writeAnalysis(result.analysis, writer);
    writeArchive(writer, SectionKind::Result, number, kept);
}

void write(const Prediction &prediction, SessionNumber source, SessionNumber number, SectionWriter &writer)
{
    writeProgram(prediction.program, writer);
    writeRecording(prediction.recording, writer);
    writeArchive(writer, SectionKind::Prediction, number,
                 KeptPrediction{source, keptKnobs(prediction.parameters), prediction.device, prediction.model,
                                prediction.range});
}

void write(const NamedRun &run, SessionNumber owner, SessionNumber number, SectionWriter &writer)
{
    KeptSide kept{run.title.toStdString(), run.origin, {}, {}, owner};
    if (run.finishedAt)
        kept.finishedNs = nanosecondsOf(*run.finishedAt);
    for (const QString &knob : run.parameters)
        kept.knobs.push_back(knob.toStdString());
    if (owner == 0) {
        if (run.program)
            writeProgram(*run.program, writer);
        writeRecording(*run.recording, writer);
    }
    writeArchive(writer, SectionKind::NamedRun, number, kept);
}

} // namespace

void writeSessionPart(const SessionPart &part, SessionNumber number, SectionWriter &writer)
{
    if (const auto *source = std::get_if<RunSource>(&part.content))
        write(*source, number, writer);
    else if (const auto *result = std::get_if<std::shared_ptr<const RunResult>>(&part.content))
        write(**result, part.source, number, writer);
    else if (const auto *prediction = std::get_if<std::shared_ptr<const Prediction>>(&part.content))
        write(**prediction, part.source, number, writer);
    else
        write(std::get<NamedRun>(part.content), part.owner, number, writer);
}

void SessionParts::use(SessionNumber number)
{
    if (number == 0)
        return;
    m_used[number] = true;
    const SessionPart &part = *m_parts.at(number);
    use(part.source);
    use(part.owner);
}

SessionNumber SessionParts::use(const void *key, const std::function<SessionPart()> &make)
{
    SessionNumber &number = m_numbers[key];
    if (number == 0) {
        auto part = std::make_shared<const SessionPart>(make());
        number = ++m_last; // behind what it names
        m_parts.emplace(number, std::move(part));
    }
    use(number);
    return number;
}

SessionNumber SessionParts::add(const RunSource &source)
{
    return source ? use(&*source, [&] { return SessionPart{source}; }) : 0;
}

SessionNumber SessionParts::add(const std::shared_ptr<const RunResult> &result)
{
    if (!result)
        return 0;
    const SessionNumber source = add(result->request.experiment);
    const SessionNumber number = use(result.get(), [&] { return SessionPart{result, source}; });
    m_owners[&result->recording] = number;
    return number;
}

SessionNumber SessionParts::add(const std::shared_ptr<const Prediction> &prediction)
{
    if (!prediction)
        return 0;
    const SessionNumber source = add(prediction->experiment);
    const SessionNumber number = use(prediction.get(), [&] { return SessionPart{prediction, source}; });
    m_owners[&prediction->recording] = number;
    return number;
}

SessionNumber SessionParts::add(const NamedRun &run)
{
    const auto owner = m_owners.find(run.recording.get());
    return use(run.recording.get(), [&] { return SessionPart{run, 0, owner == m_owners.end() ? 0 : owner->second}; });
}

void SessionParts::end()
{
    const auto isUnused = [this](SessionNumber number) { return !m_used.contains(number); };
    std::erase_if(m_numbers, [&](const auto &entry) { return isUnused(entry.second); });
    std::erase_if(m_owners, [&](const auto &entry) { return isUnused(entry.second); });
    std::erase_if(m_parts, [&](const auto &entry) { return isUnused(entry.first); });
}

namespace {

/// Reads the parts, each of which closes the Program and the recording before it.
class PartReader
{
public:
    PartReader(SectionReader &reader, const ExperimentList &known, ReadSession &session)
        : m_reader(reader), m_known(known), m_session(session)
    {}

    void take()
    {
        switch (m_reader.current().kind) {
        case SectionKind::ProgramFacts:
            require(!m_program);
            m_program = std::make_shared<Program>(readProgram(m_reader));
            return;
        case SectionKind::RecordingFacts:
            require(!m_recording);
            m_recording = readRecording(m_reader);
            return;
        case SectionKind::Analysis:
            m_analysis = readAnalysis(m_reader);
            return;
        case SectionKind::Source:
            return takeSource();
        case SectionKind::Result:
            return takeResult();
        case SectionKind::Prediction:
            return takePrediction();
        case SectionKind::NamedRun:
            return takeSide();
        case SectionKind::Documents:
            require(m_session.documents.empty());
            m_session.documents = m_reader.current().content;
            return;
        default:
            m_reader.fail(QT_TRANSLATE_NOOP("engine", "it does not belong there"));
        }
    }

    /// An analysis takes most of the time that a run takes.
    void end(const RunControl &control)
    {
        if (m_program || m_recording)
            m_reader.fail(QT_TRANSLATE_NOOP("engine", "a run is not whole"));
        onAllCores(m_toAnalyse.size(), [&](std::size_t i) {
            control.checkStop();
            addAnalysis(*m_toAnalyse[i]);
        });
    }

private:
    void require(bool sound) const
    {
        if (!sound)
            m_reader.fail(QT_TRANSLATE_NOOP("engine", "it does not fit the sections before it"));
    }

    template <typename Map, typename Value>
    void keep(Map &map, Value value)
    {
        const SessionNumber number = m_reader.current().number;
        require(number != 0 && map.emplace(number, std::move(value)).second);
    }

    RunSource sourceOf(SessionNumber number) const
    {
        if (number == 0)
            return {};
        const auto found = m_session.sources.find(number);
        require(found != m_session.sources.end());
        return found->second;
    }

    Recording takeRecording()
    {
        require(m_recording.has_value());
        Recording recording = std::move(*m_recording);
        m_recording.reset();
        return recording;
    }

    Program takeProgram()
    {
        require(m_program != nullptr);
        return std::move(*std::exchange(m_program, nullptr));
    }

    void takeSource()
    {
        KeptSource kept;
        readArchive(m_reader, kept);
        if (kept.experiment.empty()) {
            keep(m_session.sources, RunSource(takeProgram(), kept.description));
            return;
        }
        const auto found = std::find_if(m_known.begin(), m_known.end(), [&kept](const Experiment *experiment) {
            return experiment->id() == kept.experiment;
        });
        if (found == m_known.end())
            m_reader.fail(Phrase("engine", "there is no experiment '%1'").arg(kept.experiment));
        keep(m_session.sources, RunSource(*found));
    }

    void takeResult()
    {
        KeptResult kept;
        readArchive(m_reader, kept);
        auto result = std::make_shared<RunResult>();
        RunRequest &request = result->request;
        request.experiment = sourceOf(kept.source);
        request.parameters = parametersOf(request.experiment, kept.knobs, m_reader);
        request.device = std::move(kept.device);
        request.clock = kept.clock;
        request.checkClocks = kept.checkClocks;
        request.keepRaw = kept.keepRaw;
        request.blocks = kept.blocks;
        result->recording = takeRecording();
        if (kept.ranItsSource) {
            require(request.experiment && request.experiment.program());
            result->program = *request.experiment.program();
        } else if (!kept.import) {
            result->program = takeProgram();
        }
        result->range = kept.range;
        result->finishedAt = timePoint(kept.finishedNs);
        if (kept.import)
            result->import = std::make_shared<const ImportReport>(std::move(*kept.import));
        if (kept.ranks)
            result->ranks = std::make_shared<const ShownRanks>(std::move(*kept.ranks));
        if (std::optional<RunAnalysis> known = std::exchange(m_analysis, std::nullopt)) {
            result->analysis = std::move(*known);
            const auto isOne = [](std::int32_t index, std::size_t count) {
                return index >= 0 && static_cast<std::size_t>(index) < count;
            };
            for (const Race &race : result->analysis.races)
                require(isOne(race.first, result->program.operations.size())
                        && isOne(race.second, result->program.operations.size())
                        && isOne(race.buffer, result->program.buffers.size()));
        } else {
            m_toAnalyse.push_back(result);
        }
        keep(m_session.results, std::shared_ptr<const RunResult>(std::move(result)));
    }

    /// Where another version made it: today's may know more.
    static void addAnalysis(RunResult &result)
    {
        result.analysis = analyze(result.recording, result.import ? nullptr : &result.program);
        std::vector<Finding> &findings = result.analysis.findings;
        if (result.recording.timeline.fold())
            findings.clear(); // they are about runs
        if (result.ranks)
            if (std::optional<Finding> late = lateRankFinding(result.ranks->job))
                findings.insert(findings.begin(), std::move(*late));
    }

    void takePrediction()
    {
        KeptPrediction kept;
        readArchive(m_reader, kept);
        auto prediction = std::make_shared<Prediction>();
        prediction->experiment = sourceOf(kept.source);
        prediction->parameters = parametersOf(prediction->experiment, kept.knobs, m_reader);
        prediction->device = std::move(kept.device);
        prediction->model = std::move(kept.model);
        prediction->program = takeProgram();
        prediction->recording = takeRecording();
        prediction->races = findRaces(prediction->program);
        prediction->range = kept.range;
        keep(m_session.predictions, std::shared_ptr<const Prediction>(std::move(prediction)));
    }

    void takeSide()
    {
        KeptSide kept;
        readArchive(m_reader, kept);
        NamedRun run;
        run.title = QString::fromStdString(kept.title);
        run.origin = kept.origin;
        if (kept.finishedNs)
            run.finishedAt = timePoint(*kept.finishedNs);
        for (const std::string &knob : kept.knobs)
            run.parameters.push_back(QString::fromStdString(knob));
        if (kept.owner == 0) {
            run.recording = std::make_shared<const Recording>(takeRecording());
            run.program = std::exchange(m_program, nullptr);
        } else if (const auto result = m_session.results.find(kept.owner); result != m_session.results.end()) {
            run.recording = {result->second, &result->second->recording};
            if (!result->second->import)
                run.program = {result->second, &result->second->program};
        } else {
            const auto prediction = m_session.predictions.find(kept.owner);
            require(prediction != m_session.predictions.end());
            run.recording = {prediction->second, &prediction->second->recording};
            run.program = {prediction->second, &prediction->second->program};
        }
        keep(m_session.runs, std::move(run));
    }

    SectionReader &m_reader;
    const ExperimentList &m_known;
    ReadSession &m_session;
    std::shared_ptr<Program> m_program;    ///< read and not closed
    std::optional<Recording> m_recording;  ///< the same
    std::optional<RunAnalysis> m_analysis; ///< of the run that comes
    std::vector<std::shared_ptr<RunResult>> m_toAnalyse;
};

} // namespace

void readSession(SectionReader &reader, const ExperimentList &known, const RunControl &control, ReadSession &session)
{
    PartReader parts(reader, known, session);
    while (reader.next()) {
        control.checkStop();
        parts.take();
    }
    parts.end(control);
}

} // namespace streamscope
