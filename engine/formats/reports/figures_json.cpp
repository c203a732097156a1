// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/reports/figures_json.h"

#include "engine/analysis/figure_list.h"
#include "engine/formats/text/json_object.h"

#include <QJsonArray>

#include <map>

namespace streamscope {

namespace {

/// Members in nanoseconds, or plain counts.
QJsonObject integers(std::initializer_list<std::pair<const char *, std::int64_t>> members)
{
    QJsonObject object;
    for (const auto &[name, value] : members)
        object.insert(QLatin1String(name), static_cast<qint64>(value));
    return object;
}

QJsonObject gapsJson(const GapTimes &gaps)
{
    QJsonObject object;
    for (std::size_t cause = 0; cause < gaps.size(); ++cause)
        object.insert(QLatin1String(gapCauseName(static_cast<GapCause>(cause))), static_cast<qint64>(gaps[cause]));
    return object;
}

QJsonObject streamJson(const DeviceFigures::PerStream &stream)
{
    QJsonObject object = integers({{"busy_ns", stream.busyNs},
                                   {"waited_ns", stream.waitedNs},
                                   {"operations", stream.operations},
                                   {"gap_ns", stream.gapNs},
                                   {"longest_gap_ns", stream.longestGapNs},
                                   {"queue_full_ns", stream.queueFullNs}});
    object.insert(QStringLiteral("gaps_ns"), gapsJson(stream.gapsNs));
    object.insert(QStringLiteral("deepest_queue"),
                  stream.deepestQueue > 0 ? QJsonValue(stream.deepestQueue) : QJsonValue());
    return object;
}

QJsonArray copiesJson(const std::vector<CopyRate> &copies)
{
    QJsonArray list;
    for (const CopyRate &rate : copies) {
        QJsonObject object =
            integers({{"count", rate.count}, {"bytes", static_cast<std::int64_t>(rate.bytes)}, {"sum_ns", rate.sumNs}});
        object.insert(QStringLiteral("direction"), jsonText(kindName(rate.kind)));
        object.insert(QStringLiteral("from"), jsonText(memoryKindName(rate.from)).toLower());
        object.insert(QStringLiteral("to"), jsonText(memoryKindName(rate.to)).toLower());
        object.insert(QStringLiteral("gb_per_s"),
                      rate.sumNs > 0 ? QJsonValue(rate.gigabytesPerSecond()) : QJsonValue());
        list.append(object);
    }
    return list;
}

QJsonValue share(double percent, std::int64_t whole)
{
    return whole > 0 ? QJsonValue(percent) : QJsonValue();
}

} // namespace

QJsonObject toJson(const DeviceFigures &f)
{
    QJsonObject object;
    std::map<std::string_view, QJsonObject> groups;
    for (const auto &[key, value] : plainFigures(f)) {
        const std::size_t dot = key.find('.');
        QJsonObject &into = dot == key.npos ? object : groups[key.substr(0, dot)];
        into.insert(jsonText(key.substr(dot + 1)), static_cast<qint64>(value)); // npos + 1 is 0
    }
    for (const auto &[key, group] : groups)
        object.insert(jsonText(key), group);
    object.insert(QStringLiteral("copy_hidden_percent"), share(f.copyHiddenPercent, f.unionNs.copy));
    object.insert(QStringLiteral("communication_hidden_percent"),
                  share(f.communicationHiddenPercent, f.unionNs.communication));
    object.insert(
        QStringLiteral("utilisation_percent"),
        share(100.0 * static_cast<double>(f.busyUnionNs) / static_cast<double>(std::max<std::int64_t>(f.spanNs, 1)),
              f.spanNs));
    QJsonObject active, streams;
    for (const auto &[count, ns] : f.streamsActiveNs)
        active.insert(QString::number(count), static_cast<qint64>(ns));
    for (const auto &[id, stream] : f.streams)
        streams.insert(jsonText(id), streamJson(stream));
    object.insert(QStringLiteral("streams_active_ns"), active);
    object.insert(QStringLiteral("streams"), streams);
    object.insert(QStringLiteral("copies"), copiesJson(f.copies));
    object.insert(QStringLiteral("gaps_ns"), gapsJson(f.gapsNs));
    return object;
}

QJsonObject toJson(const HostFigures &figures)
{
    return integers({{"synchronisations", figures.synchronisations},
                     {"blocked_ns", figures.blockedNs},
                     {"operations_with_call", figures.issuedKnown},
                     {"operations_without_call", figures.issuedUnknown}});
}

QJsonObject toJson(const HostEventCounts &counts)
{
    return {{QStringLiteral("threads"), static_cast<qint64>(counts.threads)},
            {QStringLiteral("calls"), static_cast<qint64>(counts.calls)},
            {QStringLiteral("operators"), static_cast<qint64>(counts.operators)},
            {QStringLiteral("ranges"), static_cast<qint64>(counts.ranges)},
            {QStringLiteral("python_frames"), static_cast<qint64>(counts.pythonFrames)}};
}

QJsonObject toJson(const ImportReport &report)
{
    QJsonObject kept, skipped;
    QJsonArray devices, warnings;
    for (std::size_t kind = 0; kind < report.kept.size(); ++kind)
        if (report.kept[kind] > 0)
            kept.insert(jsonText(kindName(static_cast<OperationKind>(kind))), static_cast<qint64>(report.kept[kind]));
    for (const auto &[reason, count] : report.skipped)
        skipped.insert(jsonText(reason), static_cast<qint64>(count));
    for (const ImportReport::Device &device : report.devices)
        devices.append(jsonText(device.text()));
    for (const std::string &warning : report.warnings)
        warnings.append(jsonText(warning));
    return {
        {QStringLiteral("file"), jsonText(report.source)},
        {QStringLiteral("format"), jsonText(report.format)},
        {QStringLiteral("clock_base"), jsonText(report.clockBase)},
        {QStringLiteral("origin_ns"), static_cast<qint64>(report.originNs)},
        {QStringLiteral("base_time_ns"),
         report.baseTimeNs ? QJsonValue(static_cast<qint64>(*report.baseTimeNs)) : QJsonValue()},
        {QStringLiteral("events_read"), static_cast<qint64>(report.eventsRead)},
        {QStringLiteral("bytes_read"), static_cast<qint64>(report.bytesRead)},
        {QStringLiteral("kept"), kept},
        {QStringLiteral("calls_kept"), static_cast<qint64>(report.calls)},
        {QStringLiteral("skipped"), skipped},
        {QStringLiteral("devices"), devices},
        {QStringLiteral("warnings"), warnings},
        {QStringLiteral("broken_at"), report.brokenAt.empty() ? QJsonValue() : QJsonValue(jsonText(report.brokenAt))}};
}

} // namespace streamscope
