// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Programs built by hand: the editor shows the document's Program, and its edits become changes of the document, from
// which undo, saving, running and the prediction take them.
#include "gui/window/main_window.h"

#include "gui/program_editor/program_editor.h"
#include "gui/timeline/text/time_text.h"

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

void MainWindow::newProgram()
{
    if (!mayReplaceDocument())
        return;
    const ProgramFile file = readProgramFile(firstProgram, "the first program");
    Preset preset;
    preset.experiment = RunSource(file.program, file.description);
    preset.title = file.program.title;
    preset.device = document().preset().device;
    preset.parameters = file.parameters;
    m_workspace.open(std::move(preset));
    editProgram();
}

void MainWindow::editProgram()
{
    if (!m_editor) {
        m_editor = new ProgramEditor(this);
        connect(m_editor, &ProgramEditor::programChanged, &m_workspace,
                [this](const ProgramFile &program) { m_workspace.front().setProgram(program); });
        connect(
            m_editor, &ProgramEditor::unsound, &m_workspace,
            [this](const QByteArray &rows, const QString &problem) { m_workspace.front().setUnsound(rows, problem); });
        connect(&m_workspace, &Workspace::frontChanged, m_editor, &ProgramEditor::forget);
        connect(&m_predictor, &Predictor::predicted, m_editor,
                [this](const std::shared_ptr<const Prediction> &prediction, const QString &problem) {
                    m_editor->setPrediction(prediction ? timeText(prediction->makespanNs()) : QString(), problem);
                });
        m_editor->offer({m_actions.run, m_actions.save, m_actions.saveAs});
    }
    m_editor->show();
    m_editor->raise();
    m_editor->activateWindow();
    showInEditor();
    if (predictionIsCurrent())
        m_editor->setPrediction(timeText(m_prediction->makespanNs()));
}

/// The document changed: by the editor itself, by undo, or because something else was opened.
void MainWindow::showInEditor()
{
    const Preset &preset = document().preset();
    if (!m_editor || !m_editor->isVisible() || !preset.experiment)
        return;
    try {
        ProgramFile file;
        file.program = buildProgram(*preset.experiment, preset.parameters);
        file.description = preset.experiment.program() ? preset.experiment->explanation() : std::string();
        file.device = preset.device;
        file.parameters = Parameters(runParameters());
        file.parameters.set("submission", preset.parameters.value("submission"));
        if (!m_editor->program() || !(m_editor->program()->program == file.program))
            m_editor->setProgram(file);
        else
            return; // the editor already holds these rows, sound or not
        m_workspace.front().setUnsound({}, {});
    } catch (const std::exception &error) {
        complain(QString::fromUtf8(error.what()));
    }
}

} // namespace streamscope
