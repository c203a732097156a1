// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/reports/overlap_json.h"

#include "engine/formats/text/json_object.h"

#include <QJsonArray>

namespace streamscope {

namespace {

QJsonValue percentOf(std::int64_t whole, std::int64_t part)
{
    return whole > 0 ? QJsonValue(100.0 * static_cast<double>(part) / static_cast<double>(whole)) : QJsonValue();
}

} // namespace

QJsonObject toJson(const FilterOverlap &overlap)
{
    const auto ofMakespan = [&overlap](std::int64_t ns) { return percentOf(overlap.makespanNs, ns); };
    QJsonArray filters;
    for (const FilterOverlap::Filter &filter : overlap.filters)
        filters.append(
            QJsonObject{{QStringLiteral("filter"), jsonText(filter.text)},
                        {QStringLiteral("operations"), static_cast<qint64>(filter.operations)},
                        {QStringLiteral("union_ns"), static_cast<qint64>(filter.unionNs)},
                        {QStringLiteral("makespan_percent"), ofMakespan(filter.unionNs)},
                        {QStringLiteral("intersection_percent"), percentOf(filter.unionNs, overlap.intersectionNs)}});
    const std::int64_t first = overlap.filters.empty() ? 0 : overlap.filters.front().unionNs;
    return {{QStringLiteral("makespan_ns"), static_cast<qint64>(overlap.makespanNs)},
            {QStringLiteral("filters"), filters},
            {QStringLiteral("union_ns"), static_cast<qint64>(overlap.unionNs)},
            {QStringLiteral("union_makespan_percent"), ofMakespan(overlap.unionNs)},
            {QStringLiteral("intersection_ns"), static_cast<qint64>(overlap.intersectionNs)},
            {QStringLiteral("intersection_makespan_percent"), ofMakespan(overlap.intersectionNs)},
            {QStringLiteral("exposed_ns"), static_cast<qint64>(overlap.exposedNs)},
            {QStringLiteral("exposed_makespan_percent"), ofMakespan(overlap.exposedNs)},
            {QStringLiteral("exposed_percent"), percentOf(first, overlap.exposedNs)}};
}

} // namespace streamscope
