// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/comparison/comparison_bar.h"

#include "engine/formats/reports/comparison_report.h"
#include "engine/formats/reports/comparison_words.h"
#include "gui/language/translated.h"
#include "gui/timeline/model/compared_text.h"
#include "gui/timeline/text/timeline_theme.h"
#include "gui/widgets/elided_label.h"

#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

namespace streamscope {

ComparisonBar::ComparisonBar(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("comparisonBar"));
    setAccessibleName(tr("Comparison"));
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(10, 3, 10, 4);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(3);
    for (const Side side : {Side::A, Side::B}) {
        const int i = static_cast<int>(side);
        const QString name = side == Side::A ? QStringLiteral("baseline") : QStringLiteral("thisRun");
        Row &row = m_rows[static_cast<std::size_t>(i)];
        row = {new QLabel(translated(sideTitle(side)), this), new QLabel(this),
               new ElidedLabel(this, name + QStringLiteral("Text"))};
        row.badge->setObjectName(name + QStringLiteral("Badge"));
        row.side->setAlignment(Qt::AlignCenter);
        row.badge->setAlignment(Qt::AlignCenter);
        grid->addWidget(row.side, i, 0);
        grid->addWidget(row.badge, i, 1);
        grid->addWidget(row.text, i, 2);
    }
    m_summary = new ElidedLabel(this, QStringLiteral("comparisonSummary"));
    grid->addWidget(m_summary, 2, 0, 1, 5);
    m_scale = new QComboBox(this);
    m_scale->setObjectName(QStringLiteral("comparisonScale"));
    m_scale->setAccessibleName(tr("Axis"));
    m_scale->addItems({tr("Absolute time"), tr("Each run 0 – 100 %")});
    m_scale->setToolTip(tr("Both from their own start in real time, or each drawn over the whole width"));
    auto *close = new QToolButton(this);
    close->setObjectName(QStringLiteral("comparisonClose"));
    close->setText(tr("✕ Close"));
    close->setToolTip(tr("Back to the one run"));
    auto *swap = new QToolButton(this);
    swap->setObjectName(QStringLiteral("comparisonSwap"));
    swap->setText(tr("⇅ Swap"));
    swap->setToolTip(tr("Count the changes from the other run"));
    grid->addWidget(m_scale, 0, 3, 1, 2);
    grid->addWidget(swap, 1, 3, Qt::AlignRight);
    grid->addWidget(close, 1, 4, Qt::AlignRight);
    grid->setColumnStretch(2, 1);
    connect(m_scale, &QComboBox::activated, this,
            [this](int index) { Q_EMIT scaleChosen(static_cast<ComparisonScale>(index)); });
    connect(swap, &QToolButton::clicked, this, &ComparisonBar::swapWanted);
    connect(close, &QToolButton::clicked, this, &ComparisonBar::closed);
    recolour();
}

void ComparisonBar::setComparison(const ComparedRuns &compared)
{
    for (const Side side : {Side::A, Side::B}) {
        const Row &row = m_rows[static_cast<std::size_t>(side)];
        const NamedRun &run = compared.run(side);
        QStringList parts{run.title};
        for (const QString &parameter : differingParameters(run, compared.run(side == Side::A ? Side::B : Side::A)))
            parts << parameter;
        parts << runFacts(run);
        const QString text = parts.join(QStringLiteral("  ·  "));
        row.badge->setText(originTitle(run.origin));
        row.text->setText(text);
        row.text->setToolTip(text);
    }
    QStringList lines = comparisonLines(*compared.comparison);
    std::transform(lines.begin(), lines.end(), lines.begin(), [](const QString &line) { return translated(line); });
    m_summary->setText(lines.mid(0, 2).join(QStringLiteral("  ·  ")));
    m_summary->setToolTip(lines.join(QLatin1Char('\n')));
    const QSignalBlocker quiet(m_scale);
    m_scale->setCurrentIndex(static_cast<int>(compared.scale));
}

void ComparisonBar::recolour()
{
    const TimelineTheme &theme = TimelineTheme::of(palette());
    const QString style = QStringLiteral("background: %1; color: %2; font-weight: bold; padding: 1px 7px;")
                              .arg(theme.badge.name(), theme.badgeText.name());
    for (const Row &row : m_rows) {
        row.side->setStyleSheet(style);
        row.badge->setStyleSheet(style);
    }
}

void ComparisonBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        recolour();
}

} // namespace streamscope
