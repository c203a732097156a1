// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/text/run_text.h"

#include "engine/formats/text/time_text.h"
#include "gui/language/translated.h"
#include "gui/timeline/text/span_text.h"
#include "gui/timeline/text/translation.h"

#include "engine/analysis/summary.h"
#include <cmath>

namespace streamscope {

namespace {

RunFigure makespanFigure(const RunResult &result)
{
    const Makespans &makespans = result.recording.makespans;
    const auto runs = static_cast<int>(makespans.plain.size());
    RunFigure figure{QStringLiteral("makespan"),
                     tr("Makespan"),
                     predictedText(result.analysis.summary.makespanNs, result.range),
                     {}};
    if (runs == 0) {
        figure.help = result.import
                          ? tr("First operation to last.")
                          : tr("First operation to last, of the one instrumented run: there were no plain runs.");
        return figure;
    }
    if (isSimulated(result)) { // a model has no noise: its repeats are one run
        figure.help = tr("First operation to last, of the one simulated run: the model gives the same each time.");
        if (result.range)
            figure.help +=
                QLatin1Char('\n') + tr("Four measurements in five lie in the range, by the residuals of this model.");
        return figure;
    }
    figure.help = tr("First operation to last: the median of the plain runs, which carry no instrumentation.\n"
                     "Median %1, minimum %2, %3 run(s).")
                      .arg(timeText(makespans.median()), timeText(makespans.minimum()), QString::number(runs));
    return figure;
}

void addRuns(std::vector<RunFigure> &figures, const RunResult &result)
{
    const Makespans &makespans = result.recording.makespans;
    if (makespans.plain.empty() || isSimulated(result))
        return;
    figures.push_back(
        {QStringLiteral("minimum"), tr("Min"), timeText(makespans.minimum()), tr("The fastest of the plain runs.")});
    figures.push_back({QStringLiteral("runs"), tr("Runs"), QString::number(makespans.plain.size()),
                       tr("Plain runs behind the median. Warm-up runs are not counted.")});
}

QString limitTitle(const Summary &summary)
{
    return summary.boundBy == BoundBy::Chain ? tr("chain") : engineShortTitle(summary.boundEngine);
}

/// The speed-up is that of an experiment: who recorded a trace may have had nothing to win by overlap.
void addRatios(std::vector<RunFigure> &figures, const Summary &summary, bool isTrace)
{
    if (summary.serialNs > 0)
        figures.push_back({QStringLiteral("serial"), tr("Serial"), timeText(summary.serialNs),
                           tr("The sum of the times that the operations take alone: one after the other.")});
    if (!isTrace && summary.makespanNs > 0 && summary.speedup > 0)
        figures.push_back({QStringLiteral("speedup"), tr("Speed-up"), QString::number(summary.speedup, 'f', 2),
                           tr("Serial divided by makespan.")});
    if (summary.boundNs <= 0 || summary.boundBy == BoundBy::Nothing)
        return;
    if (summary.boundBy == BoundBy::Kernels) { // kernels may have left SMs idle: their time is no bound
        figures.push_back(
            {QStringLiteral("kernels"), tr("Kernels ran"),
             tr("%1 (%2 %)").arg(timeText(summary.boundNs), QString::number(summary.efficiency * 100, 'f', 0)),
             tr("The time in which at least one kernel ran. The file does not say how much of the SMs "
                "they used.")});
        return;
    }
    figures.push_back({QStringLiteral("bound"), tr("Bound"),
                       tr("%1 (%2)").arg(timeText(summary.boundNs), limitTitle(summary)),
                       tr("No schedule of this work is shorter. The limit: %1.").arg(translated(limitText(summary)))});
    if (summary.efficiency > 0)
        figures.push_back({QStringLiteral("efficiency"), tr("Efficiency"),
                           tr("%1 %").arg(QString::number(summary.efficiency * 100, 'f', 0)),
                           tr("Bound divided by makespan: 100 % means that no other schedule is shorter.")});
    if (summary.boundBy == BoundBy::Chain && summary.smUse)
        figures.push_back({QStringLiteral("smUse"), tr("SMs used"),
                           tr("%1 %").arg(QString::number(*summary.smUse * 100, 'f', 0)),
                           tr("What the kernels took of all SMs during the makespan. Operations that wait for each "
                              "other leave the rest idle, and only other operations could use it.")});
}

void addVerification(std::vector<RunFigure> &figures, const Recording &recording)
{
    const QString text = translated(recording.verificationText);
    const QString label = tr("Check");
    switch (recording.verification) {
    case Verification::Passed:
        figures.push_back({QStringLiteral("verification"), label, tr("✓ verified"), text});
        return;
    case Verification::Failed:
        figures.push_back({QStringLiteral("verification"), label, tr("✗ WRONG DATA"), text, true});
        return;
    case Verification::NotApplicable:
        figures.push_back(
            {QStringLiteral("verification"), label,
             recording.device.kind == DeviceKind::Simulated ? tr("n/a (simulated)") : tr("nothing to check"), text});
        return;
    }
}

void addInstrumentation(std::vector<RunFigure> &figures, const Recording &recording)
{
    // A model costs nothing to look at; a cost is only known where something was measured both ways.
    const Makespans &makespans = recording.makespans;
    if (recording.device.kind == DeviceKind::Simulated || makespans.plain.empty() || makespans.instrumented <= 0)
        return;
    const double percent = makespans.instrumentationCost() * 100;
    const bool high = percent > 5;
    figures.push_back({QStringLiteral("instrumentation"), tr("Instrumentation"),
                       tr("%1%2 %").arg(percent >= 0 ? QStringLiteral("+") : QStringLiteral("−"),
                                        QString::number(std::abs(percent), 'f', 1)),
                       tr("The run in the picture took %1, the median of all instrumented ones %2; the makespan "
                          "is that of plain runs.%3")
                           .arg(timeText(makespans.instrumented), timeText(makespans.instrumentedMedian()),
                                high ? tr(" It costs more than 5 %: read the picture with care.") : QString()),
                       high});
}

/// Only for runs without a warm-up.
void addStartup(std::vector<RunFigure> &figures, const Recording &recording)
{
    if (recording.startup.empty() || !recording.makespans.warmup.empty())
        return;
    std::int64_t total = 0;
    QString help = tr("What this process did once, before it could run anything, by the host's clock. It is in no "
                      "makespan.");
    for (const StartupStep &step : recording.startup) {
        total += step.end - step.begin;
        help += QStringLiteral("\n%1: %2").arg(translated(step.name), timeText(step.end - step.begin));
    }
    figures.push_back({QStringLiteral("startup"), tr("Start-up"), tr("%1 (host)").arg(timeText(total)), help});
}

/// Figures of a run would be those of a picture that no run made.
std::vector<RunFigure> foldFigures(const Fold &fold, std::size_t operations)
{
    const TimeSpread &step = fold.duration;
    return {{QStringLiteral("foldedStep"), tr("Median step"), timeText(step.median),
             tr("The median duration of the folded steps, each from its first start to its last end.")},
            {QStringLiteral("foldedQuartiles"), tr("Quartiles"), translated(timeRangeText(step.lower, step.upper)),
             tr("Half of the folded steps take this long.")},
            {QStringLiteral("foldedAll"), tr("Shortest to longest"), translated(timeRangeText(step.least, step.most)),
             tr("Of the folded steps.")},
            {QStringLiteral("foldedOperations"), tr("Operations"), QString::number(operations),
             tr("Operations that at least half of these steps have. Left out: %1.").arg(fold.leftOut)}};
}

} // namespace

std::vector<RunFigure> runFigures(const RunResult &result)
{
    std::vector<RunFigure> figures;
    if (const Fold *fold = result.recording.timeline.fold())
        return foldFigures(*fold, result.recording.timeline.size());
    figures.push_back(makespanFigure(result));
    addRuns(figures, result);
    addRatios(figures, result.analysis.summary, result.import != nullptr);
    if (!result.import)
        addVerification(figures, result.recording);
    addInstrumentation(figures, result.recording);
    addStartup(figures, result.recording);
    return figures;
}

QString predictedText(std::int64_t ns, const std::optional<PredictionRange> &range)
{
    return range ? timeText(ns) + QStringLiteral(", ") + translated(timeRangeText(range->lowNs, range->highNs))
                 : timeText(ns);
}

QString deviceText(const DeviceInfo &device)
{
    return tr("%1 (%2)").arg(QString::fromStdString(device.name), QString::fromStdString(device.id));
}

} // namespace streamscope
