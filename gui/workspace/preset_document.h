// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/files/preset.h"
#include "engine/formats/files/program_file.h"
#include "engine/run/prediction.h"
#include "gui/workspace/document.h"
#include "gui/workspace/document_sweep.h"

#include <QUndoStack>

#include <memory>
#include <optional>

namespace streamscope {

struct RunResult;

/// An edited preset or Program, with its file, its own undo stack, its last run and its prediction. It is modified when
/// its values differ from the saved ones, whatever steps led to them.
class PresetDocument : public Document
{
    Q_OBJECT

public:
    /// An unmodified document. `path`: its file; empty for built-in presets, experiments and new Programs.
    explicit PresetDocument(Preset preset, const QString &path = {}, QObject *parent = nullptr);
    /// A document of a former window. What differs from `saved`, as the file or the built-in preset has it, is one
    /// undoable change; without `saved` it counts as modified until it is saved.
    static std::unique_ptr<PresetDocument> restored(const Preset &preset, const std::optional<Preset> &saved,
                                                    const QString &path);

    const Preset &preset() const { return m_preset; }
    /// The file that Save writes. Empty without a file, and when the document changed between experiment and Program:
    /// then Save asks for a file.
    QString path() const;
    /// The preset's or the file's name.
    QString displayName() const override;
    QString origin() const override;
    bool isModified() const override;
    /// True for a file or a Program: the list of experiments does not have it.
    bool isOwn() const;
    /// True when this is that built-in preset or experiment, changed or not.
    bool isFrom(const Preset &builtIn) const;
    QUndoStack *undoStack() override { return &m_undoStack; }

    /// @throws InputError when the value is not allowed; the document then stays as it was.
    void setParameter(const std::string &name, const ParameterValue &value);
    void setDevice(const std::string &id);
    /// Replaces the content by a Program, as one undoable change. The knobs of every run stay. The Program that the
    /// experiment itself builds turns the document back into the experiment.
    void setProgram(const ProgramFile &file);
    /// Sets other values of the same preset, as one undoable change.
    void setValues(const Preset &values, const QString &text);
    /// As in the file or built in; of a document that was never saved what it is.
    const Preset &saved() const { return m_saved ? *m_saved : m_preset; }
    /// Empty when it was never saved.
    const std::optional<Preset> &savedOnce() const { return m_saved; }
    /// Of its file, whether Save writes there or asks.
    const QString &ownPath() const { return m_path; }
    /// Each knob that is not as saved: "Streams 4 → 8".
    QStringList changes() const;
    bool canRevert() const;
    /// Reverts to the file or the built-in preset, as one undoable change.
    void revert();

    /// Rows of the program editor that are no sound Program (yet), in file form, and the error. Empty: none.
    void setUnsound(const QByteArray &rows, const QString &problem);
    const QByteArray &unsoundRows() const { return m_unsoundRows; }

    /// The last run of this document; null: none yet.
    const std::shared_ptr<const RunResult> &result() const { return m_result; }
    void setResult(std::shared_ptr<const RunResult> result) { m_result = std::move(result); }
    /// The last prediction, maybe of other values; null: none yet.
    const std::shared_ptr<const Prediction> &prediction() const { return m_prediction; }
    void setPrediction(std::shared_ptr<const Prediction> prediction) { m_prediction = std::move(prediction); }

    /// The last sweep; null: none yet.
    const std::shared_ptr<const DocumentSweep> &sweep() const { return m_sweep; }
    void setSweep(std::shared_ptr<const DocumentSweep> sweep)
    {
        m_sweep = std::move(sweep);
        Q_EMIT statusChanged();
    }

    /// @throws RunError when the file cannot be written, InputError when unsound rows would be lost. The document then
    ///         stays modified.
    void save(const QString &path);

Q_SIGNALS:
    /// An experiment became a Program or the other way round.
    void replaced();
    /// Values of the parameters, the device, or both (also sent after replaced()).
    void valuesChanged();

private:
    class Edit;

    bool isProgram() const { return m_preset.experiment.program() != nullptr; }
    bool isTheOrigin(const Program &program) const;
    void push(Preset next, const QString &text, const std::string &mergeKey);
    void apply(const Preset &values);

    Preset m_preset;
    QString m_path;
    std::optional<Preset> m_saved;  ///< as in its file or built in; empty when never saved
    std::optional<Preset> m_origin; ///< the experiment that the Program was made from
    std::shared_ptr<const RunResult> m_result;
    std::shared_ptr<const Prediction> m_prediction;
    std::shared_ptr<const DocumentSweep> m_sweep;
    QByteArray m_unsoundRows;
    QString m_unsoundProblem;
    QUndoStack m_undoStack;
};

} // namespace streamscope
