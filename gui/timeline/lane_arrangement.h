// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/timeline_content.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace streamscope {

/// Under which headings the lanes stand.
enum class LaneGrouping { All, Streams, Engines, Devices, Multiprocessors };
inline constexpr int laneGroupingCount = 5;

/// How a person has arranged the lanes. Lanes and headings are named by keys that stay the same from run to run, so
/// that the arrangement does, too; keys of what a run does not have are kept and mean nothing there.
struct LaneArrangement
{
    static constexpr double lowest = 0.4, highest = 4; ///< of `heights`

    LaneGrouping grouping = LaneGrouping::All;
    std::set<QString> collapsed; ///< headings
    std::set<QString> hidden;    ///< lanes
    QStringList pinned;          ///< lanes that stand on top, in this order
    QStringList order;           ///< lanes that were moved: those of one heading stand in this order, before the others
    std::map<QString, double> heights; ///< of lanes, times the usual row

    bool operator==(const LaneArrangement &) const = default;

    QByteArray toJson() const;
    /// What cannot be understood is left out.
    static LaneArrangement fromJson(const QByteArray &json);
};

/// A heading or a lane, in the order in which they are drawn.
struct LaneEntry
{
    bool isHeading = false;
    QString key;
    QString title;           ///< headings
    bool collapsed = false;  ///< headings
    int lanes = 0;           ///< headings: how many stand under it, seen or not
    int group = 0, lane = 0; ///< lanes: into TimelineContent::groups() and ContentGroup::lanes
    double height = 1;       ///< lanes: of each row, times the usual
    bool pinned = false;
};

/// What is drawn of `content`, made once for each arrangement.
struct LaneList
{
    std::vector<LaneEntry> entries;
    std::size_t pinned = 0;       ///< the first of these: they stand still while the others scroll
    bool blocks = true;           ///< the lanes of the SMs follow
    bool blocksCollapsed = false; ///< with nothing but their heading
    int hidden = 0;               ///< lanes that a person has hidden
};

LaneList arrangedLanes(const TimelineContent &content, const LaneArrangement &arrangement);

/// "stream:0:2", "engine:0:copy_h2d", "host", "sync".
QString laneKey(const Timeline &timeline, const Lane &lane);
/// The key of the heading of the SMs' lanes.
QString blocksKey();

/// Moves the lane `key` so that it stands before (or behind) `target` where both have the same heading.
void moveLane(LaneArrangement &arrangement, const LaneList &lanes, const QString &key, const QString &target,
              bool behind);

/// "By stream" …
QString laneGroupingTitle(LaneGrouping grouping);

} // namespace streamscope
