// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/model/timeline_content.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace streamscope {

/// The headings under which lanes are grouped.
enum class LaneGrouping { All, Streams, Engines, Devices, Multiprocessors };
inline constexpr int laneGroupingCount = 5;

/// The user's arrangement of the lanes. Keys name lanes and headings and stay the same from run to run, and so does the
/// arrangement. Keys without a lane in the current run are kept and ignored.
struct LaneArrangement
{
    static constexpr double lowest = 0.4, highest = 4; ///< of `heights`

    LaneGrouping grouping = LaneGrouping::All;
    std::set<QString> collapsed;       ///< headings
    std::set<QString> hidden;          ///< lanes
    QStringList pinned;                ///< lanes at the top, in this order
    QStringList order;                 ///< moved lanes: under each heading they come first, in this order
    std::map<QString, double> heights; ///< of lanes, times the usual row

    bool operator==(const LaneArrangement &) const = default;

    QByteArray toJson() const;
    /// Unknown parts are ignored.
    static LaneArrangement fromJson(const QByteArray &json);
};

/// A heading or a lane, in drawing order.
struct LaneEntry
{
    bool isHeading = false;
    QString key;
    QString title;           ///< headings
    bool collapsed = false;  ///< headings
    int lanes = 0;           ///< headings: number of lanes under it, visible or not
    int group = 0, lane = 0; ///< lanes: into TimelineContent::groups() and ContentGroup::lanes
    double height = 1;       ///< lanes: of each row, times the usual
    bool pinned = false;
};

/// The drawn lanes of `content`, computed once for each arrangement.
struct LaneList
{
    std::vector<LaneEntry> entries;
    std::size_t pinned = 0;       ///< the number of first entries that do not scroll
    bool blocks = true;           ///< the lanes of the SMs follow
    bool blocksCollapsed = false; ///< only their heading is shown
    int hidden = 0;               ///< lanes hidden by the user
};

LaneList arrangedLanes(const TimelineContent &content, const LaneArrangement &arrangement);

/// "stream:0:2", "engine:0:copy_h2d", "host", "sync".
QString laneKey(const Timeline &timeline, const Lane &lane);
/// The key of the heading of the SMs' lanes.
QString blocksKey();

/// Moves the lane `key` before (or behind) `target`, if both have the same heading.
void moveLane(LaneArrangement &arrangement, const LaneList &lanes, const QString &key, const QString &target,
              bool behind);

/// "By stream" …
QString laneGroupingTitle(LaneGrouping grouping);

} // namespace streamscope
