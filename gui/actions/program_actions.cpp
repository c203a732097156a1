// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/actions/program_actions.h"

#include "engine/formats/text/time_text.h"
#include "gui/actions/window_actions.h"
#include "gui/language/translated.h"
#include "gui/program_editor/program_editor.h"
#include "gui/widgets/message_bar.h"
#include "gui/workspace/text/run_text.h"
#include "gui/workspace/workspace.h"

#include <QAction>

namespace streamscope {

namespace {

/// A new Program: copy in, kernel and copy out of one buffer, and an unused second stream.
constexpr const char *firstProgram = R"({"format":"streamscope-program","version":1,"title":"New program",
    "description":"Yours to fill: the program editor (F4) has its operations, streams and buffers as tables, and every change is predicted at once.",
    "streams":[{"id":"A","flags":"non-blocking"},{"id":"B","flags":"non-blocking"}],
    "buffers":[{"id":"input","place":"host","bytes":16777216},{"id":"data","place":"device","bytes":16777216},
               {"id":"output","place":"host","bytes":16777216}],
    "operations":[
        {"op":"h2d","stream":"A","bytes":16777216,"name":"in","reads":["input"],"writes":["data"]},
        {"op":"kernel","stream":"A","kernel":"spin","duration_us":500,"grid":16,"name":"work",
         "reads":["data"],"writes":["data"]},
        {"op":"d2h","stream":"A","bytes":16777216,"name":"out","reads":["data"],"writes":["output"]}]})";

} // namespace

ProgramActions::ProgramActions(Workspace &workspace, const WindowActions &actions, MessageBar *messages,
                               QWidget *window)
    : m_workspace(workspace), m_actions(actions), m_messages(messages), m_window(window)
{
    connect(actions.newProgram, &QAction::triggered, this, &ProgramActions::makeNew);
    connect(actions.editProgram, &QAction::triggered, this, [this] { edit(); });
}

void ProgramActions::makeNew()
{
    ProgramFile file = readProgramFile(firstProgram, "the first program");
    file.device = m_workspace.deviceId();
    open(file);
}

void ProgramActions::open(const ProgramFile &file)
{
    m_workspace.commitTyping();
    Preset preset;
    preset.experiment = RunSource(file.program, file.description);
    preset.title = file.program.title;
    preset.device = file.device;
    preset.parameters = file.parameters;
    m_workspace.open(std::move(preset));
    edit();
}

void ProgramActions::makeEditor()
{
    m_editor = new ProgramEditor(m_window);
    connect(m_editor, &ProgramEditor::programChanged, this,
            [this](const ProgramFile &program) { m_workspace.experiment()->setProgram(program); });
    connect(m_editor, &ProgramEditor::unsound, this, [this](const QByteArray &rows, const QString &problem) {
        m_workspace.experiment()->setUnsound(rows, problem);
    });
    connect(&m_workspace, &Workspace::typingEnds, m_editor, &ProgramEditor::commitTyping);
    connect(&m_workspace, &Workspace::frontChanged, m_editor, &ProgramEditor::forget);
    connect(&m_workspace, &Workspace::valuesChanged, this, &ProgramActions::showDocument);
    connect(&m_workspace, &Workspace::statusChanged, m_editor, [this] {
        m_editor->setWindowModified(m_workspace.experiment() && m_workspace.experiment()->isModified());
    });
    connect(&m_workspace, &Workspace::shownChanged, m_editor, [this] { m_editor->setDevice(m_workspace.device()); });
    connect(&m_workspace, &Workspace::predicted, m_editor,
            [this](const std::shared_ptr<const Prediction> &prediction, const QString &problem) {
                m_editor->setPrediction(
                    prediction ? predictedText(prediction->makespanNs(), prediction->range) : QString(), problem);
            });
    m_editor->offer({m_actions.run, m_actions.save, m_actions.saveAs});
}

void ProgramActions::edit(const QByteArray &unsoundRows)
{
    if (!m_editor)
        makeEditor();
    m_editor->setDevice(m_workspace.device());
    m_editor->show();
    m_editor->raise();
    m_editor->activateWindow();
    showDocument();
    if (const auto prediction = m_workspace.prediction())
        m_editor->setPrediction(predictedText(prediction->makespanNs(), prediction->range));
    if (!unsoundRows.isEmpty())
        m_editor->restoreRows(unsoundRows);
}

/// The document changed: by the editor itself, by undo, or because something else was opened.
void ProgramActions::showDocument()
{
    PresetDocument *document = m_workspace.experiment();
    m_editor->setEnabled(document);
    if (!m_editor->isVisible() || !document || !document->preset().experiment)
        return;
    const Preset &preset = document->preset();
    try {
        ProgramFile file;
        file.program = buildProgram(*preset.experiment, preset.parameters);
        file.description = preset.experiment.program() ? preset.experiment->explanation() : std::string();
        file.device = preset.device;
        file.parameters = Parameters(runParameters());
        file.parameters.set("submission", preset.parameters.value("submission"));
        if (m_editor->program() && m_editor->program()->program == file.program)
            return; // the editor already holds these rows, sound or not
        const QByteArray unsoundRows = m_editor->program() ? QByteArray() : document->unsoundRows();
        m_editor->setProgram(file);
        if (unsoundRows.isEmpty())
            document->setUnsound({}, {});
        else
            m_editor->restoreRows(unsoundRows); // the document comes back with what is no Program yet
    } catch (const std::exception &error) {
        m_messages->complain(translated(error.what()));
    }
}

} // namespace streamscope
