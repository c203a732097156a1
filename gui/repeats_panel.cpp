// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/repeats_panel.h"

#include "gui/chart.h"

#include <QEvent>
#include <QLabel>
#include <QStackedLayout>

#include <algorithm>

namespace streamscope {

namespace {
constexpr std::size_t mostPoints = 5000; ///< Qt Charts is slow beyond; every n-th run is shown then
bool isDark(const QWidget &widget)
{
    return widget.palette().color(QPalette::Window).lightness() < 128;
}
} // namespace

RepeatsPanel::RepeatsPanel(QWidget *parent)
    : QWidget(parent), m_pages(new QStackedLayout(this)), m_hint(new QLabel(this))
{
    setAccessibleName(tr("Repeats"));
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setWordWrap(true);
    m_pages->addWidget(m_hint);
    setMakespans(nullptr, false);
}

RepeatsPanel::~RepeatsPanel() = default;

void RepeatsPanel::setMakespans(const Makespans *makespans, bool simulated)
{
    if (!makespans || makespans->plain.empty()) {
        m_hint->setText(makespans ? tr("There were no plain runs.")
                                  : tr("The makespan of each repeat appears here after a run."));
        m_pages->setCurrentWidget(m_hint);
        return;
    }
    if (!m_chart) {
        m_chart = makeChart(this);
        m_chart->setDark(isDark(*this));
        m_pages->addWidget(m_chart->widget());
    }
    const std::vector<std::int64_t> &plain = makespans->plain;
    const bool micro = makespans->median() < 1'000'000;
    const double unit = micro ? 1e3 : 1e6;
    ChartData shown;
    shown.title = simulated ? tr("Makespan of each repeat (simulated: the model gives the same each time)")
                            : tr("Makespan of each plain repeat");
    shown.xTitle = tr("repeat");
    shown.yTitle = micro ? tr("µs") : tr("ms");
    shown.pointsName = tr("plain run");
    shown.levelName = tr("median");
    shown.level = static_cast<double>(makespans->median()) / unit;
    const std::size_t step = plain.size() / mostPoints + 1;
    for (std::size_t i = 0; i < plain.size(); i += step)
        shown.points.emplace_back(static_cast<double>(i + 1), static_cast<double>(plain[i]) / unit);
    m_chart->setData(shown);
    m_chart->widget()->setAccessibleName(shown.title);
    m_pages->setCurrentWidget(m_chart->widget());
}

void RepeatsPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_chart)
        m_chart->setDark(isDark(*this));
}

} // namespace streamscope
