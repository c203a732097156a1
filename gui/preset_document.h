// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/preset.h"
#include "engine/formats/program_file.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

namespace streamscope {

/// What the window edits: one preset, every change undoable, loading another one included, so that nothing is lost by a
/// click in the tree.
class PresetDocument : public QObject
{
    Q_OBJECT

public:
    explicit PresetDocument(QObject *parent = nullptr);

    const Preset &preset() const { return m_state.preset; }
    /// The file it was read from or saved to; empty for built-in presets and plain experiments.
    const QString &path() const { return m_state.path; }
    /// For the window title: the preset's or the file's name.
    QString displayName() const;
    bool isModified() const { return !m_undoStack.isClean(); }
    QUndoStack *undoStack() { return &m_undoStack; }

    /// Replaces everything; undo brings the former preset back. The new one counts as unmodified.
    void load(Preset preset, const QString &path = {});
    /// @throws InputError when the value is not allowed; nothing changes then.
    void setParameter(const std::string &name, const ParameterValue &value);
    void setDevice(const std::string &id);
    /// A Program in place of what is edited now, as one more change of it: a file stays the file, an experiment becomes
    /// a Program that is not saved yet. The knobs of every run stay.
    void setProgram(const ProgramFile &file);
    /// @throws RunError when the file cannot be written.
    void save(const QString &path);

Q_SIGNALS:
    /// Another preset or experiment.
    void replaced();
    /// Values of the parameters, the device, or both (also sent after replaced()).
    void valuesChanged();
    /// isModified() or displayName() may have changed.
    void statusChanged();

private:
    struct State
    {
        Preset preset;
        QString path;
    };
    class Edit;

    void push(State next, const QString &text, const std::string &mergeKey);
    void apply(const State &state);

    State m_state;
    QUndoStack m_undoStack;
};

} // namespace streamscope
