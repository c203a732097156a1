// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/background/background_task.h"
#include "gui/workspace/preset_document.h"
#include "gui/workspace/run_controller.h"
#include "gui/workspace/run_history.h"
#include "gui/workspace/shown.h"

#include <QPointer>
#include <QUndoGroup>

#include <memory>
#include <vector>

namespace streamscope {

struct KeptDocument;

/// The documents of the window, and what is shown of them. In front is an experiment (a preset or a Program) or a
/// trace; a comparison of its run with another may lie over it. All that the screen shows comes from there: see Shown.
///
/// Behind are the built-in presets whose knobs were changed or that ran. They keep their values until they are chosen
/// again, so switching between experiments loses nothing and asks nothing. A run belongs to the document that asked for
/// it, whatever is in front when it ends.
class Workspace : public QObject
{
    Q_OBJECT

public:
    explicit Workspace(QObject *parent = nullptr);
    ~Workspace() override;

    /// The experiment in front, or the one behind a trace: the knobs are its knobs.
    PresetDocument &front() const { return *m_front; }
    bool isTraceInFront() const { return m_isTraceInFront; }
    /// Counts the changes of the document in front, so that a late answer knows whether it is still wanted.
    int frontNumber() const { return m_frontNumber; }
    const Shown &shown() const { return m_shown; }
    QUndoGroup *undoGroup() { return &m_undoGroup; }

    /// Opens a built-in preset with its changed values, if any, else with its own.
    void choose(const Preset &builtIn);
    /// Opens another document. The previous front document is kept only if it is a built-in preset: ask the user
    /// before.
    void open(Preset preset, const QString &path = {});
    /// Brings a kept document to the front; the previous front document is kept while it is modified.
    void bringToFront(PresetDocument *document);
    /// Restores the documents of a crashed window. Treats the current front document as open() does. Values of built-in
    /// presets become one undoable change.
    void restore(const std::vector<KeptDocument> &documents, const std::vector<Preset> &builtIn);

    /// Runs the experiment in front.
    void run();
    /// Imports a trace and brings it to the front.
    void openTrace(const QString &path, bool salvage);
    /// True when the last trace lies behind and is still in memory.
    bool hasTraceBehind() const { return !m_isTraceInFront && !m_trace.expired(); }
    /// Brings it back.
    void bringTraceToFront();
    /// The run in flight: its signals, and how to stop it. What it brings is shown before finished() arrives elsewhere.
    RunController &runs() { return m_runs; }
    /// The finished runs and traces of this session.
    const RunHistory &history() const { return m_history; }

    void setDevices(std::shared_ptr<const DeviceCatalog> catalog);
    /// The device of the experiment in front; null before the devices are known, and when it is none of them.
    const DeviceInfo *device() const;
    void setPredicts(bool predicts);
    void setRecordsBlocks(bool records);
    /// The prediction of the experiment's values as they are; null: none yet.
    std::shared_ptr<const Prediction> prediction() const;

    /// Lays a comparison over the document in front. `run` is its run A, as it was shown alone. Another document in
    /// front closes it.
    void showComparison(std::shared_ptr<const PreparedComparison> comparison, const Shown &run);
    void closeComparison();
    /// Without the comparison.
    Shown shownAlone() const;

    bool isModified(const Preset &builtIn) const;
    /// All unsaved documents, the front document first.
    std::vector<PresetDocument *> unsaved() const;
    /// The user discards all changes: no document counts as unsaved until the next change.
    void letGo();

    /// Lets the editors apply the text that is still being typed.
    void commitTyping() { Q_EMIT typingEnds(); }

Q_SIGNALS:
    /// shown() is another.
    void shownChanged();
    /// Null when the model cannot run the experiment; `problem` then says why.
    void predicted(std::shared_ptr<const streamscope::Prediction> prediction, const QString &problem);
    void typingEnds();
    /// Another document is now the front document (emitted before all other signals).
    void frontChanged();
    /// The front document is another preset, experiment or Program.
    void replaced();
    /// Values of the front document changed (also emitted after replaced()).
    void valuesChanged();
    /// The modified documents, or the name of the front document, may have changed.
    void statusChanged();

private:
    using DocumentPointer = std::unique_ptr<PresetDocument>;

    PresetDocument *behind(const Preset &builtIn) const;
    DocumentPointer takeFromBehind(PresetDocument *document);
    void setFront(DocumentPointer next, bool keepsOwn);
    void setTraceInFront(bool inFront);
    void take(const std::shared_ptr<const RunResult> &result);
    void predict();
    void takePrediction(const std::shared_ptr<const Prediction> &prediction, const QString &problem);
    ShownState state() const;
    void update();
    void prepareContent(bool isPrediction);

    QUndoGroup m_undoGroup;
    DocumentPointer m_front;
    std::vector<DocumentPointer> m_behind;
    bool m_letGo = false;

    RunController m_runs;
    QPointer<PresetDocument> m_asking; ///< for the run in flight
    RunHistory m_history;
    std::weak_ptr<const RunResult> m_trace; ///< the last one
    std::shared_ptr<DocumentView> m_traceView;
    bool m_isTraceInFront = false;
    int m_frontNumber = 0;

    std::shared_ptr<const DeviceCatalog> m_devices;
    BackgroundTask m_predicting;
    std::shared_ptr<const Prediction> m_prediction; ///< the latest of the experiment in front, for any of its values
    bool m_predicts = false;
    bool m_recordsBlocks = false;

    std::shared_ptr<const PreparedComparison> m_comparison;
    std::shared_ptr<DocumentView> m_comparisonView;
    Shown m_comparedRun;
    BackgroundTask m_indexing;
    std::shared_ptr<const Recording> m_indexed;       ///< shown without the comparison
    std::shared_ptr<const TimelineContent> m_content; ///< its content; null while it is being made
    Shown m_shown;
};

} // namespace streamscope
