// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/remote/remote_search.h"

#include "gui/remote/remote_trace.h"
#include "gui/results/panels.h"
#include "gui/timeline/widget/search_bar.h"
#include "gui/timeline/widget/timeline_state.h"

#include <utility>

namespace streamscope {

RemoteSearch::RemoteSearch(SearchBar *bar, TimelineState *timeline, SelectionPanel *selection,
                           std::function<RemoteTrace *()> front)
    : m_bar(bar), m_timeline(timeline), m_selection(selection), m_front(std::move(front))
{
    connect(bar, &SearchBar::searchWanted, this, &RemoteSearch::search);
    connect(bar, &SearchBar::stepWanted, this, &RemoteSearch::step);
}

void RemoteSearch::follow(RemoteTrace *trace)
{
    connect(trace, &RemoteTrace::found, this, [this, trace](const SearchAnswer &answer) { show(trace, answer); });
}

void RemoteSearch::search(const QString &text)
{
    m_text = text;
    m_current = -1;
    if (RemoteTrace *trace = m_front(); trace && !text.isEmpty())
        trace->search({text.toStdString(), -1, SearchQuestion::Step::None});
}

/// Return in the line may come before the pause after typing has ended.
void RemoteSearch::step(bool next)
{
    RemoteTrace *trace = m_front();
    if (!trace)
        return;
    if (const QString text = m_bar->text(); std::exchange(m_text, text) != text)
        m_current = -1;
    trace->search(
        {m_text.toStdString(), m_current, next ? SearchQuestion::Step::Next : SearchQuestion::Step::Previous});
}

void RemoteSearch::show(const RemoteTrace *trace, const SearchAnswer &answer)
{
    if (trace != m_front() || m_text.isEmpty())
        return;
    m_bar->showFound(
        {QString::fromStdString(answer.problem), answer.count, answer.found ? answer.found->number : 0, answer.sumNs});
    if (!answer.found || m_timeline->content() != trace->content())
        return;
    const FoundOperation &found = *answer.found;
    m_current = found.operation;
    const TimeRange times{found.beginNs, found.endNs};
    m_timeline->revealTime(times);
    m_timeline->revealLane(QString::fromStdString(found.lane));
    m_timeline->setRange(times);
    showFacts(m_selection, found.facts);
}

void showFacts(SelectionPanel *panel, const std::vector<std::pair<std::string, std::string>> &facts)
{
    panel->clear();
    for (const auto &[label, value] : facts)
        panel->addFact(QString::fromStdString(label), QString::fromStdString(value));
    panel->fit();
}

} // namespace streamscope
