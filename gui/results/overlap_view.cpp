// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/results/overlap_view.h"

#include "engine/analysis/activity.h"
#include "engine/analysis/figure_list.h"
#include "engine/analysis/overlap/filter_overlap.h"
#include "engine/formats/text/time_text.h"
#include "engine/run/trace_job.h"
#include "gui/language/translated.h"
#include "gui/results/overlap_filters.h"
#include "gui/widgets/chart.h"
#include "gui/widgets/empty_page.h"
#include "gui/widgets/fact_list.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QStackedLayout>
#include <QTabWidget>
#include <QTextBrowser>
#include <QTimer>
#include <QVBoxLayout>

#include <array>
#include <map>

namespace streamscope {

/// All that the view shows, computed at once.
struct OverlapData
{
    RunAnalysis analysis;
    std::map<int, StreamActivity> activity;     ///< by device
    std::map<int, std::vector<CopySize>> sizes; ///< by device
    std::map<int, QString> names;               ///< of the devices
    std::optional<FilterOverlap> filters;       ///< empty: nobody asked
    std::shared_ptr<const OverlapTimes> times;  ///< of `filters`
};

namespace {

constexpr std::size_t maxParts = 800;  ///< points of a curve
constexpr std::size_t maxSizes = 1500; ///< points of the copies of a device
constexpr int rangeDelayMs = 120;
constexpr double nsPerMs = 1e6;

OverlapData dataOf(const RunResult &result, const std::optional<TimeRange> &range,
                   const std::vector<OverlapFilter> &filters)
{
    OverlapData data;
    if (!filters.empty()) {
        auto times = std::make_shared<OverlapTimes>();
        const std::int64_t length = range ? range->end - range->begin : result.recording.makespans.median();
        data.filters = overlapOf(result.recording.timeline, filters, range.value_or(TimeRange()), length, times.get());
        data.times = std::move(times);
    }
    data.analysis = range ? analyzeRange(result, *range) : result.analysis;
    const Timeline part = range ? timelineIn(result.recording.timeline, *range, true) : Timeline();
    const Timeline &timeline = range ? part : result.recording.timeline;
    for (const auto &[device, figures] : data.analysis.devices) {
        data.activity[device] = streamActivity(timeline, device, maxParts);
        data.sizes[device] = copySizes(timeline, device, maxSizes);
        data.names[device] = translated(result.recording.timeline.deviceLabel(device));
    }
    return data;
}

double milliseconds(std::int64_t ns)
{
    return static_cast<double>(ns) / nsPerMs;
}

BarData budgetData(const OverlapData &overlap)
{
    BarData data{OverlapView::tr("Where the time of the span went"), OverlapView::tr("ms"), {}, {}};
    data.series = {{OverlapView::tr("compute"), {}, QColor(0x00, 0x9e, 0x73)},
                   {OverlapView::tr("exposed communication"), {}, QColor(0xcc, 0x79, 0xa7)},
                   {OverlapView::tr("exposed copying"), {}, QColor(0x00, 0x72, 0xb2)},
                   {OverlapView::tr("idle"), {}, QColor(0x9a, 0x9a, 0x9a)}};
    for (const auto &[device, figures] : overlap.analysis.devices) {
        data.categories << overlap.names.at(device);
        const DeviceFigures::Budget &budget = figures.budgetNs;
        data.series[0].values.push_back(milliseconds(budget.compute));
        data.series[1].values.push_back(milliseconds(budget.exposedCommunication));
        data.series[2].values.push_back(milliseconds(budget.exposedCopy));
        data.series[3].values.push_back(milliseconds(budget.idle));
    }
    return data;
}

BarData gapData(const OverlapData &overlap)
{
    constexpr std::array<QRgb, gapCauseCount> colours{0xffd55e00, 0xffe69f00, 0xff56b4e9, 0xffcc79a7,
                                                      0xff0072b2, 0xfff0e442, 0xff9a9a9a};
    BarData data{OverlapView::tr("Why streams did not execute between their operations (all streams summed)"),
                 OverlapView::tr("ms"),
                 {},
                 {}};
    for (const auto &[device, figures] : overlap.analysis.devices)
        data.categories << overlap.names.at(device);
    for (std::size_t cause = 0; cause < gapCauseCount; ++cause) {
        BarData::Series series{
            QString::fromUtf8(gapCauseText(static_cast<GapCause>(cause))), {}, QColor::fromRgb(colours[cause])};
        bool any = false;
        for (const auto &[device, figures] : overlap.analysis.devices) {
            series.values.push_back(milliseconds(figures.gapsNs[cause]));
            any = any || figures.gapsNs[cause] > 0;
        }
        if (any)
            data.series.push_back(std::move(series));
    }
    return data;
}

CurveData activityData(const OverlapData &overlap)
{
    CurveData data{
        OverlapView::tr("Streams executing at once"), OverlapView::tr("ms"), OverlapView::tr("streams"), false, {}};
    for (const auto &[device, activity] : overlap.activity) {
        CurveData::Curve curve{overlap.names.at(device), {}, false};
        for (std::size_t part = 0; part < activity.active.size(); ++part) {
            const double at =
                static_cast<double>(activity.beginNs) + (static_cast<double>(part) + 0.5) * activity.stepNs;
            curve.points.emplace_back(at / nsPerMs, activity.active[part]);
        }
        data.curves.push_back(std::move(curve));
    }
    return data;
}

CurveData rateData(const OverlapData &overlap)
{
    CurveData data{OverlapView::tr("Bandwidth of copies by their size"),
                   OverlapView::tr("bytes"),
                   OverlapView::tr("GB/s"),
                   true,
                   {}};
    std::map<QString, CurveData::Curve> curves;
    for (const auto &[device, sizes] : overlap.sizes) {
        for (const CopySize &size : sizes) {
            if (size.bytes == 0 || size.sumNs == 0)
                continue;
            const QString name = QStringLiteral("%1, %2 → %3")
                                     .arg(QString::fromUtf8(kindName(size.kind).data()).toUpper(),
                                          QString::fromUtf8(memoryKindName(size.from).data()).toLower(),
                                          QString::fromUtf8(memoryKindName(size.to).data()).toLower());
            CurveData::Curve &curve = curves[name];
            curve.name = name;
            curve.scatter = true;
            curve.points.emplace_back(static_cast<double>(size.bytes), size.gigabytesPerSecond());
        }
    }
    for (auto &[name, curve] : curves)
        data.curves.push_back(std::move(curve));
    return data;
}

/// "1.2 ms of 3.4 ms (35.3 %)"
QString termText(std::int64_t part, std::int64_t whole)
{
    if (whole <= 0)
        return timeText(part);
    const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    return OverlapView::tr("%1 of %2 (%3 %)").arg(timeText(part), timeText(whole), QString::number(percent, 'f', 1));
}

/// Both terms of each share.
void fillFilterFacts(FactList &list, const FilterOverlap &overlap)
{
    QTreeWidgetItem *heading = list.addHeading(OverlapView::tr("Overlap of the filters"));
    const auto quoted = [](const FilterOverlap::Filter &filter) {
        return QStringLiteral("“%1”").arg(QString::fromStdString(filter.text));
    };
    for (const FilterOverlap::Filter &filter : overlap.filters)
        list.addFact(quoted(filter), termText(filter.unionNs, overlap.makespanNs),
                     OverlapView::tr("At least one of its %1 operations ran.").arg(filter.operations), heading);
    const FilterOverlap::Filter &first = overlap.filters.front();
    list.addFact(OverlapView::tr("All at once"), termText(overlap.intersectionNs, first.unionNs),
                 OverlapView::tr("Each filter had an operation that ran; of the time of %1.").arg(quoted(first)),
                 heading);
    list.addFact(OverlapView::tr("%1 exposed").arg(quoted(first)), termText(overlap.exposedNs, first.unionNs),
                 OverlapView::tr("Only %1 had an operation that ran.").arg(quoted(first)), heading);
    list.addFact(OverlapView::tr("Any of them"), termText(overlap.unionNs, overlap.makespanNs),
                 OverlapView::tr("At least one filter had an operation that ran."), heading);
}

/// The figures of each device and of the host, each with its definition as a tooltip.
void fillOverlapFacts(FactList &list, const OverlapData &overlap)
{
    const FigureSpelling spelling{[](std::int64_t ns) { return timeText(ns).toStdString(); }, 200};
    const auto add = [&list](const ListedFigure &figure, QTreeWidgetItem *heading) {
        list.addFact(translated(figure.label), translated(figure.value), translated(figure.definition), heading);
    };
    list.clear();
    if (overlap.filters)
        fillFilterFacts(list, *overlap.filters);
    for (const auto &[device, figures] : overlap.analysis.devices) {
        QTreeWidgetItem *heading = list.addHeading(overlap.names.at(device));
        for (const ListedFigure &figure : listedFigures(figures, spelling))
            add(figure, heading);
    }
    add(listedFigure(overlap.analysis.host, spelling), list.addHeading(OverlapView::tr("Host")));
    list.fit();
}

} // namespace

OverlapView::OverlapView(QWidget *parent)
    : QWidget(parent), m_delay(new QTimer(this)), m_pages(new QStackedLayout(this)), m_hint(new EmptyPage({}, this))
{
    setAccessibleName(tr("Overlap"));
    m_hint->setText(
        tr("How much copying and computing overlapped appears here after a run, or when a trace is opened."));
    m_pages->addWidget(m_hint);
    m_delay->setSingleShot(true);
    m_delay->setInterval(rangeDelayMs);
    connect(m_delay, &QTimer::timeout, this, &OverlapView::compute);
}

void OverlapView::makePages()
{
    m_content = new QWidget(this);
    auto *splitter = new QSplitter(Qt::Horizontal, m_content);
    auto *left = new QWidget(splitter);
    m_filters = new OverlapFilters;
    connect(m_filters, &OverlapFilters::changed, this, &OverlapView::compute);
    m_scope = new QLabel(left);
    m_scope->setObjectName(QStringLiteral("overlapScope"));
    m_scope->setMargin(3);
    m_facts = new FactList(left);
    m_facts->setObjectName(QStringLiteral("overlapFacts"));
    auto *column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_scope);
    column->addWidget(m_facts, 1);
    m_tabs = new QTabWidget(splitter);
    m_tabs->setObjectName(QStringLiteral("overlapTabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->setTabPosition(QTabWidget::South);
    m_report = new QTextBrowser(m_tabs);
    m_report->setObjectName(QStringLiteral("importReport"));
    m_report->setFrameShape(QFrame::NoFrame);
    const auto addChart = [this](const QString &title, const QString &name) {
        auto *chart = new Chart(m_tabs);
        chart->setAccessibleName(name);
        m_tabs->addTab(chart, title);
        return chart;
    };
    m_budget = addChart(tr("Budget"), tr("Budget of the time"));
    m_activity = addChart(tr("Streams active"), tr("Streams active over time"));
    m_rates = addChart(tr("GB/s by size"), tr("Bandwidth by size"));
    m_gaps = addChart(tr("Gap causes"), tr("Causes of gaps"));
    m_tabs->addTab(m_report, tr("Import report"));
    auto *page = new QVBoxLayout(m_content);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    page->addWidget(m_filters);
    page->addWidget(splitter, 1);
    splitter->addWidget(left);
    splitter->addWidget(m_tabs);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 3);
    m_pages->addWidget(m_content);
}

void OverlapView::setResult(std::shared_ptr<const RunResult> result)
{
    m_result = std::move(result);
    m_range.reset();
    m_delay->stop();
    if (!m_result) {
        m_task.cancel();
        m_pages->setCurrentWidget(m_hint);
        return;
    }
    if (!m_content)
        makePages();
    m_filters->setVisible(!m_result->recording.timeline.empty()); // they need the operations
    showReport();
    compute();
}

void OverlapView::setRange(std::optional<TimeRange> range)
{
    if (!m_result || m_range == range)
        return;
    m_range = range;
    m_delay->start();
}

void OverlapView::compute()
{
    if (!m_result)
        return;
    m_task.start([result = m_result, range = m_range,
                  filters = m_filters->filters()](const RunControl &) { return dataOf(*result, range, filters); },
                 [this](const OverlapData &overlap) { show(overlap); },
                 [this](const QString &problem) {
                     m_pages->setCurrentWidget(m_hint); // not the figures of something else
                     Q_EMIT BackgroundProblems::instance().arose(problem);
                 });
}

void OverlapView::show(const OverlapData &overlap)
{
    m_scope->setText(m_range ? tr("Selected range: %1 to %2").arg(timeText(m_range->begin), timeText(m_range->end))
                             : tr("The whole timeline; drag over the timeline for the figures of a range"));
    if (overlap.analysis.devices.empty())
        m_facts->showOnly(m_range ? tr("Nothing ran on a device in this range.") : tr("Nothing ran on a device."));
    else
        fillOverlapFacts(*m_facts, overlap);
    m_budget->draw(budgetData(overlap));
    m_gaps->draw(gapData(overlap));
    m_activity->draw(activityData(overlap));
    m_rates->draw(rateData(overlap));
    m_pages->setCurrentWidget(m_content);
    std::vector<std::string> filters;
    for (const OverlapFilter &filter : m_filters->filters())
        filters.push_back(filter.text);
    Q_EMIT lanesWanted(filters, m_filters->wantsLanes() ? overlap.times : nullptr);
    Q_EMIT shown();
}

/// What the import found; only traces have it.
void OverlapView::showReport()
{
    const int tab = m_tabs->indexOf(m_report);
    m_tabs->setTabVisible(tab, m_result->import != nullptr);
    if (!m_result->import) {
        if (m_tabs->currentIndex() == tab)
            m_tabs->setCurrentIndex(0);
        return;
    }
    QString html;
    for (const std::string &line : importFacts(*m_result->import))
        html += QStringLiteral("<div>%1</div>").arg(QString::fromStdString(line).toHtmlEscaped());
    for (const std::string &warning : m_result->import->warnings)
        html += QStringLiteral("<p>⚠ %1</p>").arg(QString::fromStdString(warning).toHtmlEscaped());
    m_report->setHtml(html);
}

} // namespace streamscope
