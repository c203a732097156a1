// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// The workspace's runs and predictions, and what is shown of them.
#include "engine/program/errors.h"
#include "engine/run/named_run.h"
#include "gui/language/translated.h"
#include "gui/workspace/text/path_text.h"
#include "gui/workspace/workspace.h"

#include <algorithm>
#include <utility>

namespace streamscope {

namespace {

struct PredictionAnswer
{
    PredictionAnswer(const RunRequest &request, const DeviceInfo &device, const RunControl &control)
    {
        try {
            prediction = std::make_shared<const Prediction>(predict(request, device, control));
        } catch (const InputError &error) { // values that do not fit together: a run would say it
            problem = translated(error.what());
        } catch (const RunError &error) {
            problem = translated(error.what());
        }
    }

    std::shared_ptr<const Prediction> prediction;
    QString problem;
};

} // namespace

void Workspace::run()
{
    PresetDocument *const asking = experiment();
    if (!asking)
        return;
    const Preset &preset = asking->preset();
    RunRequest request;
    request.experiment = preset.experiment;
    request.parameters = preset.parameters;
    request.device = preset.device;
    request.blocks = m_recordsBlocks;
    m_asking = asking;
    m_runs.run(std::move(request));
}

void Workspace::openTrace(const QString &path, bool salvage)
{
    import({path, salvage});
}

void Workspace::openRanks(const QStringList &paths)
{
    const TraceDocument job(paths);
    import({job.path(), false, job.ranks()});
}

void Workspace::showRanks(const std::vector<int> &ranks)
{
    if (const TraceDocument *job = trace(); job && job->result() && job->result()->ranks)
        import({job->path(), false, job->ranks(), job->result()->ranks, ranks});
}

void Workspace::addMade(const std::shared_ptr<const RunResult> &result)
{
    m_history.add(namedRun(result));
    auto made = std::make_unique<TraceDocument>(trace() ? trace()->path() : QString(), result);
    TraceDocument *document = traceDocument(made->key());
    if (document)
        document->setResult(result);
    else
        document = static_cast<TraceDocument *>(add(std::move(made)));
    setFront(document);
    update();
}

PresetDocument *Workspace::addRun(const Preset &preset, const std::shared_ptr<const RunResult> &result)
{
    if (result->import) {
        addMade(result);
        return nullptr;
    }
    m_history.add(namedRun(result));
    PresetDocument *document = builtInDocument(preset);
    if (!document || document->isModified())
        document = static_cast<PresetDocument *>(add(std::make_unique<PresetDocument>(preset), startDocument()));
    document->setResult(result);
    setFront(document);
    update();
    return document;
}

void Workspace::import(const Import &wanted)
{
    if (m_imports)
        m_toImport.push_back(wanted);
    else
        startImport(wanted);
}

void Workspace::startImport(const Import &import)
{
    m_asking.clear();
    m_imports = true;
    m_inFlight = import;
    TraceRequest request{pathOf(import.path), {import.salvage}};
    if (!import.ranks.isEmpty()) {
        request.ranks.emplace();
        for (const QString &path : import.ranks)
            request.ranks->paths.push_back(pathOf(path));
        request.ranks->known = import.known;
        request.ranks->shown = import.shown;
    }
    m_runs.open(std::move(request));
}

void Workspace::importNext()
{
    m_imports = false;
    if (m_toImport.empty())
        return;
    const Import next = m_toImport.front();
    m_toImport.pop_front();
    startImport(next);
}

/// A comparison stays in front of the run that becomes its this run: with that run, another one is made.
void Workspace::take(const std::shared_ptr<const RunResult> &result)
{
    m_history.add(namedRun(result));
    if (result->import)
        takeTrace(result);
    else if (m_asking)
        m_asking->setResult(result);
    m_asking.clear();
    update();
}

void Workspace::takeTrace(const std::shared_ptr<const RunResult> &result)
{
    auto made = m_inFlight.ranks.isEmpty() ? std::make_unique<TraceDocument>(m_inFlight.path)
                                           : std::make_unique<TraceDocument>(m_inFlight.ranks);
    TraceDocument *document = traceDocument(made->key());
    if (!document)
        document = static_cast<TraceDocument *>(add(std::move(made), startDocument()));
    document->setResult(result);
    setFront(document);
}

TraceDocument *Workspace::openRecording(const QString &title, const QString &folder)
{
    auto *document = static_cast<TraceDocument *>(add(TraceDocument::growing(title, folder), startDocument()));
    setFront(document);
    return document;
}

void Workspace::showRecorded(TraceDocument *document, RecordedState state)
{
    document->setPlace(state.files);
    document->setContent({state.result, &state.result->recording}, std::move(state.content));
    document->setResult(std::move(state.result));
    if (document == source())
        update();
}

TraceDocument *Workspace::openElsewhere(const QString &address)
{
    TraceDocument *document = traceDocument(address);
    if (!document)
        document = static_cast<TraceDocument *>(add(TraceDocument::elsewhere(address), startDocument()));
    setFront(document);
    return document;
}

void Workspace::showElsewhere(TraceDocument *document, std::shared_ptr<const RunResult> result,
                              std::shared_ptr<const TimelineContent> content)
{
    document->setContent({result, &result->recording}, std::move(content));
    document->setResult(std::move(result));
    if (document == source())
        update();
}

void Workspace::showAdviceThere(TraceDocument *document, std::shared_ptr<const RunAnalysis> analysis,
                                const QString &problem)
{
    document->setAdviceThere({std::move(analysis), problem});
    if (document == source())
        update();
}

void Workspace::endRecording(TraceDocument *document, const QString &nothing)
{
    if (document->result())
        m_history.add(namedRun(document->result()));
    document->endGrowth(nothing);
    if (document == source())
        update();
}

void Workspace::setDevices(std::shared_ptr<const DeviceCatalog> catalog)
{
    m_devices = std::move(catalog);
    predict();
    update();
}

std::string Workspace::deviceId() const
{
    if (const PresetDocument *preset = experiment())
        return preset->preset().device;
    return trace() ? trace()->device() : std::string();
}

void Workspace::setDevice(const std::string &id)
{
    if (PresetDocument *preset = experiment()) {
        preset->setDevice(id);
    } else if (trace()) {
        trace()->setDevice(id);
        update();
    }
}

const DeviceInfo *Workspace::device() const
{
    if (!m_devices)
        return nullptr;
    const std::string chosen = deviceId();
    const auto found = std::find_if(m_devices->devices.begin(), m_devices->devices.end(), [&](const DeviceInfo &info) {
        return info.id == (chosen.empty() ? m_devices->defaultId : chosen);
    });
    return found == m_devices->devices.end() ? nullptr : &*found;
}

void Workspace::setPredicts(bool predicts)
{
    m_predicts = predicts;
    predict();
    update();
}

void Workspace::setRecordsBlocks(bool records)
{
    m_recordsBlocks = records;
    update();
}

std::shared_ptr<const Prediction> Workspace::prediction() const
{
    const PresetDocument *of = experiment();
    return of && of->prediction() && isCurrent(*of->prediction(), of->preset(), device()) ? of->prediction() : nullptr;
}

void Workspace::predict()
{
    PresetDocument *const of = experiment();
    const DeviceInfo *on = device();
    if (!m_predicts || !on || !of || !of->preset().experiment || prediction()) {
        m_predicting.cancel();
        return;
    }
    const Preset &preset = of->preset();
    const auto take = [this, of = QPointer(of)](const std::shared_ptr<const Prediction> &prediction,
                                                const QString &problem) {
        if (of)
            takePrediction(of, prediction, problem);
    };
    m_predicting.start([request = RunRequest{preset.experiment, preset.parameters, preset.device},
                        on = *on](const RunControl &control) { return PredictionAnswer(request, on, control); },
                       [take](const PredictionAnswer &answer) { take(answer.prediction, answer.problem); },
                       [take](const QString &problem) {
                           take(nullptr, problem);
                           Q_EMIT BackgroundProblems::instance().arose(problem);
                       });
}

void Workspace::takePrediction(PresetDocument *of, const std::shared_ptr<const Prediction> &prediction,
                               const QString &problem)
{
    of->setPrediction(prediction);
    update();
    Q_EMIT predicted(prediction, problem);
}

void Workspace::showComparison(std::shared_ptr<const PreparedComparison> comparison, const Shown &run)
{
    if (auto *shown = qobject_cast<ComparisonDocument *>(m_front)) {
        shown->setComparison(std::move(comparison), run);
        update();
        return;
    }
    auto made = std::make_unique<ComparisonDocument>(m_front);
    made->setComparison(std::move(comparison), run);
    setFront(add(std::move(made)));
}

void Workspace::addComparison(std::shared_ptr<const PreparedComparison> comparison, const Shown &run)
{
    auto made = std::make_unique<ComparisonDocument>(nullptr);
    made->setComparison(std::move(comparison), run);
    setFront(add(std::move(made), startDocument()));
}

void Workspace::closeComparison()
{
    if (qobject_cast<ComparisonDocument *>(m_front))
        close(m_front);
}

/// Of source().
ShownState Workspace::state() const
{
    ShownState state;
    state.device = device();
    state.predicts = m_predicts;
    state.recordsBlocks = m_recordsBlocks;
    if (source())
        state.name = source()->displayName();
    if (const TraceDocument *of = trace()) {
        state.trace = of->result();
    } else if (const PresetDocument *preset = experiment()) {
        state.preset = preset->preset();
        state.result = preset->result();
        state.prediction = preset->prediction();
    }
    return state;
}

Shown Workspace::shownAlone() const
{
    const auto *comparison = qobject_cast<ComparisonDocument *>(m_front);
    return comparison && !comparison->source() ? comparison->runAlone() : shownOf(state());
}

void Workspace::update()
{
    ShownState now = state();
    const auto *comparison = qobject_cast<ComparisonDocument *>(m_front);
    if (comparison) {
        now.comparison = comparison->comparison();
        now.comparedRun = comparison->runAlone();
    }
    Shown next = shownOf(now);
    if (!source())
        next.isOutdated = false; // no knob leads to the run any more
    next.content = comparison ? comparison->comparison()->content : contentOf(next);
    next.view = m_front->view();
    next.canRun = experiment() != nullptr;
    next.grows = trace() && trace()->grows();
    next.isElsewhere = trace() && trace()->isElsewhere();
    if (next.isElsewhere) {
        next.adviceThere = trace()->adviceThere().analysis;
        next.adviceProblem = trace()->adviceThere().problem;
    }
    m_shown = std::move(next);
    Q_EMIT shownChanged();
}

/// The index of a large run takes up to a second, so it is made on another thread; null until then.
std::shared_ptr<const TimelineContent> Workspace::contentOf(const Shown &next)
{
    const std::shared_ptr<const Recording> recording = next.recording();
    if (!recording || m_front->contentOf(recording)) {
        m_indexing.cancel();
        m_indexed.reset();
        return m_front->contentOf(recording);
    }
    if (m_indexed == recording)
        return nullptr; // it is being made
    m_indexed = recording;
    m_front->setContent(nullptr, nullptr); // the former one makes room
    const std::size_t parts = recording->timeline.size() + recording->timeline.blocks().size();
    const bool isPrediction = next.drawn == Shown::Drawn::Prediction;
    m_indexing.startOrDo(
        parts,
        [recording, isPrediction, tags = m_front->kernelTags()](const RunControl &) {
            return std::make_shared<const TimelineContent>(recording, isPrediction, tags);
        },
        [this, recording, of = QPointer(m_front),
         isAwaited = !isQuick(parts)](const std::shared_ptr<const TimelineContent> &content) {
            m_indexed.reset();
            if (of)
                of->setContent(recording, content);
            if (isAwaited)
                update();
        });
    return m_front->contentOf(recording);
}

} // namespace streamscope
