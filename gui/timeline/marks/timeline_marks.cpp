// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/marks/timeline_marks.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cstdlib>

namespace streamscope {

namespace {

bool earlier(const TimelineMarker &marker, std::int64_t ns)
{
    return marker.ns < ns;
}

} // namespace

std::size_t TimelineMarks::add(const TimelineMarker &marker)
{
    auto place = std::lower_bound(markers.begin(), markers.end(), marker.ns, earlier);
    if (place != markers.end() && place->ns == marker.ns)
        place->note = marker.note;
    else
        place = markers.insert(place, marker);
    return static_cast<std::size_t>(place - markers.begin());
}

std::optional<std::size_t> TimelineMarks::near(std::int64_t ns, std::int64_t reachNs) const
{
    std::optional<std::size_t> nearest;
    std::int64_t best = reachNs;
    for (std::size_t i = 0; i < markers.size(); ++i) {
        const std::int64_t distance = std::abs(detail::saturatedDifference(markers[i].ns, ns));
        if (distance <= best) {
            best = distance;
            nearest = i;
        }
    }
    return nearest;
}

std::optional<std::size_t> TimelineMarks::next(std::int64_t ns, bool forward) const
{
    const auto place = std::lower_bound(markers.begin(), markers.end(), forward ? ns + 1 : ns, earlier);
    if (forward)
        return place == markers.end() ? std::nullopt : std::optional(static_cast<std::size_t>(place - markers.begin()));
    return place == markers.begin() ? std::nullopt
                                    : std::optional(static_cast<std::size_t>(place - markers.begin()) - 1);
}

QByteArray TimelineMarks::toJson() const
{
    QJsonArray list;
    for (const TimelineMarker &marker : markers)
        list.append(QJsonObject{{QStringLiteral("ns"), QJsonValue(static_cast<qint64>(marker.ns))},
                                {QStringLiteral("note"), marker.note}});
    QJsonObject views;
    for (std::size_t i = 0; i < bookmarks.size(); ++i)
        if (bookmarks[i])
            views[QString::number(i)] =
                QJsonObject{{QStringLiteral("origin_ns"), QJsonValue(static_cast<qint64>(bookmarks[i]->axis.originNs))},
                            {QStringLiteral("ns_per_pixel"), bookmarks[i]->axis.nsPerPixel},
                            {QStringLiteral("scroll"), bookmarks[i]->scrollY}};
    return QJsonDocument(QJsonObject{{QStringLiteral("markers"), list}, {QStringLiteral("bookmarks"), views}})
        .toJson(QJsonDocument::Compact);
}

TimelineMarks TimelineMarks::fromJson(const QByteArray &json)
{
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    TimelineMarks marks;
    const QJsonArray list = object[QLatin1String("markers")].toArray();
    for (const QJsonValue value : list)
        if (const QJsonObject marker = value.toObject(); marker[QLatin1String("ns")].isDouble())
            marks.add({marker[QLatin1String("ns")].toInteger(), marker[QLatin1String("note")].toString()});
    const QJsonObject views = object[QLatin1String("bookmarks")].toObject();
    for (std::size_t i = 0; i < bookmarkCount; ++i) {
        const QJsonObject view = views[QString::number(i)].toObject();
        const double zoom = view[QLatin1String("ns_per_pixel")].toDouble();
        if (zoom > 0)
            marks.bookmarks[i] = {{view[QLatin1String("origin_ns")].toInteger(), zoom},
                                  view[QLatin1String("scroll")].toInt()};
    }
    return marks;
}

} // namespace streamscope
