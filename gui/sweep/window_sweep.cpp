// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/sweep/window_sweep.h"

#include "engine/formats/text/time_text.h"
#include "engine/run/devices.h"
#include "gui/language/translated.h"
#include "gui/workspace/workspace.h"

#include <QTimer>

#include <algorithm>
#include <thread>
#include <utility>

namespace streamscope {

namespace {
constexpr int pollMs = 100; ///< between two looks at what has arrived
}

WindowSweep::WindowSweep(Workspace &workspace) : m_workspace(workspace), m_poll(new QTimer(this))
{
    m_poll->setInterval(pollMs);
    connect(m_poll, &QTimer::timeout, this, &WindowSweep::collect);
    connect(&m_task, &BackgroundTask::busyChanged, this, [this](bool busy) {
        if (!busy) {
            m_poll->stop();
            collect();
            m_working = nullptr;
        }
        Q_EMIT busyChanged(busy);
    });
    connect(&workspace, &Workspace::frontChanged, this, &WindowSweep::changed);
}

std::shared_ptr<const SweepTable> WindowSweep::table() const
{
    const PresetDocument *const of = m_workspace.experiment();
    return of && of->sweep() ? of->sweep()->table : nullptr;
}

bool WindowSweep::canResume() const
{
    const std::shared_ptr<const SweepTable> shown = table();
    return shown && !isBusy() && shown->rows.size() < shown->planned;
}

void WindowSweep::start(std::vector<SweepAxis> axes)
{
    PresetDocument *const of = m_workspace.experiment();
    if (!of || isBusy())
        return;
    SweepTable plan;
    plan.title = of->preset().experiment->title();
    plan.base = of->preset().parameters;
    plan.axes = std::move(axes);
    plan.planned = sweepConfigurations(plan.axes);
    of->setSweep(std::make_shared<const DocumentSweep>(DocumentSweep{
        of->preset().experiment, of->preset().device, std::make_shared<const SweepTable>(std::move(plan))}));
    work(of);
}

void WindowSweep::resume()
{
    if (canResume())
        work(m_workspace.experiment());
}

void WindowSweep::work(PresetDocument *of)
{
    const DocumentSweep &sweep = *of->sweep();
    m_working = of;
    disconnect(m_workingEnds);
    m_workingEnds = connect(of, &QObject::destroyed, this, [this] {
        m_working = nullptr;
        m_task.cancel();
    });
    m_arrived = std::make_shared<Arrived>();
    m_doneBefore = sweep.table->rows.size();
    m_clock.start();
    SweepRequest request;
    request.experiment = sweep.experiment;
    request.base = sweep.table->base;
    request.axes = sweep.table->axes;
    request.device = sweep.device;
    request.threads = std::max(1U, std::thread::hardware_concurrency() - 1); // one is the window's
    request.done = sweep.table->rows;
    request.rowDone = [arrived = m_arrived](const SweepRow &row) {
        const std::lock_guard lock(arrived->mutex);
        arrived->rows.push_back(row);
    };
    m_task.start([request = std::move(request)](const RunControl &control) { return runSweep(request, control); },
                 [this](const SweepTable &table) {
                     collect();
                     setTable(table);
                 },
                 [this](const QString &problem) { Q_EMIT failed(problem); });
    m_poll->start();
    Q_EMIT changed();
}

/// Takes over the rows that have arrived, in the order of the configurations.
void WindowSweep::collect()
{
    if (!m_arrived)
        return;
    std::vector<SweepRow> rows;
    {
        const std::lock_guard lock(m_arrived->mutex);
        rows.swap(m_arrived->rows);
    }
    if (rows.empty() || !m_working)
        return;
    SweepTable next = *m_working->sweep()->table;
    next.rows.insert(next.rows.end(), rows.begin(), rows.end());
    std::sort(next.rows.begin(), next.rows.end(),
              [](const SweepRow &a, const SweepRow &b) { return a.index < b.index; });
    setTable(std::move(next));
}

void WindowSweep::setTable(SweepTable table)
{
    if (!m_working)
        return;
    DocumentSweep sweep = *m_working->sweep();
    sweep.table = std::make_shared<const SweepTable>(std::move(table));
    m_working->setSweep(std::make_shared<const DocumentSweep>(std::move(sweep)));
    Q_EMIT changed();
}

void WindowSweep::stop()
{
    collect();
    m_task.cancel();
}

void WindowSweep::open(std::size_t row)
{
    PresetDocument *const of = m_workspace.experiment();
    const std::shared_ptr<const SweepTable> sweep = table();
    if (!sweep || row >= sweep->rows.size() || m_workspace.runs().isBusy())
        return;
    if (!(of->sweep()->experiment == of->preset().experiment)) {
        Q_EMIT failed(tr("This tab shows another program than the sweep was of: sweep again."));
        return;
    }
    Preset values = of->preset();
    const Parameters wanted = sweep->parametersOf(sweep->rows[row]);
    QStringList words;
    for (const SweepAxis &axis : sweep->axes)
        for (const ParameterSpec &spec : wanted.specs())
            if (spec.name == axis.name)
                words << translated(spec.label) + QLatin1Char(' ')
                             + QString::fromStdString(valueText(spec, wanted.value(spec.name)));
    values.parameters = wanted;
    of->setValues(values, tr("open %1").arg(words.join(QStringLiteral(", "))));
    m_workspace.run();
}

QString WindowSweep::progressText() const
{
    const std::shared_ptr<const SweepTable> shown = table();
    if (!shown || shown->planned == 0)
        return {};
    const std::size_t done = shown->rows.size();
    const QString text = tr("%1 of %2 done").arg(done).arg(shown->planned);
    if (done >= shown->planned || !isBusy() || m_working != m_workspace.experiment() || done <= m_doneBefore)
        return text;
    const double each = static_cast<double>(m_clock.nsecsElapsed()) / static_cast<double>(done - m_doneBefore);
    const auto left = static_cast<std::int64_t>(each * static_cast<double>(shown->planned - done));
    return tr("%1, %2 s left").arg(text, QString::number((left + 999'999'999) / 1'000'000'000));
}

} // namespace streamscope
