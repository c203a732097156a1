// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/background/background_task.h"
#include "gui/workspace/comparison_document.h"
#include "gui/workspace/preset_document.h"
#include "gui/workspace/run_controller.h"
#include "gui/workspace/run_history.h"
#include "gui/workspace/shown.h"
#include "gui/workspace/trace_document.h"

#include <QPointer>
#include <QUndoGroup>

#include <deque>
#include <memory>
#include <vector>

namespace streamscope {

struct KeptDocument;
struct KeptSession;
struct KeptView;

/// The documents of the window, one of which is in front. All that the screen shows comes from the one in front: see
/// Shown. A run belongs to the document that asked for it, whatever is in front when it ends.
class Workspace : public QObject
{
    Q_OBJECT

public:
    explicit Workspace(QObject *parent = nullptr);
    ~Workspace() override;

    /// In the order of their tabs; never empty.
    const std::vector<std::unique_ptr<Document>> &documents() const { return m_documents; }
    Document &front() const { return *m_front; }
    /// The experiment in front, or that of the comparison in front: the knobs are its knobs. Null where the document in
    /// front has no knobs.
    PresetDocument *experiment() const { return qobject_cast<PresetDocument *>(source()); }
    /// The trace in front, or that of the comparison in front; null: none.
    TraceDocument *trace() const { return qobject_cast<TraceDocument *>(source()); }
    /// True when the figures are those of a trace.
    bool isTraceInFront() const { return trace() != nullptr; }
    /// What the drafts of the user are children of: the experiment or the trace.
    Document *source() const;
    /// Counts the changes of the document in front, so that a late answer knows whether it is still wanted.
    int frontNumber() const { return m_frontNumber; }
    const Shown &shown() const { return m_shown; }
    QUndoGroup *undoGroup() { return &m_undoGroup; }
    /// Of the document in front; of a comparison that of source(), whose knobs turn. Never null.
    QUndoStack *frontUndoStack() const;

    /// Opens the document of the first start. It comes back when the last document is closed, and gives way to the
    /// first other one while nobody changed it.
    void start(const Preset &builtIn);
    /// Closes it, if it gives way and is not alone.
    void endStart();
    /// Brings a built-in preset to the front. It takes the place of one that was only looked at.
    void choose(const Preset &builtIn);
    /// Opens a preset or a Program; `path`: its file. An open document of this file gets the content of the file,
    /// unless it is modified.
    void open(Preset preset, const QString &path = {});
    /// Add the document of a former window as the last tab, without bringing it to the front. A trace is read when it
    /// comes there.
    void addExperiment(Preset preset, const QString &path = {});
    void addTrace(const QString &path);
    void addRanks(const QStringList &paths);
    /// One on another machine: see TraceDocument::elsewhere().
    void addElsewhere(const QString &address);
    void bringToFront(Document *document);
    /// Puts a document to another place among the tabs.
    void move(int from, int to);
    /// Closes a document without a question, and stops its run.
    void close(Document *document);
    /// A document that was closed can be opened again, with its runs, sweep, view and marks: the last ten of them. What
    /// has a file is read again.
    bool canReopen() const { return !m_closed.empty(); }
    void reopenClosed(const std::vector<Preset> &builtIn);
    /// Adds the documents of a session and brings its front to the front. They take the places of open documents of the
    /// same files and presets in which nothing would be lost.
    void restore(const KeptSession &session, const std::vector<Preset> &builtIn);

    /// Runs experiment(), if there is one.
    void run();
    /// Imports a trace, after those that are being imported, and brings it to the front.
    void openTrace(const QString &path, bool salvage);
    /// The same for the traces of a job's ranks: files, or a folder of them.
    void openRanks(const QStringList &paths);
    /// Opens what was made of the trace in front; an open document of that name gets it.
    void addMade(const std::shared_ptr<const RunResult> &result);
    /// Opens a run that was made elsewhere, such as that of a lesson, as a document with these values, or a trace
    /// without any; an unmodified document of that name gets it. @returns null for a trace.
    PresetDocument *addRun(const Preset &preset, const std::shared_ptr<const RunResult> &result);
    /// Shows other ranks of the job in front.
    void showRanks(const std::vector<int> &ranks);
    /// Opens a document for a program that is about to be recorded: see TraceDocument::growing().
    TraceDocument *openRecording(const QString &title, const QString &folder);
    /// The newest state of a document that grows, read and indexed.
    struct RecordedState
    {
        QStringList files;
        std::shared_ptr<const RunResult> result;
        std::shared_ptr<const TimelineContent> content;
    };
    /// Shows it where the former state was, in the same view, and brings nothing to the front.
    void showRecorded(TraceDocument *document, RecordedState state);
    /// Brings a trace on another machine to the front: an empty document, unless it is open already.
    TraceDocument *openElsewhere(const QString &address);
    /// Shows what came of it.
    void showElsewhere(TraceDocument *document, std::shared_ptr<const RunResult> result,
                       std::shared_ptr<const TimelineContent> content);
    /// The changes that were tried there, or why none could be: see TraceDocument::AdviceThere.
    void showAdviceThere(TraceDocument *document, std::shared_ptr<const RunAnalysis> analysis, const QString &problem);
    /// Nothing more comes. What there is counts as a trace that was opened; see TraceDocument::endGrowth().
    void endRecording(TraceDocument *document, const QString &nothing = {});
    /// The trace that is being imported, or was last.
    const QString &traceInFlight() const { return m_inFlight.path; }
    /// The run in flight: its signals, and how to stop it. What it brings is shown before finished() arrives elsewhere.
    RunController &runs() { return m_runs; }
    /// The finished runs and traces of this session.
    const RunHistory &history() const { return m_history; }

    void setDevices(std::shared_ptr<const DeviceCatalog> catalog);
    /// Null before they are known.
    const DeviceCatalog *devices() const { return m_devices.get(); }
    /// The id of the device that the document in front chose; empty: the default device.
    std::string deviceId() const;
    void setDevice(const std::string &id);
    /// The device of the document in front; null before the devices are known, and when it is none of them.
    const DeviceInfo *device() const;
    void setPredicts(bool predicts);
    void setRecordsBlocks(bool records);
    /// The prediction of the experiment's values as they are; null: none yet.
    std::shared_ptr<const Prediction> prediction() const;

    /// Shows a comparison: in the tab of the comparison in front, or else in a new one. `run` is the one of
    /// its side `alone`, as it was shown alone.
    void showComparison(std::shared_ptr<const PreparedComparison> comparison, const Shown &run);
    /// Shows a comparison of two runs that belong to no document, in a tab of its own.
    void addComparison(std::shared_ptr<const PreparedComparison> comparison, const Shown &run);
    /// Closes the comparison in front, if there is one.
    void closeComparison();
    /// What would be shown of source() itself.
    Shown shownAlone() const;

    bool isModified(const Preset &builtIn) const;
    /// All unsaved documents, the front document first.
    std::vector<PresetDocument *> unsaved() const;
    /// The user discards all changes: no document counts as unsaved until the next change.
    void letGo();
    /// See letGo().
    bool hasLetGo() const { return m_letGo; }

    /// Lets the editors apply the text that is still being typed.
    void commitTyping() { Q_EMIT typingEnds(); }
    /// Lets the views store how the document in front is looked at.
    void commitView() { Q_EMIT viewEnds(); }

Q_SIGNALS:
    /// shown() is another.
    void shownChanged();
    /// Null when the model cannot run the experiment; `problem` then says why.
    void predicted(std::shared_ptr<const streamscope::Prediction> prediction, const QString &problem);
    void typingEnds();
    void viewEnds();
    /// Another document is now the front document (emitted before all other signals).
    void frontChanged();
    /// experiment() is another preset, experiment or Program.
    void replaced();
    /// Values of experiment() changed (also emitted after replaced()).
    void valuesChanged();
    /// The modified documents, or the name of the front document, may have changed.
    void statusChanged();
    /// The tabs, their titles or the one in front may have changed.
    void documentsChanged();

private:
    using DocumentPointer = std::unique_ptr<Document>;
    struct Import
    {
        QString path;
        bool salvage = false;
        QStringList ranks{};                       ///< see TraceDocument::ranks()
        std::shared_ptr<const ShownRanks> known{}; ///< the job, when other ranks of it are wanted
        std::vector<int> shown{};                  ///< these ranks; empty: as at first
    };

    PresetDocument *builtInDocument(const Preset &builtIn) const;
    PresetDocument *documentOf(const QString &file) const;
    TraceDocument *traceDocument(const QString &key) const;
    void import(const Import &wanted);
    bool isUntouched(const Document &document) const;
    std::size_t indexOf(const Document *document) const;
    void rememberClosed(const Document &document);
    /// Puts it after the front document, or in the place of `replaced`.
    Document *add(DocumentPointer document, Document *replaced = nullptr);
    void addLast(DocumentPointer document);
    /// Puts it at the end, or in the place of `replaced`, and says nothing.
    Document *place(DocumentPointer document, Document *replaced);
    Document *restored(const KeptDocument &kept, const std::vector<Document *> &before,
                       const std::vector<Preset> &builtIn);
    /// An open document of the same origin that gives way; else null.
    Document *sameOrigin(const KeptDocument &kept, const std::vector<Document *> &keep) const;
    /// The document of start(), while it gives way; else null.
    Document *startDocument() const { return m_start && isUntouched(*m_start) ? m_start.data() : nullptr; }
    void listen(Document *document);
    void setFront(Document *document);
    void startImport(const Import &import);
    void importNext();
    void take(const std::shared_ptr<const RunResult> &result);
    void takeTrace(const std::shared_ptr<const RunResult> &result);
    void predict();
    void takePrediction(PresetDocument *of, const std::shared_ptr<const Prediction> &prediction,
                        const QString &problem);
    ShownState state() const;
    void update();
    std::shared_ptr<const TimelineContent> contentOf(const Shown &next);

    QUndoGroup m_undoGroup;
    std::vector<DocumentPointer> m_documents;
    Document *m_front = nullptr;
    std::optional<Preset> m_first;
    QPointer<Document> m_start;                              ///< gives way
    std::deque<std::shared_ptr<const KeptSession>> m_closed; ///< of one document each, the last one closed first
    bool m_letGo = false;

    RunController m_runs;
    QPointer<PresetDocument> m_asking; ///< for the run in flight
    std::deque<Import> m_toImport;
    Import m_inFlight;
    bool m_imports = false;
    RunHistory m_history;
    int m_frontNumber = 0;

    std::shared_ptr<const DeviceCatalog> m_devices;
    BackgroundTask m_predicting;
    bool m_predicts = false;
    bool m_recordsBlocks = false;

    BackgroundTask m_indexing;
    std::shared_ptr<const Recording> m_indexed; ///< by m_indexing; null: it does nothing
    Shown m_shown;
};

} // namespace streamscope
