// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/results/summary_bar.h"

#include "engine/formats/reports/comparison_words.h"
#include "engine/formats/text/time_text.h"
#include "gui/language/translated.h"
#include "gui/widgets/flow_layout.h"
#include "gui/workspace/text/run_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace streamscope {

namespace {

QString predictionHelp(const Prediction &prediction)
{
    QString help = SummaryBar::tr("What the model %1 says for these values (%2). It was not run.")
                       .arg(QString::fromStdString(prediction.model.profile), translated(prediction.model.reason));
    if (prediction.range)
        help += QLatin1Char('\n')
                + SummaryBar::tr("Four measurements in five lie in the range, by the residuals of this model.");
    return help;
}

double measuredNs(const RunResult &result)
{
    return static_cast<double>(result.analysis.summary.makespanNs);
}

} // namespace

SummaryBar::SummaryBar(QWidget *parent) : QWidget(parent), m_figures(new QWidget(this)), m_hint(new QLabel(this))
{
    setObjectName(QStringLiteral("summaryBar"));
    setAccessibleName(tr("Summary"));
    auto *flow = new FlowLayout(m_figures, 16);
    flow->setContentsMargins(0, 0, 0, 0);
    m_hint->setObjectName(QStringLiteral("summaryHint"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 4, 10, 4);
    layout->addWidget(m_figures, 1);
    layout->addWidget(m_hint);
    setShown({});
}

void SummaryBar::setShown(const Shown &shown)
{
    qDeleteAll(m_figures->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly));
    switch (shown.drawn) {
    case Shown::Drawn::Run:
        addRun(shown);
        break;
    case Shown::Drawn::Prediction:
        addPredicted(shown);
        break;
    case Shown::Drawn::Nothing:
        break;
    }
    m_hint->setText(shown.drawn == Shown::Drawn::Nothing      ? tr("Nothing ran yet: press Run (F5).")
                    : shown.drawn == Shown::Drawn::Prediction ? tr("✎ Not run: press Run (F5).")
                    : shown.isElsewhere                       ? tr("On another machine")
                                                              : tr("✎ Changed since this run: press Run (F5)."));
    m_hint->setToolTip(
        shown.isElsewhere
            ? tr("Searching, exports and advice are done there. For comparing, replaying and What if…: File › "
                 "Fetch to this computer…")
            : QString());
    m_hint->setVisible((shown.drawn == Shown::Drawn::Nothing && shown.canRun) || shown.isOutdated
                       || (shown.isElsewhere && shown.result));
}

void SummaryBar::addRun(const Shown &shown)
{
    if (!shown.result)
        return;
    const RunResult &result = *shown.result;
    if (const Fold *fold = result.recording.timeline.fold())
        addFigure(QStringLiteral("origin"), tr("Fold, no run"), translated(fold->text()),
                  tr("One step made of many: each operation reaches from the median of its starts to the median of its "
                     "ends, since the begin of the step."));
    else
        addFigure(QStringLiteral("origin"),
                  isSimulated(result) ? tr("Simulated")
                  : result.import     ? tr("Imported")
                                      : tr("Measured"),
                  isSimulated(result) ? tr("model") : deviceText(result.recording.device),
                  tr("Where the numbers come from: %1").arg(deviceText(result.recording.device)));
    for (const RunFigure &figure : runFigures(result))
        addFigure(figure.key, figure.label, figure.value, figure.help, figure.warns);
    if (shown.isPredictionBeside() && !shown.comparison)
        addPredictedBeside(shown);
}

/// "5.78 ms → 10.24 ms, +77 %": the last run, and what the turned knobs are predicted to give.
void SummaryBar::addPredicted(const Shown &shown)
{
    const Prediction &prediction = *shown.prediction;
    QString text = predictedText(prediction.makespanNs(), prediction.range);
    QString help = predictionHelp(prediction);
    if (shown.former && measuredNs(*shown.former) > 0) {
        text = tr("%1 → %2, %3")
                   .arg(timeText(shown.former->analysis.summary.makespanNs), text,
                        translated(
                            changeText(static_cast<double>(prediction.makespanNs()) / measuredNs(*shown.former) - 1)));
        help += QLatin1Char('\n') + tr("Before the arrow: the last run of this experiment, with other values.");
    }
    addFigure(QStringLiteral("prediction"), tr("Predicted"), text, help);
}

void SummaryBar::addPredictedBeside(const Shown &shown)
{
    const Prediction &prediction = *shown.prediction;
    const double change = static_cast<double>(prediction.makespanNs()) / measuredNs(*shown.result) - 1;
    addFigure(
        QStringLiteral("prediction"), tr("Predicted"),
        tr("%1, %2").arg(predictedText(prediction.makespanNs(), prediction.range), translated(changeText(change))),
        predictionHelp(prediction));
}

QWidget *SummaryBar::addFigure(const QString &key, const QString &label, const QString &value, const QString &help,
                               bool warns)
{
    auto *box = new QWidget(m_figures);
    auto *title = new QLabel(warns ? QStringLiteral("⚠ ") + label : label, box);
    auto *number = new QLabel(value, box);
    number->setObjectName(QStringLiteral("figure_") + key);
    number->setAccessibleName(label + QLatin1Char(' ') + value);
    number->setTextInteractionFlags(Qt::TextSelectableByMouse);
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.85);
    title->setFont(small);
    QFont bold = font();
    bold.setBold(true);
    number->setFont(bold);
    box->setToolTip(help);
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(title);
    layout->addWidget(number);
    m_figures->layout()->addWidget(box);
    box->show();
    return box;
}

} // namespace streamscope
