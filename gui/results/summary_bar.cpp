// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/results/summary_bar.h"

#include "gui/widgets/flow_layout.h"
#include "gui/workspace/run_text.h"

#include <QLabel>
#include <QVBoxLayout>

namespace streamscope {

SummaryBar::SummaryBar(QWidget *parent) : QWidget(parent), m_figures(new QWidget(this)), m_hint(new QLabel(this))
{
    setObjectName(QStringLiteral("summaryBar"));
    setAccessibleName(tr("Summary"));
    auto *flow = new FlowLayout(m_figures, 16);
    flow->setContentsMargins(0, 0, 0, 0);
    m_hint->setObjectName(QStringLiteral("summaryHint"));
    m_hint->setWordWrap(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 5, 10, 5);
    layout->setSpacing(3);
    layout->addWidget(m_figures);
    layout->addWidget(m_hint);
    setResult(nullptr);
}

void SummaryBar::setResult(const RunResult *result)
{
    qDeleteAll(m_figures->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly));
    m_hasResult = result != nullptr;
    if (result) {
        addFigure(QStringLiteral("origin"),
                  isSimulated(*result) ? tr("Simulated")
                  : result->import     ? tr("Trace")
                                       : tr("Measured"),
                  isSimulated(*result) ? tr("model") : deviceText(result->recording.device),
                  tr("Where the numbers come from: %1").arg(deviceText(result->recording.device)), false);
        for (const RunFigure &figure : runFigures(*result))
            addFigure(figure.key, figure.label, figure.value, figure.help, figure.warns);
    }
    m_figures->setVisible(m_hasResult);
    setOutdated(false);
}

void SummaryBar::setPrediction(const QString &text, const QString &help)
{
    delete m_figures->findChild<QWidget *>(QStringLiteral("predictionBox"), Qt::FindDirectChildrenOnly);
    if (!text.isEmpty())
        addFigure(QStringLiteral("prediction"), tr("Predicted"), text, help, false)
            ->setObjectName(QStringLiteral("predictionBox"));
    m_figures->setVisible(m_hasResult || !text.isEmpty());
}

void SummaryBar::setOutdated(bool outdated)
{
    m_hint->setText(m_hasResult ? tr("✎ Changed since this run: press Run (F5) to see the new values.")
                                : tr("Makespan, speed-up, bound and efficiency appear here after a run."));
    m_hint->setVisible(!m_hasResult || outdated);
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
