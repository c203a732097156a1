// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/model/time_axis.h"

#include <QByteArray>
#include <QString>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace streamscope {

/// A marked moment with a note.
struct TimelineMarker
{
    std::int64_t ns = 0;
    QString note;

    bool operator==(const TimelineMarker &) const = default;
};

/// A saved view.
struct TimelineBookmark
{
    TimeAxis axis;
    int scrollY = 0;

    bool operator==(const TimelineBookmark &) const = default;
};

/// The user's marks in a timeline.
struct TimelineMarks
{
    static constexpr std::size_t bookmarkCount = 10;

    std::vector<TimelineMarker> markers; ///< in order of time
    std::array<std::optional<TimelineBookmark>, bookmarkCount> bookmarks;

    bool operator==(const TimelineMarks &) const = default;

    /// Inserts a marker in order of time; a marker at the same time gets the new note. @returns its index.
    std::size_t add(const TimelineMarker &marker);
    /// The nearest marker no further than `reachNs` from `ns`.
    std::optional<std::size_t> near(std::int64_t ns, std::int64_t reachNs) const;
    /// The first marker after (or the last before) `ns`.
    std::optional<std::size_t> next(std::int64_t ns, bool forward) const;

    QByteArray toJson() const;
    /// Unknown parts are ignored.
    static TimelineMarks fromJson(const QByteArray &json);
};

} // namespace streamscope
