// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/remote/remote_trace.h"

#include "gui/language/translated.h"
#include "gui/remote/remote_lane.h"
#include "gui/timeline/widget/timeline_state.h"

#include <QPointer>

#include <utility>

namespace streamscope {

namespace {

GivenContent givenContent(const TraceFacts &facts, const std::shared_ptr<RowStore> &rows)
{
    GivenContent given;
    for (std::uint32_t i = 0; i < facts.lanes.size(); ++i)
        given.lanes.push_back(std::make_shared<RemoteLane>(facts.lanes[i], i, rows));
    given.beginNs = facts.beginNs;
    given.endNs = facts.endNs;
    given.kinds = facts.kinds;
    given.anythingWaited = facts.anythingWaited;
    given.severalDevices = facts.severalDevices;
    std::vector<NameColours::Kernel> kernels;
    for (const TraceKernelName &kernel : facts.kernels)
        kernels.push_back({kernel.name, kernel.tag, kernel.totalNs});
    given.names = NameColours(std::move(kernels), static_cast<std::size_t>(facts.kernelNames));
    for (std::size_t i = 0; i + 3 < facts.density.size(); i += 4) {
        std::array<float, 4> &share = given.density.emplace_back();
        for (std::size_t k = 0; k < share.size(); ++k)
            share[k] = static_cast<float>(facts.density[i + k]) / 255;
    }
    given.bars = rows;
    return given;
}

EngineHost impatient(EngineHost host)
{
    host.patience = std::chrono::seconds(1); // a window that closes does not wait for another machine
    return host;
}

} // namespace

RemoteTrace::RemoteTrace(const EngineHost &host, const TraceRequestContent &request, QObject *parent)
    : QObject(parent), m_link(std::make_shared<TraceLink>(impatient(host), request)),
      m_machine(QString::fromStdString(host.machine))
{
    connect(&m_opening, &BackgroundTask::progress, this, &RemoteTrace::progress);
    m_rows->setAnnounce([self = QPointer<RemoteTrace>(this)] {
        if (self) // the store lives as long as a content; this object ends first and clears it
            QMetaObject::invokeMethod(self.data(), &RemoteTrace::fetch, Qt::QueuedConnection);
    });
}

RemoteTrace::~RemoteTrace()
{
    m_rows->setAnnounce({});
}

void RemoteTrace::open()
{
    m_opening.start([link = m_link](const RunControl &control) { return link->open(control); },
                    [this](const OpenedTrace &opened) { takeOpened(opened); },
                    [this](const QString &problem) { Q_EMIT failed(problem); });
}

void RemoteTrace::takeOpened(const OpenedTrace &trace)
{
    auto result = std::make_shared<RunResult>();
    result->recording = trace.recording;
    result->request.device = trace.recording.device.id;
    result->analysis = trace.analysis;
    result->import = std::make_shared<const ImportReport>(trace.import);
    result->finishedAt = std::chrono::system_clock::now();
    m_result = result;
    m_content = std::make_shared<const TimelineContent>(
        std::shared_ptr<const Recording>(m_result, &m_result->recording), givenContent(trace.facts, m_rows));
    Q_EMIT opened();
}

void RemoteTrace::fetch()
{
    if (m_isDown || !m_result)
        return;
    fetchRows();
    fetchBar();
}

void RemoteTrace::watch(TimelineState *state)
{
    connect(state, &TimelineState::changed, this, [this, state](bool picture) {
        if (!picture || !m_content || state->content() != m_content || std::exchange(m_isLooking, true))
            return;
        // Behind all that this event changes, and before the event that paints.
        const auto look = [this, of = QPointer(state)] {
            m_isLooking = false;
            if (!of || of->content() != m_content)
                return;
            of->scene();
            fetch();
        };
        QMetaObject::invokeMethod(this, look, Qt::QueuedConnection);
    });
}

/// One question at a time: what is in sight when its answer comes is asked next.
void RemoteTrace::fetchRows()
{
    if (m_fetching.isBusy())
        return;
    const auto wanted = m_rows->takeWantedRows();
    if (!wanted)
        return;
    m_rows->setWaiting(tr("loading from %1 …").arg(m_machine));
    m_fetching.start(
        [link = m_link, wanted = *wanted](const RunControl &control) { return link->rows(wanted, control); },
        [this, wanted = *wanted](const RowsAnswer &answer) {
            m_rows->setWaiting({});
            m_rows->take(wanted, answer);
            sayNotice();
            Q_EMIT came();
            fetchRows();
        },
        [this](const QString &problem) { lose(problem); });
}

/// What the pointer asks.
void RemoteTrace::fetchBar()
{
    if (m_pointing.isBusy())
        return;
    const auto wanted = m_rows->takeWantedBar();
    if (!wanted)
        return;
    m_pointing.start(
        [link = m_link, wanted = *wanted](const RunControl &control) { return link->bar(wanted, control); },
        [this, wanted = *wanted](const BarAnswer &answer) {
            m_rows->take(wanted, answer);
            Q_EMIT came();
            fetchBar();
        },
        [this](const QString &problem) { lose(problem); });
}

void RemoteTrace::askBar(const BarQuestion &question)
{
    m_asking.start([link = m_link, question](const RunControl &control) { return link->bar(question, control); },
                   [this](const BarAnswer &answer) { Q_EMIT barCame(answer); },
                   [this](const QString &problem) { lose(problem); });
}

void RemoteTrace::askRange(std::int64_t beginNs, std::int64_t endNs)
{
    m_ranging.start(
        [link = m_link, beginNs, endNs](const RunControl &control) { return link->range(beginNs, endNs, control); },
        [this](const RangeFigures &figures) { Q_EMIT rangeCame(figures); },
        [this](const QString &problem) { lose(problem); });
}

void RemoteTrace::search(const SearchQuestion &question)
{
    m_searching.start([link = m_link, question](const RunControl &control) { return link->search(question, control); },
                      [this](const SearchAnswer &answer) { Q_EMIT found(answer); },
                      [this](const QString &problem) { lose(problem); });
}

void RemoteTrace::lose(const QString &problem)
{
    m_rows->setWaiting(tr("no connection to %1").arg(m_machine));
    if (!std::exchange(m_isDown, true))
        Q_EMIT lost(problem);
    Q_EMIT came(); // the picture says so
}

void RemoteTrace::retry()
{
    m_isDown = false;
    m_rows->setWaiting({});
    m_rows->renew();
    Q_EMIT came();
}

void RemoteTrace::sayNotice()
{
    if (const std::string line = m_link->takeNotice(); !line.empty())
        Q_EMIT noted(translated(line));
}

} // namespace streamscope
