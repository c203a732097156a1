// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/files/preset.h"
#include "gui/workspace/document_sweep.h"
#include "gui/workspace/document_view.h"
#include "gui/workspace/prepared_comparison.h"
#include "gui/workspace/shown.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace streamscope {

class Document;
class Workspace;

/// How the user looked at a document.
struct KeptView
{
    std::optional<LaneArrangement> lanes; ///< empty: it was never shown
    TimelineMarks marks;
    std::optional<DocumentView::Part> part; ///< of its run or its comparison; without its `of`
};

/// An experiment or a Program, without its undo history.
struct KeptExperiment
{
    Preset preset;               ///< its name identifies a built-in preset
    std::optional<Preset> saved; ///< as in its file or built in; empty when it was never saved
    QString path;                ///< of its file; empty without one
    QByteArray unsoundRows;      ///< see PresetDocument
    std::shared_ptr<const RunResult> result;
    std::shared_ptr<const DocumentSweep> sweep{};
};

struct KeptTrace
{
    QString path; ///< as TraceDocument has it; of a trace on another machine its address
    QStringList ranks;
    bool isMade = false;
    std::string device;
    std::shared_ptr<const RunResult> result; ///< null: it is read from its file
    bool isElsewhere = false;                ///< it lies on another machine, and stays there
    std::string programThere{};              ///< that reads it there; may be empty
};

struct KeptComparison
{
    std::shared_ptr<const PreparedComparison> comparison;
    Shown runAlone;              ///< see ComparisonDocument; without its view
    std::optional<int> source{}; ///< index of the document whose knobs turn
};

struct KeptDocument
{
    QString title; ///< the name shown to the user
    KeptView view;
    std::variant<KeptExperiment, KeptTrace, KeptComparison> content;
};

/// The documents of a window as they are at one time. Runs and traces are shared with them and do not change, so that
/// another thread can write them.
struct KeptSession
{
    QDateTime when;
    std::vector<KeptDocument> documents; ///< in the order of their tabs
    int front = 0;                       ///< index
    QByteArray layout;                   ///< of the window's panels, as QMainWindow has it; may be empty
};

/// The documents as they are now.
KeptSession keptSession(const Workspace &workspace);
/// Of this document alone; of no document where it has nothing that could be kept. A trace that has a file is not kept
/// in memory.
KeptSession keptDocument(const Document &document);

} // namespace streamscope
