// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/session/kept_session.h"

#include "gui/workspace/workspace.h"

#include <algorithm>

namespace streamscope {

namespace {

/// `shown`: a Recording or the content of a comparison.
KeptView keptView(const DocumentView &view, const void *shown)
{
    KeptView kept{view.lanes, view.marks, {}};
    if (const auto part = view.parts.find(shown); part != view.parts.end())
        kept.part = part->second;
    else
        kept.part = view.next;
    if (kept.part)
        kept.part->of.reset();
    return kept;
}

const void *recordingOf(const std::shared_ptr<const RunResult> &result)
{
    return result ? &result->recording : nullptr;
}

KeptDocument keptExperiment(const PresetDocument &document)
{
    return {document.displayName(), keptView(*document.view(), recordingOf(document.result())),
            KeptExperiment{document.preset(), document.savedOnce(), document.ownPath(), document.unsoundRows(),
                           document.result(), document.sweep()}};
}

KeptDocument keptTrace(const TraceDocument &document)
{
    KeptTrace kept{document.path(),   document.ranks(),       document.isMade(),      document.device(),
                   document.result(), document.isElsewhere(), document.programThere()};
    if (kept.isElsewhere)
        kept.result.reset(); // it has no operations
    return {document.displayName(), keptView(*document.view(), recordingOf(document.result())), std::move(kept)};
}

KeptDocument keptComparison(const ComparisonDocument &document, std::optional<int> source)
{
    KeptComparison kept{document.comparison(), document.runAlone(), source};
    kept.runAlone.view.reset();
    kept.runAlone.content.reset();
    return {document.displayName(), keptView(*document.view(), document.comparison()->content.get()), std::move(kept)};
}

/// False for what has nothing that could be kept: the first document before there is one, a recording of nothing.
bool canBeKept(const Document &document)
{
    if (const auto *preset = qobject_cast<const PresetDocument *>(&document))
        return static_cast<bool>(preset->preset().experiment);
    const auto *trace = qobject_cast<const TraceDocument *>(&document);
    return !trace || trace->nothing().isEmpty();
}

/// `source`: index of the document whose knobs turn, for a comparison.
KeptDocument kept(const Document &document, std::optional<int> source)
{
    if (const auto *preset = qobject_cast<const PresetDocument *>(&document))
        return keptExperiment(*preset);
    if (const auto *trace = qobject_cast<const TraceDocument *>(&document))
        return keptTrace(*trace);
    return keptComparison(*qobject_cast<const ComparisonDocument *>(&document), source);
}

} // namespace

KeptSession keptDocument(const Document &document)
{
    KeptSession session;
    session.when = QDateTime::currentDateTimeUtc();
    if (!canBeKept(document))
        return session;
    session.documents.push_back(kept(document, std::nullopt));
    const auto *of = qobject_cast<const TraceDocument *>(&document);
    if (auto *trace = std::get_if<KeptTrace>(&session.documents.front().content); trace && of->hasFile())
        trace->result.reset();
    return session;
}

KeptSession keptSession(const Workspace &workspace)
{
    std::vector<const Document *> documents;
    for (const auto &document : workspace.documents())
        if (canBeKept(*document))
            documents.push_back(document.get());
    KeptSession session;
    session.when = QDateTime::currentDateTimeUtc();
    for (const Document *document : documents) {
        if (document == &workspace.front())
            session.front = static_cast<int>(session.documents.size());
        const auto *comparison = qobject_cast<const ComparisonDocument *>(document);
        const auto source =
            comparison ? std::find(documents.begin(), documents.end(), comparison->source()) : documents.end();
        session.documents.push_back(kept(*document, source == documents.end()
                                                        ? std::optional<int>()
                                                        : std::optional(static_cast<int>(source - documents.begin()))));
    }
    return session;
}

} // namespace streamscope
