// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/ranks/ranks_json.h"

#include "engine/formats/text/json_object.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace streamscope {

namespace {

QJsonValue microsecondsOrNull(std::optional<std::int64_t> ns)
{
    return ns ? QJsonValue(jsonMicroseconds(*ns)) : QJsonValue();
}

const char *clockWord(RankClock clock)
{
    switch (clock) {
    case RankClock::Own:
        return "own";
    case RankClock::Aligned:
        return "aligned";
    case RankClock::Refused:
        break;
    }
    return "unknown";
}

QJsonObject rankJson(const RankFigures &figures)
{
    const RankAlignment &alignment = figures.alignment;
    const bool known = alignment.isKnown();
    const auto number = [known](auto value) { return known ? QJsonValue(static_cast<qint64>(value)) : QJsonValue(); };
    QJsonObject object{
        {QStringLiteral("file"), jsonText(figures.path)},
        {QStringLiteral("collectives"), static_cast<qint64>(figures.collectives)},
        {QStringLiteral("wait_ns"), number(figures.waitNs)},
        {QStringLiteral("starts_last"), number(figures.startsLast)},
        {QStringLiteral("residual_us"), microsecondsOrNull(alignment.residualNs)},
        {QStringLiteral("clock"), QString::fromLatin1(clockWord(alignment.clock))},
        {QStringLiteral("offset_us"), known ? QJsonValue(jsonMicroseconds(alignment.fit.offsetNs)) : QJsonValue()},
        {QStringLiteral("drift_ppm"), known ? QJsonValue(alignment.fit.drift * 1e6) : QJsonValue()}};
    if (!alignment.fit.refusal.empty())
        object.insert(QStringLiteral("clock_refused"), jsonText(alignment.fit.refusal));
    return object;
}

} // namespace

QJsonObject toJson(const RankJob &job)
{
    QJsonObject ranks;
    for (const RankFigures &figures : job.ranks)
        ranks.insert(QString::number(figures.rank), rankJson(figures));
    QJsonArray problems;
    for (const std::string &problem : job.problems)
        problems.append(jsonText(problem));
    return {{QStringLiteral("count"), static_cast<qint64>(job.ranks.size())},
            {QStringLiteral("collectives"), static_cast<qint64>(job.collectives)},
            {QStringLiteral("transfer_ns"), static_cast<qint64>(job.transferNs)},
            {QStringLiteral("by_rank"), ranks},
            {QStringLiteral("problems"), problems}};
}

QByteArray rankReportJson(const RankJob &job)
{
    return QJsonDocument(QJsonObject{{QStringLiteral("format"), QStringLiteral("streamscope-report")},
                                     {QStringLiteral("version"), 1},
                                     {QStringLiteral("program"), QStringLiteral("StreamScope " STREAMSCOPE_VERSION)},
                                     {QStringLiteral("ranks"), toJson(job)}})
        .toJson();
}

} // namespace streamscope
