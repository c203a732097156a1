// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// The documents of a session become those of the workspace.
#include "engine/run/named_run.h"
#include "gui/workspace/session/kept_session.h"
#include "gui/workspace/workspace.h"

#include <algorithm>
#include <utility>

namespace streamscope {

namespace {

/// As today's program has the built-in preset, else as it was.
std::optional<Preset> savedNow(const KeptExperiment &kept, const std::vector<Preset> &builtIn)
{
    if (!kept.saved || !kept.path.isEmpty())
        return kept.saved;
    const auto known = std::find_if(builtIn.begin(), builtIn.end(), [&kept](const Preset &preset) {
        return preset.name == kept.saved->name && preset.experiment == kept.saved->experiment;
    });
    return known == builtIn.end() ? kept.saved : std::optional(*known);
}

std::unique_ptr<TraceDocument> traceOf(const KeptTrace &kept)
{
    if (kept.isElsewhere)
        return TraceDocument::elsewhere(kept.path, kept.programThere);
    std::unique_ptr<TraceDocument> made = kept.isMade ? std::make_unique<TraceDocument>(kept.path, kept.result)
                                          : kept.ranks.isEmpty() ? std::make_unique<TraceDocument>(kept.path)
                                                                 : std::make_unique<TraceDocument>(kept.ranks);
    made->setResult(kept.result);
    made->setDevice(kept.device);
    return made;
}

/// `shown`: what its part is of.
void setView(const Document &document, const KeptView &kept, const std::shared_ptr<const void> &shown)
{
    DocumentView &view = *document.view();
    view.lanes = kept.lanes;
    view.marks = kept.marks;
    if (!shown) {
        view.next = kept.part;
    } else if (kept.part) {
        view.parts[shown.get()] = *kept.part;
        view.parts[shown.get()].of = shown;
    }
}

std::shared_ptr<const void> recordingIn(const std::shared_ptr<const RunResult> &result)
{
    return result ? std::shared_ptr<const void>(result, &result->recording) : nullptr;
}

} // namespace

Document *Workspace::place(DocumentPointer document, Document *replaced)
{
    if (replaced)
        return add(std::move(document), replaced);
    listen(document.get());
    m_documents.push_back(std::move(document));
    return m_documents.back().get();
}

Document *Workspace::sameOrigin(const KeptDocument &kept, const std::vector<Document *> &keep) const
{
    Document *known = nullptr;
    if (const auto *experiment = std::get_if<KeptExperiment>(&kept.content)) {
        PresetDocument *const preset = experiment->path.isEmpty()
                                           ? builtInDocument(experiment->saved.value_or(experiment->preset))
                                           : documentOf(experiment->path);
        if (preset && preset != m_asking && !preset->isModified() && !preset->result() && !preset->sweep())
            known = preset;
    } else if (const auto *trace = std::get_if<KeptTrace>(&kept.content)) {
        TraceDocument *const open = traceDocument(traceOf(*trace)->key());
        if (open && !open->grows())
            known = open;
    }
    return std::find(keep.begin(), keep.end(), known) == keep.end() ? known : nullptr;
}

Document *Workspace::restored(const KeptDocument &kept, const std::vector<Document *> &before,
                              const std::vector<Preset> &builtIn)
{
    Document *const replaced = sameOrigin(kept, before);
    if (const auto *experiment = std::get_if<KeptExperiment>(&kept.content)) {
        auto made = PresetDocument::restored(experiment->preset, savedNow(*experiment, builtIn), experiment->path);
        made->setUnsound(experiment->unsoundRows, {});
        made->setResult(experiment->result);
        made->setSweep(experiment->sweep);
        setView(*made, kept.view, recordingIn(experiment->result));
        return place(std::move(made), replaced);
    }
    if (const auto *trace = std::get_if<KeptTrace>(&kept.content)) {
        auto made = traceOf(*trace);
        setView(*made, kept.view, recordingIn(trace->result));
        return place(std::move(made), replaced);
    }
    const auto &comparison = std::get<KeptComparison>(kept.content);
    const auto source = static_cast<std::size_t>(comparison.source.value_or(-1));
    auto made = std::make_unique<ComparisonDocument>(source < before.size() ? before[source] : nullptr);
    made->setComparison(comparison.comparison, comparison.runAlone);
    setView(*made, kept.view, comparison.comparison->content);
    return place(std::move(made), nullptr);
}

void Workspace::rememberClosed(const Document &document)
{
    constexpr std::size_t most = 10;
    if (&document == m_front)
        commitView();
    auto kept = std::make_shared<const KeptSession>(keptDocument(document));
    if (kept->documents.empty())
        return;
    m_closed.push_front(std::move(kept));
    if (m_closed.size() > most)
        m_closed.pop_back();
}

void Workspace::reopenClosed(const std::vector<Preset> &builtIn)
{
    if (m_closed.empty())
        return;
    const std::shared_ptr<const KeptSession> kept = m_closed.front();
    m_closed.pop_front();
    restore(*kept, builtIn);
}

void Workspace::restore(const KeptSession &session, const std::vector<Preset> &builtIn)
{
    std::vector<Document *> made(session.documents.size());
    // Comparisons last, because a document that they are of may stand behind them; the tabs keep their order.
    for (const bool comparisons : {false, true})
        for (std::size_t i = 0; i < made.size(); ++i)
            if (std::holds_alternative<KeptComparison>(session.documents[i].content) == comparisons)
                made[i] = restored(session.documents[i], made, builtIn);
    std::vector<std::size_t> places;
    for (const Document *document : made)
        places.push_back(indexOf(document));
    std::vector<std::size_t> sorted = places;
    std::sort(sorted.begin(), sorted.end());
    std::vector<DocumentPointer> inOrder;
    for (const std::size_t at : places)
        inOrder.push_back(std::move(m_documents[at]));
    for (std::size_t i = 0; i < sorted.size(); ++i)
        m_documents[sorted[i]] = std::move(inOrder[i]);
    for (const KeptDocument &kept : session.documents) {
        if (const auto *experiment = std::get_if<KeptExperiment>(&kept.content); experiment && experiment->result)
            m_history.add(namedRun(experiment->result));
        else if (const auto *trace = std::get_if<KeptTrace>(&kept.content); trace && trace->result)
            m_history.add(namedRun(trace->result));
    }
    setFront(made[static_cast<std::size_t>(session.front)]);
    endStart();
}

} // namespace streamscope
