// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/comparison/comparison_controller.h"

#include "engine/run/named_run.h"
#include "engine/run/trace_job.h"
#include "gui/workspace/text/path_text.h"
#include "gui/workspace/workspace.h"

#include <utility>

namespace streamscope {

ComparisonController::ComparisonController(Workspace &workspace, QObject *parent)
    : QObject(parent), m_workspace(workspace)
{
    connect(&m_task, &BackgroundTask::busyChanged, this, &ComparisonController::busyChanged);
    connect(&m_task, &BackgroundTask::progress, this, &ComparisonController::progress);
    connect(&workspace.runs(), &RunController::finished, this, &ComparisonController::takeRun);
    const auto forget = [this] { m_keptAsA.reset(); };
    connect(&workspace.runs(), &RunController::failed, this, forget);
    connect(&workspace.runs(), &RunController::stopped, this, forget);
    connect(&workspace, &Workspace::frontChanged, this, forget);
}

std::shared_ptr<const ComparedRuns> ComparisonController::compared() const
{
    const auto &comparison = m_workspace.shown().comparison;
    return comparison ? comparison->runs : nullptr;
}

/// The finished run becomes B when an A waits for it, and A when a B waits for it or is already shown.
void ComparisonController::takeRun()
{
    Shown a = m_workspace.shownAlone();
    if (a.former) // a knob moved since
        a.result = std::exchange(a.former, nullptr);
    if (!a.result || m_workspace.history().runs().front().recording.get() != &a.result->recording)
        return; // it belongs to a document that is not in front
    a.drawn = Shown::Drawn::Run;
    a.prediction.reset();
    if (const std::optional<Shown> before = std::exchange(m_keptAsA, std::nullopt)) {
        compare(
            [before = *before, after = namedRun(a.result)](const RunControl &) {
                return Sides{before, after};
            },
            tr("Comparing"));
        return;
    }
    std::optional<NamedRun> b = std::exchange(m_kept, std::nullopt);
    if (!b && isShown())
        b = compared()->run(Side::B);
    if (b)
        compare([a, b = *b](const RunControl &) { return Sides{a, b}; }, tr("Comparing"));
}

void ComparisonController::keepAsB()
{
    m_kept = m_workspace.shown().run();
}

void ComparisonController::keepAsA()
{
    m_keptAsA = m_workspace.shownAlone();
    m_keptAsA->drawn = Shown::Drawn::Run;
    m_keptAsA->prediction.reset();
}

void ComparisonController::compareWith(Loader b)
{
    Shown a = m_workspace.shown();
    a.comparison.reset();
    if (a.run())
        compare([a, b = std::move(b)](const RunControl &control) { return Sides{a, b(control)}; }, tr("Comparing"));
}

void ComparisonController::compare(std::function<Sides(const RunControl &)> sides, const QString &doing,
                                   std::function<void()> then)
{
    load(
        [sides = std::move(sides), scale = m_scale](const RunControl &control) {
            const Sides both = sides(control);
            return Made{both.a, std::make_shared<const ComparedRuns>(both.a.run().value(), both.b, scale)};
        },
        doing, std::move(then));
}

void ComparisonController::compareWithRun(std::function<Sides(const RunControl &)> run, const std::string &device,
                                          std::function<void()> then)
{
    compare(std::move(run), tr("Running on %1").arg(QString::fromStdString(device)), std::move(then));
    m_isRunning = true;
    Q_EMIT busyChanged(m_task.isBusy());
}

void ComparisonController::compareWith(const NamedRun &b)
{
    compareWith([b](const RunControl &) { return b; });
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

void ComparisonController::compareFiles(const QString &a, const QString &b)
{
    load(
        [a = pathOf(a), b = pathOf(b), scale = m_scale](const RunControl &control) {
            Shown first;
            first.drawn = Shown::Drawn::Run;
            first.result = importOf(a, control);
            first.name = runTitle(*first.result);
            return Made{first, std::make_shared<const ComparedRuns>(namedRun(first.result),
                                                                    namedRun(importOf(b, control)), scale)};
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
            [a = m_workspace.shown(), runs, scale](const RunControl &) {
                return Made{a, std::make_shared<const ComparedRuns>(*runs, scale)};
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
            return std::pair(made.first, std::make_shared<const PreparedComparison>(made.second));
        },
        [this, show = std::move(show)](const auto &made) { show(made.second, made.first); });
}

void ComparisonController::close()
{
    m_task.cancel();
    m_kept.reset();
    m_workspace.closeComparison();
}

} // namespace streamscope
