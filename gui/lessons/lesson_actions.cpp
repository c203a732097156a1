// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/lessons/lesson_actions.h"

#include "gui/actions/file_dialogs.h"
#include "gui/actions/file_replacement.h"
#include "gui/language/language.h"
#include "gui/language/translated.h"
#include "gui/lessons/lesson_panel.h"
#include "gui/lessons/lesson_sheet.h"
#include "gui/parameters/experiment_tree.h"
#include "gui/timeline/model/compared_text.h"
#include "gui/widgets/message_bar.h"
#include "gui/workspace/settings.h"
#include "gui/workspace/text/device_text.h"
#include "gui/workspace/text/path_text.h"
#include "gui/workspace/workspace.h"

#include "engine/formats/io/output_file.h"
#include "engine/formats/lessons/lesson_reader.h"
#include "engine/run/devices.h"
#include "engine/run/lessons/lesson_run.h"
#include "experiments/registry.h"

#include <QAction>
#include <QFileInfo>
#include <QLocale>
#include <QMenu>

#include <algorithm>

namespace streamscope {

LessonActions::LessonActions(const Parts &parts) : m_parts(parts)
{
    fillMenu();
    LessonPanel *panel = parts.panel;
    connect(panel, &LessonPanel::answered, this, [this](const LessonQuestion &question, const GivenAnswer &answer) {
        m_session->answer(question, answer);
        m_parts.panel->updateStep();
        keep();
    });
    connect(panel, &LessonPanel::runWanted, this, &LessonActions::run);
    connect(panel, &LessonPanel::cancelWanted, this, [this] { m_task.cancel(); });
    connect(panel, &LessonPanel::showWanted, this, &LessonActions::showRun);
    connect(panel, &LessonPanel::knobsWanted, this, &LessonActions::openKnobs);
    connect(parts.list, &ExperimentTree::lessonChosen, this, &LessonActions::open);
    connect(&parts.workspace.runs(), &RunController::finished, this, &LessonActions::judge);
    connect(panel, &LessonPanel::sheetWanted, this, &LessonActions::saveSheet);
    connect(panel, &LessonPanel::stepWanted, this, &LessonActions::step);
    connect(panel, &LessonPanel::restartWanted, this, [this] {
        m_session->restart();
        m_kept.remove(m_name);
        m_tasks.clear();
        takeDevice();
        m_parts.panel->setSession(m_session.get(), numberOf(m_name), static_cast<int>(m_lessons.size()));
        keep();
    });
    connect(&m_task, &BackgroundTask::busyChanged, panel, &LessonPanel::setRunning);
    connect(&m_task, &BackgroundTask::progress, panel, &LessonPanel::setProgress);
    connect(&parts.workspace.runs(), &RunController::devicesListed, this, [this] {
        if (!m_session || m_session->hasRun())
            return;
        takeDevice();
        m_parts.panel->refresh(); // texts may tell of the device
    });
}

void LessonActions::fillMenu()
{
    for (const LessonHeading &heading : builtInLessonHeadings(twinLanguage().toStdString())) {
        QString title = QString::fromStdString(heading.title);
        title.replace(QLatin1Char('&'), QStringLiteral("&&"));
        QAction *action = m_parts.menu->addAction(tr("%1. %2").arg(heading.order).arg(title));
        action->setObjectName(QStringLiteral("lesson%1").arg(heading.order));
        action->setToolTip(QString::fromStdString(heading.summary));
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, name = heading.name] { open(name); });
        m_lessons.emplace_back(heading.name, action);
    }
    m_parts.menu->setToolTipsVisible(true);
    showProgress();
}

/// In the menu those that are done, in the list also those that were begun.
void LessonActions::showProgress()
{
    std::map<std::string, LessonProgress> all;
    for (const auto &[name, action] : m_lessons) {
        const QByteArray progress = Settings::lessonProgress(QString::fromStdString(name));
        const bool isDone = LessonSession::isDone(progress);
        action->setChecked(isDone);
        all[name] = isDone                             ? LessonProgress::Done
                    : LessonSession::isBegun(progress) ? LessonProgress::Begun
                                                       : LessonProgress::New;
    }
    m_parts.list->lessons()->show([&all](const std::string &name) { return all[name]; });
}

int LessonActions::numberOf(const std::string &name) const
{
    const auto found = std::ranges::find(m_lessons, name, &std::pair<std::string, QAction *>::first);
    return found == m_lessons.end() ? 0 : static_cast<int>(found - m_lessons.begin()) + 1;
}

void LessonActions::open(const std::string &nameOrPath)
{
    showProgress(); // the click has changed one
    if (m_session && m_name == nameOrPath && numberOf(m_name) > 0)
        return m_parts.openPanel();
    try {
        const std::string language = twinLanguage().toStdString();
        Lesson lesson = numberOf(nameOrPath) > 0 ? findLesson(nameOrPath, experiments(), language)
                                                 : loadLesson(nameOrPath, experiments(), language);
        m_task.cancel();
        auto session = std::make_unique<LessonSession>(std::move(lesson), DeviceInfo());
        session->restore(Settings::lessonProgress(QString::fromStdString(nameOrPath)));
        m_parts.panel->setSession(nullptr);
        m_session = std::move(session);
        m_name = nameOrPath;
        if (numberOf(m_name) == 0)
            m_parts.messages->clear();
        m_tasks.clear();
    } catch (const std::exception &error) {
        m_parts.messages->complain(translated(error.what()));
        return;
    }
    takeDevice();
    m_parts.panel->setSession(m_session.get(), numberOf(m_name), static_cast<int>(m_lessons.size()));
    m_parts.list->showCurrentLesson(m_name);
    readKeptRuns();
    m_parts.openPanel();
}

/// Those of an earlier start: then each answer stands beside what was measured again.
void LessonActions::readKeptRuns()
{
    constexpr std::uint64_t leastBytes = 8; // of an operation
    const std::uint64_t bytes = m_kept.bytes(m_name);
    if (bytes == 0)
        return;
    m_task.startOrDo(
        bytes / leastBytes,
        [folder = m_kept, name = m_name, lesson = m_session->lesson()](const RunControl &control) {
            control.report(0, 0, QT_TRANSLATE_NOOP("engine", "reading the runs of the last time"));
            return folder.read(name, lesson, control);
        },
        [this](const KeptLessonRuns &runs) {
            m_session->restore(runs);
            if (!m_session->hasRun())
                return; // the lesson has changed
            m_device = runs.device.id;
            sayDevice(true);
            m_parts.panel->showAll();
        },
        [this](const QString &problem) {
            m_parts.panel->setProblem(tr("The runs of the last time cannot be read. Run them again. %1").arg(problem));
        });
}

void LessonActions::step(int step)
{
    const int number = numberOf(m_name) + step;
    if (number >= 1 && number <= static_cast<int>(m_lessons.size()))
        open(m_lessons[static_cast<std::size_t>(number - 1)].first);
}

/// The lesson's own device, or the one chosen in the window.
void LessonActions::takeDevice()
{
    const Lesson &lesson = m_session->lesson();
    m_device = lesson.device.empty() ? m_parts.workspace.deviceId() : lesson.device;
    const DeviceCatalog *catalog = m_parts.workspace.devices();
    const std::string id = m_device.empty() && catalog ? catalog->defaultId : m_device;
    if (catalog)
        for (const DeviceInfo &device : catalog->devices)
            if (device.id == id)
                m_session->setDevice(device);
    sayDevice();
}

/// Where the lesson runs, and when the runs were that are kept.
void LessonActions::sayDevice(bool ofLastTime)
{
    const DeviceCatalog *catalog = m_parts.workspace.devices();
    const std::string id = m_device.empty() && catalog ? catalog->defaultId : m_device;
    const DeviceInfo &known = m_session->device(); // not before the devices are listed
    const QString device = known.id == id ? deviceTitle(known) : QString::fromStdString(id);
    QString text = id.empty() ? tr("It runs on the default device.") : tr("It runs on %1.").arg(device);
    if (const auto last = m_session->lastRan(); last && ofLastTime)
        text += QLatin1Char('\n')
                + tr("These runs are from %1.").arg(QLocale().toString(localTime(*last), QLocale::ShortFormat));
    m_parts.panel->setDevice(text);
}

void LessonActions::run()
{
    if (m_task.isBusy())
        return;
    m_parts.panel->setProblem({});
    m_task.start(
        [runs = m_session->nextRuns(), device = m_device, former = m_session->runs(), folder = m_kept, name = m_name,
         lesson = m_session->lesson()](const RunControl &control) {
            const auto executor = openDevice(device, control);
            Ran ran;
            ran.device = executor->device();
            for (const LessonRun &run : runs)
                ran.results.emplace_back(run, runLessonRun(run, *executor, control));
            KeptLessonRuns kept{ran.device, former.results};
            for (const auto &[run, result] : ran.results)
                kept.results[run.name] = result;
            control.checkStop(); // perhaps it was started again
            try {
                folder.write(name, lesson, kept);
            } catch (const RunError &error) {
                ran.notKept = QString::fromUtf8(error.what());
            }
            return ran;
        },
        [this](const Ran &ran) { take(ran); }, [this](const QString &problem) { m_parts.panel->setProblem(problem); });
}

void LessonActions::take(const Ran &ran)
{
    m_session->setDevice(ran.device);
    for (const auto &[run, result] : ran.results)
        m_session->take(run.name, result);
    keep();
    sayDevice();
    m_parts.panel->refresh();
    if (!ran.notKept.isEmpty())
        m_parts.panel->setProblem(tr("These runs are not kept for the next time: %1").arg(translated(ran.notKept)));
    if (!ran.results.empty())
        showRun(ran.results.back().first);
}

void LessonActions::showRun(const LessonRun &run)
{
    show(run, QString::fromStdString(run.title));
}

/// As a document of its own, which may be changed and run again. Null for a trace.
PresetDocument *LessonActions::show(const LessonRun &run, const QString &title)
{
    const auto result = m_session->figures().result(run.name);
    if (!result)
        return nullptr;
    Preset preset;
    preset.name = titleOf(title).toStdString();
    preset.title = preset.name;
    preset.experiment = run.experiment;
    preset.parameters = run.parameters;
    preset.device = result->recording.device.id;
    m_parts.workspace.commitTyping();
    return m_parts.workspace.addRun(preset, result);
}

/// The run of a task, to be changed. It comes back as the student left it.
void LessonActions::openKnobs(const LessonTask &task)
{
    TaskDocument &open = m_tasks[task.name];
    if (open.document) {
        m_parts.workspace.bringToFront(open.document);
        return;
    }
    const auto isTask = [](const LessonBlock &block) { return std::holds_alternative<LessonTask>(block); };
    const bool isOnly = std::ranges::count_if(m_session->lesson().blocks, isTask) == 1;
    open.document = show(*m_session->lesson().run(task.run),
                         isOnly ? tr("change it") : tr("change it (%1)").arg(QString::fromStdString(task.name)));
    open.judged = m_session->figures().result(task.run);
}

/// What the last run of a task's document says.
void LessonActions::judge()
{
    for (auto &[name, open] : m_tasks) {
        if (!open.document || !open.document->result() || open.document->result() == open.judged)
            continue;
        open.judged = open.document->result();
        const LessonTask &task = *m_session->lesson().task(name);
        try {
            m_session->judge(task, open.judged);
        } catch (const std::exception &error) {
            m_parts.panel->setProblem(translated(error.what()));
            continue;
        }
        m_parts.panel->setProblem({});
        m_parts.panel->showTask(task);
        keep();
    }
}

void LessonActions::saveSheet()
{
    const QString suffix = QStringLiteral("pdf");
    const QString name = QFileInfo(QString::fromStdString(m_name)).completeBaseName();
    const QString path = withSuffix(
        m_parts.window,
        m_parts.dialogs.toSave(tr("Save the sheet"), QStringLiteral("%1/%2.pdf").arg(Settings::saveFolder(), name),
                               tr("PDF (*.pdf)")),
        suffix);
    if (path.isEmpty())
        return;
    Settings::setSaveFolder(QFileInfo(path).absolutePath());
    BackgroundTask::startAnother(
        this,
        [lesson = m_session->lesson(), device = m_session->device(), path](const RunControl &) {
            const LessonFigures nothingRan(lesson, device);
            const QByteArray pdf =
                lessonSheet(QString::fromStdString(lesson.title), {}, {SheetLesson{&lesson, &nothingRan, {}}});
            OutputFile file(pathOf(path));
            file.write(std::string_view(pdf.constData(), static_cast<std::size_t>(pdf.size())));
            file.commit();
            return path;
        },
        [this](const QString &written) { m_parts.messages->note(tr("Wrote %1").arg(written)); },
        [this](const QString &problem) { m_parts.messages->complain(translated(problem)); });
}

/// "Lesson 1: Two streams", as the title of a tab.
QString LessonActions::titleOf(const QString &what) const
{
    const int number = numberOf(m_name);
    QString title = number > 0 ? tr("Lesson %1: %2").arg(number).arg(what) : tr("Lesson: %1").arg(what);
    return title.replace(QLatin1Char('/'), QStringLiteral("∕")); // it is no path
}

void LessonActions::keep()
{
    Settings::setLessonProgress(QString::fromStdString(m_name), m_session->progress());
    showProgress();
}

} // namespace streamscope
