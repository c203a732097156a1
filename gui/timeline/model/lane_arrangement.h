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

/// The user's arrangement of the lanes. Keys name lanes and headings and stay the same from run to run, and so does the
/// arrangement. Keys without a lane in the current run are kept and ignored.
struct LaneArrangement
{
    static constexpr double lowest = 0.4, highest = 4; ///< of `heights`

    LaneGrouping grouping = LaneGrouping::All;
    std::set<QString> collapsed;       ///< headings that are not as at first: folded, or opened
    std::set<QString> hidden;          ///< lanes
    QStringList pinned;                ///< lanes at the top, in this order
    QStringList order;                 ///< moved lanes: under each heading they come first, in this order
    std::map<QString, double> heights; ///< of lanes, times the usual row
    bool counters = false;             ///< lanes of counters are shown

    bool operator==(const LaneArrangement &) const = default;

    QByteArray toJson() const;
    /// Unknown parts are ignored.
    static LaneArrangement fromJson(const QByteArray &json);
};

/// A heading or a lane, in drawing order.
struct LaneEntry
{
    std::shared_ptr<const ContentLane> lane; ///< null for headings
    QString key;
    QString title;          ///< headings
    bool collapsed = false; ///< headings
    /// Folded headings: the density of the lanes under it; else null.
    std::shared_ptr<const ContentLane> folded;
    int lanes = 0;     ///< headings: number of lanes under it, visible or not
    double height = 1; ///< lanes: of each row, times the usual
    bool pinned = false;
    bool isDetail = false; ///< such a lane, or the heading of such lanes

    bool isHeading() const { return lane == nullptr; }
};

/// The key of the last line, which says how many lanes are hidden.
inline const QString hiddenLanesKey = QStringLiteral("group:hidden");

/// The drawn lanes of a content, computed once for each arrangement.
struct LaneList
{
    std::vector<LaneEntry> entries;
    std::size_t pinned = 0; ///< the number of first entries that do not scroll
    int hidden = 0;         ///< lanes hidden by the user
};

/// The options for the lanes with details, see ContentLane::isDetail().
struct DetailLanes
{
    bool shown = true;
    double scale = 1; ///< > 0: of their heights
};

/// `asked`: lanes that the user asked for, above the lanes of the content.
LaneList arrangedLanes(const TimelineContent &content, const LaneArrangement &arrangement,
                       const DetailLanes &details = {}, const ContentLanes &asked = {});

/// The entry of a lane; null when it is not drawn.
const LaneEntry *entryOf(const LaneList &lanes, const QString &key);

/// The keys of the lanes as they are drawn; with `beside`, only of those under the heading of this lane.
QStringList laneKeys(const LaneList &lanes, const QString &beside = {});

/// Moves the lane `key` before (or behind) `target`, if both have the same heading.
void moveLane(LaneArrangement &arrangement, const LaneList &lanes, const QString &key, const QString &target,
              bool behind);

/// "By stream" …
QString laneGroupingTitle(LaneGrouping grouping);

} // namespace streamscope
