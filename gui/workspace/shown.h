// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/files/preset.h"
#include "engine/run/prediction.h"
#include "gui/workspace/document_view.h"
#include "gui/workspace/prepared_comparison.h"

#include <QString>

#include <memory>
#include <optional>

namespace streamscope {

/// All that the screen shows of runs: it comes from one document, the one in front. The timeline draws the document's
/// run or its prediction; the figures, findings and exports are those of its run.
struct Shown
{
    enum class Drawn { Nothing, Run, Prediction };

    QString name;                       ///< of the document
    std::shared_ptr<DocumentView> view; ///< of the document, or of the comparison over it
    Drawn drawn = Drawn::Nothing;
    /// The last run, or the trace; null: none yet, or a prediction is drawn, so that no figures of a former run are
    /// beside the picture of the next.
    std::shared_ptr<const RunResult> result;
    std::shared_ptr<const RunResult> former; ///< the last run while a prediction is drawn, for the change
    bool isOutdated = false;                 ///< values were changed since the last run
    bool canRun = false;                     ///< an experiment, whose knobs lead to a run
    bool grows = false;                      ///< a trace that is being recorded: a longer one takes its place
    bool isElsewhere = false;                ///< a trace whose operations lie on another machine
    /// Of such a trace, see TraceDocument::AdviceThere.
    std::shared_ptr<const RunAnalysis> adviceThere;
    QString adviceProblem;
    /// Null unless it is drawn itself, or as frames over the run.
    std::shared_ptr<const Prediction> prediction;
    std::shared_ptr<const TimelineContent> content;       ///< null while it is being made
    std::shared_ptr<const PreparedComparison> comparison; ///< all else is of its side `alone` then

    bool isTrace() const { return result && result->import; }
    bool isPredictionBeside() const { return drawn == Drawn::Run && prediction; }
    /// What the timeline draws, of a comparison the run of side `alone`; null: nothing.
    std::shared_ptr<const Recording> recording() const;
    /// The Program of the recording; null for a trace.
    std::shared_ptr<const Program> program() const;
    std::vector<Race> races() const;
    /// The recording as one side of a comparison; empty when nothing is drawn.
    std::optional<NamedRun> run() const;
};

/// The state of the documents from which follows what is shown.
struct ShownState
{
    std::shared_ptr<const RunResult> trace;       ///< of the trace in front; null: the experiment is in front
    QString name;                                 ///< of the experiment's document
    Preset preset;                                ///< values of the experiment
    std::shared_ptr<const RunResult> result;      ///< the experiment's last run
    std::shared_ptr<const Prediction> prediction; ///< the experiment's last prediction, maybe for other values
    const DeviceInfo *device = nullptr;           ///< chosen; null while it is unknown
    bool predicts = false;
    bool recordsBlocks = false;                           ///< the next run records its blocks
    std::shared_ptr<const PreparedComparison> comparison; ///< null: none is open
    Shown comparedRun;                                    ///< side `alone` of the comparison, as it was shown alone
};

/// True when the run or the prediction is one of these values on this device.
bool isCurrent(const RunResult &result, const Preset &preset, const DeviceInfo *device);
bool isCurrent(const Prediction &prediction, const Preset &preset, const DeviceInfo *device);

/// The one decision about what is shown, without the content of the timeline.
Shown shownOf(const ShownState &state);

} // namespace streamscope
