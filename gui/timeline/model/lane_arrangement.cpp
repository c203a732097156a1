// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/model/lane_arrangement.h"

#include "gui/timeline/text/translation.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace streamscope {

namespace {

QString fromView(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

struct Section
{
    QString key, title;
    std::vector<LaneEntry> lanes;
};

/// Collects the lanes under their headings.
class Arranger
{
public:
    Arranger(const TimelineContent &content, const LaneArrangement &arrangement)
        : m_content(content), m_arrangement(arrangement)
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
        const LaneGrouping grouping = m_arrangement.grouping;
        list.blocks = grouping == LaneGrouping::All || grouping == LaneGrouping::Multiprocessors
                      || grouping == LaneGrouping::Devices;
        list.blocksCollapsed = m_arrangement.collapsed.contains(blocksKey());
        return list;
    }

private:
    bool wants(LaneKind kind) const
    {
        switch (m_arrangement.grouping) {
        case LaneGrouping::All:
        case LaneGrouping::Devices:
            return true;
        case LaneGrouping::Streams:
            return kind != LaneKind::Engine;
        case LaneGrouping::Engines:
            return kind != LaneKind::Stream;
        case LaneGrouping::Multiprocessors:
            return kind == LaneKind::Engine;
        }
        return true;
    }

    Section &sectionOf(const ContentLane &content)
    {
        const Lane &lane = content.lane;
        QString key, title;
        if (content.side && m_arrangement.grouping == LaneGrouping::Devices) {
            const NamedRun &run = m_content.compared()->run(*content.side);
            key = QStringLiteral("group:side:") + sideLetter(*content.side);
            title = tr("%1: %2  ·  %3  ·  %4")
                        .arg(sideLetter(*content.side), originTitle(run.origin), run.title, runFacts(run));
        } else if (lane.kind == LaneKind::Host || lane.kind == LaneKind::Sync) {
            key = QStringLiteral("group:host");
            title = tr("Host");
        } else if (m_arrangement.grouping == LaneGrouping::Devices) {
            key = QStringLiteral("group:device:%1").arg(lane.device);
            title = tr("Device %1").arg(lane.device);
        } else if (lane.kind == LaneKind::Stream) {
            key = QStringLiteral("group:streams");
            title = tr("Streams");
        } else {
            key = QStringLiteral("group:engines");
            title = tr("Engines");
        }
        const auto found = std::find_if(m_sections.begin(), m_sections.end(),
                                        [&key](const Section &section) { return section.key == key; });
        return found != m_sections.end() ? *found : m_sections.emplace_back(Section{key, title, {}});
    }

    void collect()
    {
        for (std::size_t g = 0; g < m_content.groups().size(); ++g) {
            const auto &lanes = m_content.groups()[g].lanes;
            for (std::size_t i = 0; i < lanes.size(); ++i) {
                const Lane &lane = lanes[i].lane;
                LaneEntry entry;
                entry.key = laneKey(m_content.timeline(), lane);
                if (lanes[i].side) // the arrangement of compared lanes is separate from that of a single run
                    entry.key.prepend(sideLetter(*lanes[i].side) + QLatin1Char('/'));
                if (m_arrangement.hidden.contains(entry.key)) {
                    ++m_hidden;
                    continue;
                }
                entry.group = static_cast<int>(g);
                entry.lane = static_cast<int>(i);
                const auto height = m_arrangement.heights.find(entry.key);
                entry.height = height == m_arrangement.heights.end()
                                   ? 1
                                   : std::clamp(height->second, LaneArrangement::lowest, LaneArrangement::highest);
                entry.pinned = m_arrangement.pinned.contains(entry.key);
                if (entry.pinned)
                    m_pinned.push_back(entry);
                else if (wants(lane.kind))
                    sectionOf(lanes[i]).lanes.push_back(entry);
            }
        }
    }

    void addPinned(LaneList &list)
    {
        if (m_pinned.empty())
            return;
        std::stable_sort(m_pinned.begin(), m_pinned.end(), [this](const LaneEntry &a, const LaneEntry &b) {
            return m_arrangement.pinned.indexOf(a.key) < m_arrangement.pinned.indexOf(b.key);
        });
        Section section{QStringLiteral("group:pinned"), tr("Pinned"), std::move(m_pinned)};
        add(section, list);
        list.pinned = list.entries.size();
    }

    void add(Section &section, LaneList &list) const
    {
        LaneEntry heading;
        heading.isHeading = true;
        heading.key = section.key;
        heading.title = section.title;
        heading.lanes = static_cast<int>(section.lanes.size());
        heading.collapsed = m_arrangement.collapsed.contains(section.key);
        list.entries.push_back(heading);
        if (heading.collapsed)
            return;
        if (section.key != QStringLiteral("group:pinned"))
            std::stable_sort(section.lanes.begin(), section.lanes.end(),
                             [this](const LaneEntry &a, const LaneEntry &b) { return rank(a) < rank(b); });
        list.entries.insert(list.entries.end(), section.lanes.begin(), section.lanes.end());
    }

    qsizetype rank(const LaneEntry &entry) const { return m_rank.value(entry.key, m_rank.size()); }

    const TimelineContent &m_content;
    const LaneArrangement &m_arrangement;
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
    for (const QJsonValue &item : array)
        if (item.isString())
            strings << item.toString();
    return strings;
}

} // namespace

LaneList arrangedLanes(const TimelineContent &content, const LaneArrangement &arrangement)
{
    return Arranger(content, arrangement).list();
}

QString laneKey(const Timeline &timeline, const Lane &lane)
{
    switch (lane.kind) {
    case LaneKind::Host:
        return QStringLiteral("host");
    case LaneKind::Sync:
        return QStringLiteral("sync");
    case LaneKind::Stream: {
        const std::string &id = timeline.streams()[static_cast<std::size_t>(lane.stream)].id;
        return QStringLiteral("stream:%1:%2").arg(lane.device).arg(QString::fromStdString(id));
    }
    case LaneKind::Engine:
        return QStringLiteral("engine:%1:%2").arg(lane.device).arg(fromView(engineName(lane.engine)));
    }
    return {};
}

QString blocksKey()
{
    return QStringLiteral("group:sms");
}

void moveLane(LaneArrangement &arrangement, const LaneList &lanes, const QString &key, const QString &target,
              bool behind)
{
    if (key == target)
        return;
    QStringList section; // the heading's lanes as they stand now
    bool hasKey = false, hasTarget = false;
    for (const LaneEntry &entry : lanes.entries) {
        if (entry.isHeading) {
            if (hasKey && hasTarget)
                break;
            section.clear();
            hasKey = hasTarget = false;
            continue;
        }
        section << entry.key;
        hasKey = hasKey || entry.key == key;
        hasTarget = hasTarget || entry.key == target;
    }
    if (!hasKey || !hasTarget)
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
    switch (grouping) {
    case LaneGrouping::All:
        return tr("Streams, engines and SMs");
    case LaneGrouping::Streams:
        return tr("By stream");
    case LaneGrouping::Engines:
        return tr("By engine");
    case LaneGrouping::Devices:
        return tr("By device");
    case LaneGrouping::Multiprocessors:
        return tr("By SM");
    }
    return {};
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
    const QJsonObject rows = object[QLatin1String("heights")].toObject();
    for (auto row = rows.begin(); row != rows.end(); ++row)
        if (row.value().isDouble())
            arrangement.heights[row.key()] = std::clamp(row.value().toDouble(), lowest, highest);
    return arrangement;
}

} // namespace streamscope
