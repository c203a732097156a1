// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/model/lane_arrangement.h"

#include "gui/timeline/model/lane_kinds.h"
#include "gui/timeline/text/translation.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>

namespace streamscope {

namespace {

const QString pinnedKey = QStringLiteral("group:pinned");

struct Section
{
    LaneHeading heading;
    std::vector<LaneEntry> lanes;
};

/// Collects the lanes under their headings.
class Arranger
{
    Q_DECLARE_TR_FUNCTIONS(Arranger)

public:
    Arranger(const TimelineContent &content, const LaneArrangement &arrangement, const DetailLanes &details,
             const ContentLanes &asked)
        : m_content(content), m_arrangement(arrangement), m_details(details), m_asked(asked)
    {
        for (qsizetype i = 0; i < arrangement.order.size(); ++i)
            m_rank.insert(arrangement.order[i], i);
    }

    LaneList list()
    {
        collect();
        LaneList list;
        list.hidden = m_hidden;
        addPinned(list);
        for (Section &section : m_sections)
            add(section, list);
        if (m_hidden > 0) {
            LaneEntry line;
            line.key = hiddenLanesKey;
            line.title = m_hidden == 1 ? tr("1 lane hidden – show") : tr("%1 lanes hidden – show").arg(m_hidden);
            line.collapsed = true;
            list.entries.push_back(line);
        }
        return list;
    }

private:
    Section &sectionOf(const ContentLane &lane)
    {
        LaneHeading heading = lane.heading(m_content, m_arrangement.grouping);
        const auto found = std::find_if(m_sections.begin(), m_sections.end(),
                                        [&](const Section &section) { return section.heading.key == heading.key; });
        return found != m_sections.end() ? *found : m_sections.emplace_back(Section{std::move(heading), {}});
    }

    void collect()
    {
        for (const auto &lane : m_asked)
            add(lane);
        for (const auto &lane : m_content.lanes())
            add(lane);
    }

    void add(const std::shared_ptr<const ContentLane> &lane)
    {
        if ((lane->isDetail() && !m_details.shown) || (lane->isCounter() && !m_arrangement.counters))
            return;
        if (m_arrangement.hidden.contains(lane->key)) {
            ++m_hidden;
            return;
        }
        LaneEntry entry;
        entry.lane = lane;
        entry.key = lane->key;
        entry.isDetail = lane->isDetail();
        const auto height = m_arrangement.heights.find(entry.key);
        if (height != m_arrangement.heights.end())
            entry.height = std::clamp(height->second, LaneArrangement::lowest, LaneArrangement::highest);
        if (entry.isDetail)
            entry.height *= m_details.scale;
        entry.pinned = m_arrangement.pinned.contains(entry.key);
        if (entry.pinned)
            m_pinned.push_back(entry);
        else if (lane->isIn(m_arrangement.grouping))
            sectionOf(*lane).lanes.push_back(entry);
    }

    void addPinned(LaneList &list)
    {
        if (m_pinned.empty())
            return;
        std::stable_sort(m_pinned.begin(), m_pinned.end(), [this](const LaneEntry &a, const LaneEntry &b) {
            return m_arrangement.pinned.indexOf(a.key) < m_arrangement.pinned.indexOf(b.key);
        });
        Section section{{pinnedKey, tr("Pinned"), tr("Pinned")}, std::move(m_pinned)};
        add(section, list);
        list.pinned = list.entries.size();
    }

    void add(Section &section, LaneList &list) const
    {
        LaneEntry heading;
        heading.key = section.heading.key;
        heading.lanes = static_cast<int>(section.lanes.size());
        heading.collapsed = m_arrangement.collapsed.contains(heading.key) != section.heading.foldedAtFirst;
        heading.title = heading.collapsed ? tr("%1 (%2)").arg(section.heading.foldedTitle).arg(heading.lanes)
                                          : section.heading.title;
        heading.isDetail = section.lanes.front().isDetail;
        if (heading.collapsed) {
            ContentLanes members;
            for (const LaneEntry &entry : section.lanes)
                if (!entry.lane->isCounter())
                    members.push_back(entry.lane);
            if (!members.empty())
                heading.folded = foldedLane(section.heading, std::move(members));
        }
        list.entries.push_back(heading);
        if (heading.collapsed)
            return;
        if (heading.key != pinnedKey)
            std::stable_sort(section.lanes.begin(), section.lanes.end(),
                             [this](const LaneEntry &a, const LaneEntry &b) { return rank(a) < rank(b); });
        list.entries.insert(list.entries.end(), section.lanes.begin(), section.lanes.end());
    }

    qsizetype rank(const LaneEntry &entry) const { return m_rank.value(entry.key, m_rank.size()); }

    const TimelineContent &m_content;
    const LaneArrangement &m_arrangement;
    const DetailLanes &m_details;
    const ContentLanes &m_asked;
    QHash<QString, qsizetype> m_rank;
    std::vector<Section> m_sections;
    std::vector<LaneEntry> m_pinned;
    int m_hidden = 0;
};

QJsonArray jsonOf(const auto &strings)
{
    QJsonArray array;
    for (const QString &string : strings)
        array.append(string);
    return array;
}

QStringList stringsOf(const QJsonValue &value)
{
    QStringList strings;
    const QJsonArray array = value.toArray();
    for (const QJsonValue item : array)
        if (item.isString())
            strings << item.toString();
    return strings;
}

} // namespace

LaneList arrangedLanes(const TimelineContent &content, const LaneArrangement &arrangement, const DetailLanes &details,
                       const ContentLanes &asked)
{
    return Arranger(content, arrangement, details, asked).list();
}

const LaneEntry *entryOf(const LaneList &lanes, const QString &key)
{
    const auto found = std::find_if(lanes.entries.begin(), lanes.entries.end(),
                                    [&key](const LaneEntry &entry) { return !entry.isHeading() && entry.key == key; });
    return found == lanes.entries.end() ? nullptr : &*found;
}

QStringList laneKeys(const LaneList &lanes, const QString &beside)
{
    QStringList keys;
    for (const LaneEntry &entry : lanes.entries) {
        if (!entry.isHeading()) {
            keys << entry.key;
        } else if (!beside.isEmpty()) { // of another heading
            if (keys.contains(beside))
                return keys;
            keys.clear();
        }
    }
    return beside.isEmpty() || keys.contains(beside) ? keys : QStringList();
}

void moveLane(LaneArrangement &arrangement, const LaneList &lanes, const QString &key, const QString &target,
              bool behind)
{
    QStringList section = laneKeys(lanes, key);
    if (key == target || !section.contains(target))
        return;
    section.removeOne(key);
    section.insert(section.indexOf(target) + (behind ? 1 : 0), key);
    if (arrangement.pinned.contains(key)) {
        arrangement.pinned = section;
        return;
    }
    for (const QString &moved : section)
        arrangement.order.removeOne(moved);
    arrangement.order += section;
}

QString laneGroupingTitle(LaneGrouping grouping)
{
    constexpr std::array<const char *, laneGroupingCount> titles{
        QT_TRANSLATE_NOOP("streamscope", "Streams, engines and SMs"), QT_TRANSLATE_NOOP("streamscope", "By stream"),
        QT_TRANSLATE_NOOP("streamscope", "By engine"), QT_TRANSLATE_NOOP("streamscope", "By device"),
        QT_TRANSLATE_NOOP("streamscope", "By SM")};
    return tr(titles[static_cast<std::size_t>(grouping)]);
}

QByteArray LaneArrangement::toJson() const
{
    QJsonObject object, rows;
    object[QLatin1String("grouping")] = static_cast<int>(grouping);
    object[QLatin1String("collapsed")] = jsonOf(collapsed);
    object[QLatin1String("hidden")] = jsonOf(hidden);
    object[QLatin1String("pinned")] = jsonOf(pinned);
    object[QLatin1String("order")] = jsonOf(order);
    for (const auto &[key, height] : heights)
        rows[key] = height;
    object[QLatin1String("heights")] = rows;
    object[QLatin1String("counters")] = counters;
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

LaneArrangement LaneArrangement::fromJson(const QByteArray &json)
{
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    LaneArrangement arrangement;
    const int grouping = object[QLatin1String("grouping")].toInt();
    if (grouping > 0 && grouping < laneGroupingCount)
        arrangement.grouping = static_cast<LaneGrouping>(grouping);
    for (const QString &key : stringsOf(object[QLatin1String("collapsed")]))
        arrangement.collapsed.insert(key);
    for (const QString &key : stringsOf(object[QLatin1String("hidden")]))
        arrangement.hidden.insert(key);
    arrangement.pinned = stringsOf(object[QLatin1String("pinned")]);
    arrangement.order = stringsOf(object[QLatin1String("order")]);
    arrangement.counters = object[QLatin1String("counters")].toBool();
    const QJsonObject rows = object[QLatin1String("heights")].toObject();
    for (auto row = rows.begin(); row != rows.end(); ++row)
        if (row.value().isDouble())
            arrangement.heights[row.key()] = std::clamp(row.value().toDouble(), lowest, highest);
    return arrangement;
}

} // namespace streamscope
