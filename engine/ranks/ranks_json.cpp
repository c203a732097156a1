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

QJsonObject timesJson(const RankTimes &times)
{
    return {{QStringLiteral("compute_ns"), static_cast<qint64>(times.computeNs)},
            {QStringLiteral("exposed_communication_ns"), static_cast<qint64>(times.exposedCommunicationNs)},
            {QStringLiteral("exposed_copy_ns"), static_cast<qint64>(times.exposedCopyNs)},
            {QStringLiteral("idle_ns"), static_cast<qint64>(times.idleNs)}};
}

/// In the order of RankJob::steps; null for a step that the rank has not.
QJsonArray stepsJson(const RankFigures &figures)
{
    QJsonArray steps;
    for (const RankStepFigures &step : figures.steps) {
        if (!step.isKnown) {
            steps.append(QJsonValue());
            continue;
        }
        QJsonObject one = timesJson(step.times);
        one.insert(QStringLiteral("wait_ns"), static_cast<qint64>(step.waitNs));
        steps.append(one);
    }
    return steps;
}

QJsonValue numberOrNull(std::optional<double> number)
{
    return number ? QJsonValue(*number) : QJsonValue();
}

QJsonArray collectivesJson(const RankJob &job)
{
    QJsonArray list;
    for (const JobCollective &one : job.list)
        list.append(QJsonObject{{QStringLiteral("name"), jsonText(one.name)},
                                {QStringLiteral("communicator"), jsonText(one.communicator)},
                                {QStringLiteral("bytes"), static_cast<qint64>(one.bytes)},
                                {QStringLiteral("ranks"), static_cast<qint64>(one.ranks)},
                                {QStringLiteral("last_rank"), job.ranks[one.last].rank},
                                {QStringLiteral("skew_ns"), static_cast<qint64>(one.skewNs())},
                                {QStringLiteral("wait_ns"), static_cast<qint64>(one.waitNs)},
                                {QStringLiteral("transfer_ns"), static_cast<qint64>(one.transferNs)},
                                {QStringLiteral("algorithm_gb_s"), numberOrNull(algorithmBandwidth(one))},
                                {QStringLiteral("bus_gb_s"), numberOrNull(busBandwidth(one))}});
    return list;
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
        {QStringLiteral("others_wait_ns"), number(figures.othersWaitNs)},
        {QStringLiteral("residual_us"), microsecondsOrNull(alignment.residualNs)},
        {QStringLiteral("clock"), QString::fromLatin1(clockWord(alignment.clock))},
        {QStringLiteral("offset_us"), known ? QJsonValue(jsonMicroseconds(alignment.fit.offsetNs)) : QJsonValue()},
        {QStringLiteral("drift_ppm"), known ? QJsonValue(alignment.fit.drift * 1e6) : QJsonValue()}};
    if (!alignment.fit.refusal.empty())
        object.insert(QStringLiteral("clock_refused"), jsonText(alignment.fit.refusal));
    object.insert(QStringLiteral("times"), timesJson(figures.times));
    object.insert(QStringLiteral("steps"), stepsJson(figures));
    if (figures.late)
        object.insert(QStringLiteral("late"),
                      QJsonObject{{QStringLiteral("name"), jsonText(figures.late->name)},
                                  {QStringLiteral("longer_ns"), static_cast<qint64>(figures.late->ns)}});
    return object;
}

} // namespace

QJsonObject toJson(const RankJob &job)
{
    QJsonObject ranks;
    for (const RankFigures &figures : job.ranks)
        ranks.insert(QString::number(figures.rank), rankJson(figures));
    QJsonArray steps;
    for (const std::string &step : job.steps)
        steps.append(jsonText(step));
    QJsonArray problems;
    for (const std::string &problem : job.problems)
        problems.append(jsonText(problem));
    return {{QStringLiteral("count"), static_cast<qint64>(job.ranks.size())},
            {QStringLiteral("collectives"), static_cast<qint64>(job.collectives)},
            {QStringLiteral("transfer_ns"), static_cast<qint64>(job.transferNs)},
            {QStringLiteral("by_rank"), ranks},
            {QStringLiteral("steps"), steps},
            {QStringLiteral("list"), collectivesJson(job)},
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
