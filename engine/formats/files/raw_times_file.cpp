// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files/raw_times_file.h"

#include "engine/formats/files/parameter_json.h"
#include "engine/formats/text/json_object.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <array>
#include <initializer_list>
#include <utility>

namespace streamscope {

namespace {

constexpr const char *formatName = "streamscope-raw-times";

/// One list per quantity, each row a list of times.
QJsonArray row(std::initializer_list<std::int64_t> times, std::int64_t origin = 0)
{
    QJsonArray list;
    for (const std::int64_t time : times)
        list.append(time == unknownTime ? QJsonValue() : QJsonValue(static_cast<qint64>(time - origin)));
    return list;
}

/// Reads rows of `width` times.
class Rows
{
public:
    Rows(const JsonObject &object, const char *key, qsizetype width)
        : m_object(object), m_key(key), m_rows(object.value(key).toArray()), m_width(width)
    {
        if (!object.value(key).isArray())
            m_object.refuse(m_key, jsonValueText(object.value(key)), QT_TRANSLATE_NOOP("engine", "a list of times"));
    }
    qsizetype count() const { return m_rows.size(); }
    std::int64_t time(qsizetype index, qsizetype column) const
    {
        const QJsonArray values = m_rows[index].toArray();
        const QJsonValue value = values[column];
        if (values.size() != m_width || !(value.isDouble() || value.isNull()))
            m_object.refuse(m_key, jsonValueText(m_rows[index]), Phrase("engine", "lists of %1 times").arg(m_width));
        return value.isNull() ? unknownTime : value.toInteger();
    }

private:
    const JsonObject &m_object;
    const char *m_key;
    QJsonArray m_rows;
    qsizetype m_width;
};

/// What the file's times of these clocks count from. Their own origins are far away and of no use.
struct Origins
{
    std::int64_t host = 0;
    std::int64_t timer = 0;
};

QJsonArray bracketsJson(const std::vector<ClockBracket> &brackets, std::int64_t origin)
{
    QJsonArray list;
    for (const ClockBracket &b : brackets) {
        QJsonArray values = row({b.before});
        for (const QJsonValue value : row({b.start, b.end}, origin))
            values.append(value);
        values.append(static_cast<qint64>(b.after));
        list.append(values);
    }
    return list;
}

std::vector<ClockBracket> readBrackets(const JsonObject &object, const char *key)
{
    std::vector<ClockBracket> brackets;
    const Rows rows(object, key, 4);
    for (qsizetype i = 0; i < rows.count(); ++i)
        brackets.push_back({rows.time(i, 0), rows.time(i, 1), rows.time(i, 2), rows.time(i, 3)});
    return brackets;
}

using LatencyField = std::pair<const char *, std::int64_t CopyLatency::*>;
constexpr std::array<LatencyField, 7> latencyFields{{{"after_submit", &CopyLatency::afterSubmit},
                                                     {"after_copy", &CopyLatency::afterCopy},
                                                     {"after_other", &CopyLatency::afterOther},
                                                     {"after_kernel", &CopyLatency::afterKernel},
                                                     {"queued", &CopyLatency::queued},
                                                     {"queued_beside", &CopyLatency::queuedBeside},
                                                     {"end_beside", &CopyLatency::endBeside}}};

QJsonObject latencyJson(const CopyLatency &latency)
{
    QJsonObject object;
    for (const auto &[name, field] : latencyFields)
        object.insert(QString::fromLatin1(name), static_cast<qint64>(latency.*field));
    return object;
}

CopyLatency readLatency(const JsonObject &object)
{
    constexpr std::int64_t second = 1'000'000'000;
    CopyLatency latency;
    for (const auto &[name, field] : latencyFields)
        latency.*field = object.integer(name, -second, second);
    object.requireNothingElse();
    return latency;
}

QJsonObject timesJson(const RawTimes &raw, const Origins &origins)
{
    QJsonArray events, stamps, watched, calls, functions, reference;
    for (const std::int64_t time : raw.run.events)
        events.append(row({time}));
    for (const KernelTimes &kernel : raw.run.stamps)
        stamps.append(row({kernel.firstStart, kernel.lastEnd}, origins.timer));
    for (const std::int64_t time : raw.run.watched)
        watched.append(row({time}, origins.timer));
    for (const CallTimes &call : raw.run.calls)
        calls.append(row({call.begin, call.submitted, call.end}, origins.host));
    for (const HostInterval &function : raw.run.functions)
        functions.append(row({function.begin, function.end}, origins.host));
    for (const ReferenceTimes &times : raw.reference)
        reference.append(row({times.start, times.end}, origins.timer));
    return {{QStringLiteral("events"), events},
            {QStringLiteral("stamps"), stamps},
            {QStringLiteral("watched"), watched},
            {QStringLiteral("calls"), calls},
            {QStringLiteral("functions"), functions},
            {QStringLiteral("host_brackets"), bracketsJson(raw.run.host, origins.host)},
            {QStringLiteral("timer_brackets"), bracketsJson(raw.run.timer, origins.timer)},
            {QStringLiteral("timer_brackets_after"), bracketsJson(raw.run.timerEnd, origins.timer)},
            {QStringLiteral("reference"), reference}};
}

Origins originsOf(const RawRun &run)
{
    return {run.calls.empty() ? 0 : run.calls.front().begin, run.timer.empty() ? 0 : run.timer.front().start};
}

RawTimes readTimes(const JsonObject &object)
{
    RawTimes raw;
    const Rows events(object, "events", 1), stamps(object, "stamps", 2), calls(object, "calls", 3),
        reference(object, "reference", 2);
    for (qsizetype i = 0; i < events.count(); ++i)
        raw.run.events.push_back(events.time(i, 0));
    for (qsizetype i = 0; i < stamps.count(); ++i)
        raw.run.stamps.push_back({stamps.time(i, 0), stamps.time(i, 1)});
    for (qsizetype i = 0; i < calls.count(); ++i)
        raw.run.calls.push_back({calls.time(i, 0), calls.time(i, 1), calls.time(i, 2)});
    if (object.has("functions")) { // files that were written before there were any have none
        const Rows functions(object, "functions", 2);
        for (qsizetype i = 0; i < functions.count(); ++i)
            raw.run.functions.push_back({functions.time(i, 0), functions.time(i, 1)});
    }
    if (object.has("watched")) { // and no watched copies
        const Rows watched(object, "watched", 1);
        for (qsizetype i = 0; i < watched.count(); ++i)
            raw.run.watched.push_back(watched.time(i, 0));
    }
    for (qsizetype i = 0; i < reference.count(); ++i)
        raw.reference.push_back({reference.time(i, 0), reference.time(i, 1)});
    raw.run.host = readBrackets(object, "host_brackets");
    raw.run.timer = readBrackets(object, "timer_brackets");
    raw.run.timerEnd = readBrackets(object, "timer_brackets_after");
    return raw;
}

} // namespace

QByteArray rawTimesJson(const std::string &experiment, const Parameters &parameters, const RawTimes &raw)
{
    QJsonObject object = timesJson(raw, originsOf(raw.run));
    object.insert(QStringLiteral("format"), QString::fromLatin1(formatName));
    object.insert(QStringLiteral("version"), 1);
    object.insert(QStringLiteral("experiment"), QString::fromStdString(experiment));
    object.insert(QStringLiteral("parameters"), toJson(parameters));
    object.insert(QStringLiteral("one_copy_engine"), raw.oneEngineForBothDirections);
    object.insert(QStringLiteral("latencies"), QJsonObject{{QStringLiteral("h2d"), latencyJson(raw.latencies.h2d)},
                                                           {QStringLiteral("d2h"), latencyJson(raw.latencies.d2h)}});
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

RawTimesFile parseRawTimes(const QByteArray &json, const std::string &source)
{
    const JsonObject object = JsonObject::parse(json, source);
    object.requireFormat(formatName, 1);
    RawTimesFile file;
    file.experiment = object.text("experiment");
    const QJsonValue parameters = object.value("parameters");
    if (!parameters.isObject())
        object.refuse("parameters", jsonValueText(parameters), QT_TRANSLATE_NOOP("engine", "an object"));
    file.parameters = parameters.toObject();
    file.raw = readTimes(object);
    file.raw.oneEngineForBothDirections = object.flag("one_copy_engine");
    const JsonObject latencies = object.object("latencies");
    file.raw.latencies = {readLatency(latencies.object("h2d")), readLatency(latencies.object("d2h"))};
    latencies.requireNothingElse();
    object.requireNothingElse();
    return file;
}

} // namespace streamscope
