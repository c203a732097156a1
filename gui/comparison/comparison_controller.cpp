// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/comparison/comparison_controller.h"

#include "engine/run/named_run.h"
#include "engine/run/trace_job.h"
#include "gui/workspace/text/path_text.h"
#include "gui/workspace/workspace.h"

#include <QDateTime>
#include <QFileInfo>

#include <utility>

namespace streamscope {

ComparisonController::ComparisonController(Workspace &workspace, QObject *parent)
    : QObject(parent), m_workspace(workspace)
{
    connect(&m_task, &BackgroundTask::busyChanged, this, &ComparisonController::busyChanged);
    connect(&m_task, &BackgroundTask::progress, this, &ComparisonController::progress);
    connect(&workspace.runs(), &RunController::finished, this, &ComparisonController::takeRun);
    const auto forget = [this] { m_keptForNext.reset(); };
    connect(&workspace.runs(), &RunController::failed, this, forget);
    connect(&workspace.runs(), &RunController::stopped, this, forget);
    connect(&workspace, &Workspace::frontChanged, this, forget);
}

std::shared_ptr<const ComparedRuns> ComparisonController::compared() const
{
    const auto &comparison = m_workspace.shown().comparison;
    return comparison ? comparison->runs : nullptr;
}

/// The finished run is compared with the baseline that waits for it, or with the one that is shown.
void ComparisonController::takeRun()
{
    Shown now = m_workspace.shownAlone();
    if (now.former) // a knob moved since
        now.result = std::exchange(now.former, nullptr);
    if (!now.result || m_workspace.history().runs().front().recording.get() != &now.result->recording)
        return; // it belongs to a document that is not in front
    now.drawn = Shown::Drawn::Run;
    now.prediction.reset();
    std::optional<NamedRun> baseline = std::exchange(m_keptForNext, std::nullopt);
    if (!baseline)
        baseline = std::exchange(m_kept, std::nullopt);
    if (!baseline && isShown())
        baseline = compared()->run(Side::A);
    if (baseline)
        compare(
            [now, baseline = *baseline](const RunControl &) {
                return Sides{now, baseline, Side::B};
            },
            tr("Comparing"));
}

void ComparisonController::keepAsBaseline()
{
    m_kept = m_workspace.shown().run();
}

void ComparisonController::compareNextRun()
{
    m_keptForNext = namedRun(m_workspace.shownAlone().result);
}

void ComparisonController::compareWith(Loader baseline)
{
    Shown now = m_workspace.shown();
    now.comparison.reset();
    if (now.run())
        compare(
            [now, baseline = std::move(baseline)](const RunControl &control) {
                return Sides{now, baseline(control), Side::B};
            },
            tr("Comparing"));
}

ComparisonController::Made ComparisonController::madeOf(const Sides &sides, ComparisonScale scale)
{
    NamedRun shown = sides.shown.run().value(), other = sides.other;
    if (sides.ofShown == Side::B)
        std::swap(shown, other);
    return {sides.shown, std::make_shared<const ComparedRuns>(std::move(shown), std::move(other), scale),
            sides.ofShown};
}

void ComparisonController::compare(std::function<Sides(const RunControl &)> sides, const QString &doing,
                                   std::function<void()> then)
{
    load([sides = std::move(sides),
          scale = m_scale](const RunControl &control) { return madeOf(sides(control), scale); },
         doing, std::move(then));
}

void ComparisonController::compareWithRun(std::function<Sides(const RunControl &)> run, const std::string &device,
                                          std::function<void()> then)
{
    compare(std::move(run), tr("Running on %1").arg(QString::fromStdString(device)), std::move(then));
    m_isRunning = true;
    Q_EMIT busyChanged(m_task.isBusy());
}

void ComparisonController::compareWith(const NamedRun &baseline)
{
    compareWith([baseline](const RunControl &) { return baseline; });
}

namespace {

std::shared_ptr<const RunResult> importOf(const std::string &path, const RunControl &control)
{
    ImportControl import;
    import.stop = control.stop;
    return std::make_shared<const RunResult>(openTrace({path, {}}, import));
}

} // namespace

void ComparisonController::compareWithFile(const QString &path)
{
    compareWith([path = pathOf(path)](const RunControl &control) { return namedRun(importOf(path, control)); });
}

void ComparisonController::compareFiles(const QString &first, const QString &second)
{
    constexpr qint64 together = 60; // seconds: files of one archive or one copy
    const bool isFirstNewer = QFileInfo(second).lastModified().secsTo(QFileInfo(first).lastModified()) > together;
    const auto &[older, newer] = isFirstNewer ? std::pair(second, first) : std::pair(first, second);
    load(
        [a = pathOf(older), b = pathOf(newer), scale = m_scale](const RunControl &control) {
            const NamedRun baseline = namedRun(importOf(a, control));
            Shown now;
            now.drawn = Shown::Drawn::Run;
            now.result = importOf(b, control);
            now.name = runTitle(*now.result);
            return madeOf({now, baseline, Side::B}, scale);
        },
        tr("Comparing"),
        [this](const auto &comparison, const Shown &run) {
            m_workspace.addComparison(comparison, run);
            Q_EMIT shown();
        });
}

void ComparisonController::compareWithPrediction()
{
    const DeviceInfo *device = m_workspace.device();
    const PresetDocument *document = m_workspace.experiment();
    if (!device || !document || !document->preset().experiment)
        return;
    const Preset &preset = document->preset();
    if (const auto prediction = m_workspace.prediction()) {
        compareWith(namedPrediction(prediction));
        return;
    }
    const RunRequest request{preset.experiment, preset.parameters, preset.device};
    compareWith([request, on = *device](const RunControl &control) {
        return namedPrediction(std::make_shared<const Prediction>(predict(request, on, control)));
    });
}

void ComparisonController::setScale(ComparisonScale scale)
{
    m_scale = scale;
    const auto runs = compared();
    if (runs && runs->scale != scale)
        load(
            [now = m_workspace.shown(), runs, scale](const RunControl &) {
                return Made{now, std::make_shared<const ComparedRuns>(*runs, scale), now.comparison->alone};
            },
            tr("Comparing"));
}

void ComparisonController::swap()
{
    if (!isShown())
        return;
    compare(
        [now = m_workspace.shown(), runs = compared()](const RunControl &) {
            const Side side = now.comparison->alone, other = side == Side::A ? Side::B : Side::A;
            return Sides{now, runs->run(other), other}; // each takes the place of the other
        },
        tr("Comparing"));
}

void ComparisonController::load(std::function<Made(const RunControl &)> make, const QString &doing,
                                std::function<void()> then)
{
    load(std::move(make), doing,
         [this, then = std::move(then), front = m_workspace.frontNumber()](const auto &comparison, const Shown &run) {
             if (front != m_workspace.frontNumber())
                 return;
             m_workspace.showComparison(comparison, run);
             if (then)
                 then();
             Q_EMIT shown();
         });
}

void ComparisonController::load(std::function<Made(const RunControl &)> make, const QString &doing, Show show)
{
    m_doing = doing;
    m_isRunning = false;
    m_task.start(
        [make = std::move(make)](const RunControl &control) {
            const Made made = make(control);
            return std::pair(std::make_shared<const PreparedComparison>(made.compared, made.alone), made.shown);
        },
        [show = std::move(show)](const auto &made) { show(made.first, made.second); });
}

void ComparisonController::close()
{
    m_task.cancel();
    m_kept.reset();
    m_workspace.closeComparison();
}

} // namespace streamscope
