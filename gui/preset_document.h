// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/preset.h"
#include "engine/formats/program_file.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <optional>

namespace streamscope {

/// One preset or Program that a person edits, with its file and its own undo. Whether it is changed is a question of
/// its values, not of the steps that led to them.
class PresetDocument : public QObject
{
    Q_OBJECT

public:
    /// One that counts as unmodified. `path`: its file; empty for built-in presets, experiments and new Programs.
    explicit PresetDocument(Preset preset, const QString &path = {}, QObject *parent = nullptr);
    /// One that was kept and never saved: modified until it is.
    static std::unique_ptr<PresetDocument> unsaved(Preset preset, const QString &path);

    const Preset &preset() const { return m_preset; }
    /// The file that Save writes. Empty where there is none, and where an experiment's file holds no Program or the
    /// other way round: that is asked for.
    QString path() const;
    /// For the window title: the preset's or the file's name.
    QString displayName() const;
    bool isModified() const;
    /// A file, or a Program: it is in no list, so whoever leaves it loses it.
    bool isOwn() const;
    /// This built-in preset or experiment, changed or not.
    bool isFrom(const Preset &builtIn) const;
    QUndoStack *undoStack() { return &m_undoStack; }

    /// @throws InputError when the value is not allowed; nothing changes then.
    void setParameter(const std::string &name, const ParameterValue &value);
    void setDevice(const std::string &id);
    /// A Program in place of what is edited now, as one more change of it. The knobs of every run stay. The Program
    /// that the experiment itself gives is the experiment again.
    void setProgram(const ProgramFile &file);
    /// Other values of the same preset, as one change.
    void setValues(const Preset &values, const QString &text);
    bool canRevert() const;
    /// Back to what is in the file or built in, as one change.
    void revert();

    /// Rows of the program editor that are no sound Program (yet), as a file would hold them, and what is wrong.
    /// Empty: there are none.
    void setUnsound(const QByteArray &rows, const QString &problem);
    const QByteArray &unsoundRows() const { return m_unsoundRows; }

    /// @throws RunError when the file cannot be written, InputError where unsound rows would be left out of it. It
    ///         stays modified then.
    void save(const QString &path);

Q_SIGNALS:
    /// An experiment became a Program or the other way round.
    void replaced();
    /// Values of the parameters, the device, or both (also sent after replaced()).
    void valuesChanged();
    /// isModified() or displayName() may have changed.
    void statusChanged();

private:
    class Edit;

    bool isProgram() const { return m_preset.experiment.program() != nullptr; }
    bool isTheOrigin(const Program &program) const;
    void push(Preset next, const QString &text, const std::string &mergeKey);
    void apply(const Preset &values);

    Preset m_preset;
    QString m_path;
    std::optional<Preset> m_saved;  ///< as in its file or built in; nothing where it never was
    std::optional<Preset> m_origin; ///< the experiment that the Program was made of
    QByteArray m_unsoundRows;
    QString m_unsoundProblem;
    QUndoStack m_undoStack;
};

} // namespace streamscope
