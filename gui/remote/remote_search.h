// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/remote/trace_contents.h"

#include <QObject>
#include <QString>

#include <functional>

namespace streamscope {

class RemoteTrace;
class SearchBar;
class SelectionPanel;
class TimelineState;

/// The search line over a trace on another machine: the machine searches, and the window goes to what it found.
class RemoteSearch : public QObject
{
    Q_OBJECT

public:
    /// `front`: the trace in front; null where it lies on this machine. Owns none of them.
    RemoteSearch(SearchBar *bar, TimelineState *timeline, SelectionPanel *selection,
                 std::function<RemoteTrace *()> front);

    /// Of a trace that has been opened.
    void follow(RemoteTrace *trace);

private:
    void search(const QString &text);
    void step(bool next);
    void show(const RemoteTrace *trace, const SearchAnswer &answer);

    SearchBar *m_bar;
    TimelineState *m_timeline;
    SelectionPanel *m_selection;
    std::function<RemoteTrace *()> m_front;
    QString m_text;
    std::int64_t m_current = -1; ///< the operation that was stepped to
};

/// Facts that came of an operation there, on the panel of the selected one.
void showFacts(SelectionPanel *panel, const std::vector<std::pair<std::string, std::string>> &facts);

} // namespace streamscope
