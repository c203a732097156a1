// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/results/repeats_panel.h"

#include "engine/timeline/statistics.h"
#include "gui/timeline/text/translation.h"
#include "gui/widgets/chart.h"
#include "gui/widgets/empty_page.h"

#include <QHBoxLayout>
#include <QStackedLayout>

#include <algorithm>

namespace streamscope {

namespace {
constexpr std::size_t maxPoints = 5000; ///< Qt Charts is slow beyond; every n-th run is shown then

struct Unit
{
    QString name;
    double nanoseconds;
};

Unit unitFor(std::int64_t typical)
{
    return typical < 1'000'000 ? Unit{tr("µs"), 1e3} : Unit{tr("ms"), 1e6};
}

LineData lineOf(const Makespans &makespans, bool simulated, const Unit &unit)
{
    LineData shown;
    shown.title = simulated ? tr("Makespan of each repeat (simulated: the model gives the same each time)")
                            : tr("Makespan of each plain repeat");
    shown.xTitle = tr("repeat");
    shown.yTitle = unit.name;
    shown.pointsName = tr("plain run");
    shown.levelName = tr("median");
    shown.level = static_cast<double>(makespans.median()) / unit.nanoseconds;
    const std::size_t step = makespans.plain.size() / maxPoints + 1;
    for (std::size_t i = 0; i < makespans.plain.size(); i += step)
        shown.points.emplace_back(static_cast<double>(i + 1),
                                  static_cast<double>(makespans.plain[i]) / unit.nanoseconds);
    return shown;
}

HistogramData histogramDataOf(const Makespans &makespans, const Unit &unit)
{
    const Histogram histogram = histogramOf(makespans.plain);
    HistogramData shown;
    shown.title = tr("How often which makespan");
    shown.xTitle = unit.name;
    shown.yTitle = tr("runs");
    shown.low = histogram.low / unit.nanoseconds;
    shown.width = histogram.width / unit.nanoseconds;
    shown.counts.assign(histogram.counts.begin(), histogram.counts.end());
    return shown;
}

} // namespace

RepeatsPanel::RepeatsPanel(QWidget *parent)
    : QWidget(parent), m_pages(new QStackedLayout(this)), m_hint(new EmptyPage({}, this))
{
    setAccessibleName(tr("Repeats"));
    m_pages->addWidget(m_hint);
    setMakespans(nullptr, false);
}

void RepeatsPanel::setMakespans(const Makespans *makespans, bool simulated)
{
    if (!makespans || makespans->plain.empty()) {
        m_hint->setText(makespans ? tr("There were no plain runs.")
                                  : tr("The makespan of each repeat appears here after a run."));
        m_pages->setCurrentWidget(m_hint);
        return;
    }
    if (!m_charts)
        makeCharts();
    const Unit unit = unitFor(makespans->median());
    m_line->draw(lineOf(*makespans, simulated, unit));
    const HistogramData histogram = histogramDataOf(*makespans, unit);
    m_histogram->draw(histogram);
    m_histogram->setAccessibleName(histogram.title);
    m_histogram->setVisible(!simulated); // a model gives the same each time
    m_pages->setCurrentWidget(m_charts);
}

void RepeatsPanel::makeCharts()
{
    m_charts = new QWidget(this);
    auto *row = new QHBoxLayout(m_charts);
    row->setContentsMargins(0, 0, 0, 0);
    m_line = new Chart(m_charts);
    m_line->setAccessibleName(tr("Makespan of each repeat"));
    m_histogram = new Chart(m_charts);
    row->addWidget(m_line, 3);
    row->addWidget(m_histogram, 2);
    m_pages->addWidget(m_charts);
}

} // namespace streamscope
