// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What the window does with Programs that are built by hand: the editor shows the document's Program, and what it makes
// of it becomes the document's, where undo, saving, running and the prediction find it.
#include "gui/main_window.h"

#include "gui/program_editor.h"
#include "gui/timeline/time_text.h"

namespace streamscope {

void MainWindow::editProgram()
{
    if (!m_editor) {
        m_editor = new ProgramEditor(this);
        connect(m_editor, &ProgramEditor::programChanged, &m_document, &PresetDocument::setProgram);
        connect(&m_predictor, &Predictor::predicted, m_editor,
                [this](const std::shared_ptr<const Prediction> &prediction, const QString &problem) {
                    m_editor->setPrediction(prediction ? timeText(prediction->makespanNs()) : problem);
                });
    }
    m_editor->show();
    m_editor->raise();
    m_editor->activateWindow();
    showInEditor();
}

/// The document changed: by the editor itself, by undo, or because something else was opened.
void MainWindow::showInEditor()
{
    const Preset &preset = m_document.preset();
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
    } catch (const std::exception &error) {
        complain(QString::fromUtf8(error.what()));
    }
}

} // namespace streamscope
