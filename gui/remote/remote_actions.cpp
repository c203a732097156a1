// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/remote/remote_actions.h"

#include "engine/program/errors.h"
#include "engine/remote/machine_list.h"
#include "gui/actions/export_actions.h"
#include "gui/actions/file_actions.h"
#include "gui/actions/window_actions.h"
#include "gui/language/language.h"
#include "gui/language/translated.h"
#include "gui/remote/open_remote_dialog.h"
#include "gui/remote/remote_advice.h"
#include "gui/remote/remote_export.h"
#include "gui/remote/remote_fetch.h"
#include "gui/remote/remote_lane.h"
#include "gui/remote/remote_search.h"
#include "gui/results/panels.h"
#include "gui/results/range_panel.h"
#include "gui/timeline/scene/timeline_geometry.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/widgets/message_bar.h"
#include "gui/workspace/settings.h"
#include "gui/workspace/workspace.h"

#include <QAction>
#include <QCursor>
#include <QFileInfo>
#include <QPointer>
#include <QToolTip>

namespace streamscope {

RemoteActions::RemoteActions(const Parts &parts)
    : m_parts(parts), m_search(std::make_unique<RemoteSearch>(parts.search, parts.timeline->state(), parts.selection,
                                                              [this] { return front(); })),
      m_fetch(std::make_unique<RemoteFetch>(
          RemoteFetch::Parts{parts.messages, parts.dialogs, parts.window,
                             [&files = parts.files](const QString &path) { files.open(path); }}))
{
    parts.exports->setElsewhere(remoteExports([this] { return front(); }));
    connect(parts.actions.fetchRemote, &QAction::triggered, this, [this] {
        if (RemoteTrace *trace = front())
            m_fetch->ask(trace, QFileInfo(m_parts.workspace.trace()->path()).fileName());
    });
    TimelineState *state = parts.timeline->state();
    connect(parts.actions.openRemote, &QAction::triggered, this, &RemoteActions::ask);
    connect(state, &TimelineState::pointedAt, this, &RemoteActions::pointAt);
    connect(state, &TimelineState::rangeChanged, this, &RemoteActions::showRange);
    connect(&parts.workspace, &Workspace::frontChanged, this, &RemoteActions::reopenFront,
            Qt::QueuedConnection); // behind open()
}

RemoteActions::~RemoteActions() = default;

void RemoteActions::ask()
{
    auto *dialog = new OpenRemoteDialog(m_parts.machines(), m_parts.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &OpenRemoteDialog::chosen, this, &RemoteActions::open);
    dialog->open();
}

void RemoteActions::open(const QString &address)
{
    try {
        parseSshFile(address.toStdString());
    } catch (const InputError &error) {
        m_parts.messages->complain(translated(error.what()));
        return;
    }
    m_parts.messages->clear();
    TraceDocument *document = m_parts.workspace.openElsewhere(address);
    if (!document->findChild<RemoteTrace *>())
        start(document);
}

namespace {

struct ProgramThere
{
    std::string program;
    bool isKnown = false; ///< the user chose it, or a window of this user has started it before
};

QString settingsLine(const SshMachine &machine, const std::string &program)
{
    return QString::fromStdString(program + ' ' + machineText(machine));
}

/// That of the list of machines, or else the one that a session names. @throws InputError for a broken list.
ProgramThere programThere(const TraceDocument &document, const SshMachine &machine)
{
    for (const RemoteMachine &added : loadMachines())
        if (added.machine == machine)
            return {added.program, true};
    const std::string program =
        document.programThere().empty() ? std::string(usualRemoteProgram) : document.programThere();
    return {program, Settings::programsThere().contains(settingsLine(machine, program))};
}

void rememberProgramThere(const SshMachine &machine, const std::string &program)
{
    QStringList known = Settings::programsThere();
    const QString line = settingsLine(machine, program);
    if (known.contains(line))
        return;
    known << line;
    Settings::programsThere.set(known);
}

} // namespace

/// A document of a session or of the former window is read when it comes to the front, as any trace. A session of
/// somebody else may name any machine, and any program there: what is new is asked about.
void RemoteActions::reopenFront()
{
    TraceDocument *document = m_parts.workspace.trace();
    if (!document || !document->isElsewhere() || document->findChild<RemoteTrace *>())
        return;
    ProgramThere there;
    const SshFile file = *parseSshFile(document->path().toStdString());
    try {
        there = programThere(*document, file);
    } catch (const InputError &error) {
        document->setNote(translated(error.what()));
    }
    if (there.isKnown && document->note().isEmpty())
        return start(document);
    if (there.isKnown || there.program.empty()) { // it failed
        m_parts.messages->complain(document->note());
        return offerStart(document, tr("Try again"));
    }
    document->setNote(tr("%1 is not opened yet: that connects to %2 and starts the program %3 there.")
                          .arg(document->displayName(), QString::fromStdString(machineText(file)),
                               QString::fromStdString(there.program)));
    m_parts.messages->note(document->note());
    offerStart(document, tr("Connect"));
}

void RemoteActions::offerStart(TraceDocument *document, const QString &label)
{
    m_parts.messages->offer(label, [this, of = QPointer(document)] {
        if (of && !of->findChild<RemoteTrace *>())
            start(of);
    });
}

void RemoteActions::start(TraceDocument *document)
{
    const SshFile file = *parseSshFile(document->path().toStdString());
    EngineHost host;
    try {
        const std::string program = programThere(*document, file).program;
        host = sshEngineHost(file, program);
        document->setProgramThere(program);
        rememberProgramThere(file, program);
    } catch (const InputError &error) { // the list of machines is broken
        m_parts.messages->complain(translated(error.what()));
        return;
    }
    document->setNote(tr("%1 is being read on %2 …").arg(document->displayName(), QString::fromStdString(file.host)));
    auto *trace = new RemoteTrace(host, {file.path, false, twinLanguage().toStdString()}, document);
    follow(document, trace);
    trace->watch(m_parts.timeline->state());
    trace->open();
}

void RemoteActions::follow(TraceDocument *document, RemoteTrace *trace)
{
    connect(trace, &RemoteTrace::progress, document, [document, trace](int done, int total, const QString &) {
        document->setNote(tr("%1 is being read on %2: %3 %")
                              .arg(document->displayName(), trace->machine())
                              .arg(total > 0 ? 100 * done / total : 0));
    });
    connect(trace, &RemoteTrace::opened, this, [this, document, trace] {
        document->setNote({});
        m_parts.workspace.showElsewhere(document, trace->result(), trace->content());
        advise(document, trace);
    });
    m_search->follow(trace);
    connect(trace, &RemoteTrace::failed, this, [this, document, trace](const QString &problem) {
        trace->deleteLater(); // it speaks
        document->setNote(tr("%1 was not opened: %2").arg(document->path(), problem));
        m_parts.messages->complain(document->note());
        offerStart(document, tr("Try again"));
    });
    connect(trace, &RemoteTrace::came, this, [this, trace] { showWhatCame(trace); });
    connect(trace, &RemoteTrace::barCame, this, &RemoteActions::describe);
    connect(trace, &RemoteTrace::rangeCame, this, [this](const RangeFigures &figures) {
        m_parts.range->setFigures(&figures);
        m_parts.timeline->state()->setRangeTable(rangeRows(figures));
    });
    connect(trace, &RemoteTrace::lost, this, [this, trace](const QString &problem) {
        m_parts.messages->complain(problem);
        m_parts.messages->offer(tr("Connect again"), [of = QPointer(trace)] {
            if (of)
                of->retry();
        });
    });
    connect(trace, &RemoteTrace::noted, this, [this](const QString &line) { m_parts.messages->note(line); });
}

void RemoteActions::advise(TraceDocument *document, RemoteTrace *trace)
{
    if (trace->result()->analysis.devices.empty())
        return;
    m_parts.workspace.showAdviceThere(document, nullptr, {});
    auto *advice = new RemoteAdvice(trace->link(), trace);
    connect(advice, &RemoteAdvice::progress, this, [this, trace](int done, int total, const QString &what) {
        if (trace == front() && m_parts.findings->isTrying())
            m_parts.findings->showProgress(done, total, what);
    });
    connect(advice, &RemoteAdvice::came, this, [this, document](std::shared_ptr<const RunAnalysis> analysis) {
        m_parts.workspace.showAdviceThere(document, std::move(analysis), {});
    });
    connect(advice, &RemoteAdvice::failed, this, [this, document](const QString &problem) {
        m_parts.workspace.showAdviceThere(document, nullptr, problem);
    });
    advice->start();
}

/// Null where the document in front lies on this machine.
RemoteTrace *RemoteActions::front() const
{
    const TraceDocument *document = m_parts.workspace.trace();
    return document ? document->findChild<RemoteTrace *>() : nullptr;
}

void RemoteActions::showWhatCame(const RemoteTrace *trace)
{
    TimelineState *state = m_parts.timeline->state();
    if (!trace->content() || state->content() != trace->content())
        return;
    state->showWhatCame();
    QWidget *viewport = m_parts.timeline->viewport();
    if (QToolTip::isVisible()) // the answer takes the place of what was said until it came
        QToolTip::showText(QCursor::pos(), state->toolTipAt(viewport->mapFromGlobal(QCursor::pos())), viewport);
}

void RemoteActions::pointAt(const QPointF &position)
{
    RemoteTrace *trace = front();
    const TimelineScene &scene = m_parts.timeline->state()->scene();
    const auto bar = scene.barAt(position);
    const auto *lane = bar ? dynamic_cast<const RemoteLane *>(scene.lanes[bar->lane].content.get()) : nullptr;
    if (trace && lane)
        trace->askBar(lane->questionFor(scene, *bar, position.x()));
}

void RemoteActions::describe(const BarAnswer &answer)
{
    showFacts(m_parts.selection, answer.facts);
    if (answer.times)
        m_parts.timeline->state()->setRange(TimeRange{answer.times->first, answer.times->second});
}

void RemoteActions::showRange()
{
    const TimelineState *state = m_parts.timeline->state();
    RemoteTrace *trace = front();
    const auto range = state->selectedRange();
    if (trace && range && state->content() && state->content()->coming() && range->begin <= range->end)
        trace->askRange(range->begin, range->end);
}

} // namespace streamscope
