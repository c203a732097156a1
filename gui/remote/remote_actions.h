// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/remote/remote_trace.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>

namespace streamscope {

class ExportActions;
class FileActions;
class FindingsPanel;
class MessageBar;
class RangePanel;
class RemoteFetch;
class RemoteSearch;
class SearchBar;
class SelectionPanel;
class TimelineWidget;
class TraceDocument;
class Workspace;
struct FileDialogs;
struct WindowActions;

/// Opens traces on other machines, and shows what comes of them. Each belongs to its document and ends with it.
class RemoteActions : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        Workspace &workspace;
        const WindowActions &actions;
        MessageBar *messages;
        TimelineWidget *timeline;
        SelectionPanel *selection;
        RangePanel *range;
        QWidget *window;
        std::function<QStringList()> machines; ///< those that were added
        SearchBar *search;
        FindingsPanel *findings;
        ExportActions *exports;
        const FileDialogs &dialogs;
        FileActions &files;
    };
    /// Owns none of them.
    explicit RemoteActions(const Parts &parts);
    ~RemoteActions() override;

    /// "ssh://gpu1/data/trace.json.gz"; problems appear in the message bar.
    void open(const QString &address);

private:
    void ask();
    void reopenFront();
    void offerStart(TraceDocument *document, const QString &label);
    void start(TraceDocument *document);
    void follow(TraceDocument *document, RemoteTrace *trace);
    void advise(TraceDocument *document, RemoteTrace *trace);
    RemoteTrace *front() const;
    void showWhatCame(const RemoteTrace *trace);
    void pointAt(const QPointF &position);
    void describe(const BarAnswer &answer);
    void showRange();

    Parts m_parts;
    std::unique_ptr<RemoteSearch> m_search;
    std::unique_ptr<RemoteFetch> m_fetch;
};

} // namespace streamscope
