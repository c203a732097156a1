// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/session/session_substance.h"

#include "gui/workspace/session/kept_session.h"
#include "gui/workspace/workspace.h"

#include <algorithm>

namespace streamscope {

namespace {

bool isSame(const std::weak_ptr<const void> &a, const std::weak_ptr<const void> &b)
{
    return !a.owner_before(b) && !b.owner_before(a);
}

} // namespace

bool SessionSubstance::Entry::operator==(const Entry &other) const
{
    return title == other.title && source == other.source && device == other.device && parameters == other.parameters
           && unsoundRows == other.unsoundRows && marks == other.marks
           && std::equal(made.begin(), made.end(), other.made.begin(), other.made.end(), isSame);
}

SessionSubstance::SessionSubstance(const Workspace &workspace)
{
    for (const KeptDocument &document : keptSession(workspace).documents) {
        Entry &entry = m_entries.emplace_back();
        entry.title = document.title;
        entry.marks = document.view.marks;
        entry.marks.bookmarks = {}; // a way to look at it
        if (const auto *experiment = std::get_if<KeptExperiment>(&document.content)) {
            entry.source = experiment->preset.experiment;
            entry.device = experiment->preset.device;
            entry.parameters = experiment->preset.parameters;
            entry.unsoundRows = experiment->unsoundRows;
            entry.made = {experiment->result, experiment->sweep};
        } else if (const auto *comparison = std::get_if<KeptComparison>(&document.content)) {
            entry.made = {comparison->comparison};
        } // a trace is what its file is
    }
}

} // namespace streamscope
