// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/parameter.h"
#include "engine/program/run_source.h"
#include "gui/timeline/marks/timeline_marks.h"

#include <QByteArray>
#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace streamscope {

class Workspace;

/// What somebody would miss who opened a session of an earlier time instead: documents, knobs, runs, sweeps,
/// comparisons, markers. How they were looked at does not count. Keeps no run alive.
class SessionSubstance
{
public:
    SessionSubstance() = default; ///< of no document
    /// As it is now.
    explicit SessionSubstance(const Workspace &workspace);

    bool operator==(const SessionSubstance &other) const { return m_entries == other.m_entries; }

private:
    struct Entry
    {
        QString title;
        RunSource source;
        std::string device;
        Parameters parameters;
        QByteArray unsoundRows;
        std::vector<std::weak_ptr<const void>> made; ///< a run, a sweep, a comparison
        TimelineMarks marks;
        bool operator==(const Entry &other) const;
    };
    std::vector<Entry> m_entries;
};

} // namespace streamscope
