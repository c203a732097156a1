// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/reports/report.h"

#include "engine/formats/files/parameter_json.h"
#include "engine/formats/reports/advice_json.h"
#include "engine/formats/reports/device_json.h"
#include "engine/formats/reports/figures_json.h"
#include "engine/formats/reports/overlap_json.h"
#include "engine/formats/reports/steps_json.h"
#include "engine/formats/text/json_object.h"
#include "engine/timeline/statistics.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace streamscope {

namespace {

qint64 whole(std::int64_t ns)
{
    return static_cast<qint64>(ns);
}

QJsonArray samplesJson(const std::vector<std::int64_t> &times)
{
    QJsonArray samples;
    for (const std::int64_t time : times)
        samples.append(jsonMicroseconds(time));
    return samples;
}

QJsonObject makespanJson(const Makespans &makespans, const std::optional<PredictionRange> &range)
{
    QJsonObject plain{{QStringLiteral("median"), jsonMicroseconds(makespans.median())},
                      {QStringLiteral("min"), jsonMicroseconds(makespans.minimum())},
                      {QStringLiteral("samples"), samplesJson(makespans.plain)}};
    if (const Statistics s = statisticsOf(makespans.plain); s.count > 0) {
        plain.insert(QStringLiteral("q1"), s.firstQuartile / 1000.0);
        plain.insert(QStringLiteral("q3"), s.thirdQuartile / 1000.0);
        plain.insert(QStringLiteral("max"), jsonMicroseconds(s.maximum));
        plain.insert(QStringLiteral("mean"), s.mean / 1000.0);
        plain.insert(QStringLiteral("coefficient_of_variation"), s.variation);
    }
    QJsonObject object{{QStringLiteral("plain"), plain},
                       {QStringLiteral("warmup_samples"), samplesJson(makespans.warmup)},
                       {QStringLiteral("instrumented"), jsonMicroseconds(makespans.instrumented)},
                       {QStringLiteral("instrumented_samples"), samplesJson(makespans.instrumentedSamples)}};
    if (range)
        object.insert(QStringLiteral("range_us"),
                      QJsonArray{jsonMicroseconds(range->lowNs), jsonMicroseconds(range->highNs)});
    return object;
}

QJsonObject errorsJson(const ClockErrors &errors)
{
    return {{QStringLiteral("median"), jsonMicroseconds(errors.median)},
            {QStringLiteral("p99"), jsonMicroseconds(errors.p99)},
            {QStringLiteral("max"), jsonMicroseconds(errors.maximum)}};
}

QJsonObject sampleJson(const ClockCheck::Sample &sample)
{
    return {{QStringLiteral("index"), whole(static_cast<std::int64_t>(sample.index))},
            {QStringLiteral("kind"), QString::fromUtf8(kindName(sample.kind).data())},
            {QStringLiteral("ready_us"), jsonMicroseconds(sample.ready)},
            {QStringLiteral("start_us"), jsonMicroseconds(sample.start)},
            {QStringLiteral("end_us"), jsonMicroseconds(sample.end)},
            {QStringLiteral("cupti_start_us"), jsonMicroseconds(sample.referenceStart)},
            {QStringLiteral("cupti_end_us"), jsonMicroseconds(sample.referenceEnd)}};
}

QJsonObject clockCheckJson(const ClockCheck &check)
{
    if (!check.problem.empty())
        return {{QStringLiteral("problem"), jsonText(check.problem)}};
    QJsonObject groups;
    for (const ClockCheck::Group &group : check.groups)
        groups.insert(jsonText(group.name),
                      QJsonObject{{QStringLiteral("operations"), whole(static_cast<std::int64_t>(group.operations))},
                                  {QStringLiteral("start_error_us"), errorsJson(group.start)},
                                  {QStringLiteral("end_error_us"), errorsJson(group.end)}});
    QJsonArray samples;
    for (const ClockCheck::Sample &sample : check.samples)
        samples.append(sampleJson(sample));
    QJsonObject makespans{{QStringLiteral("plain"), jsonMicroseconds(check.plainMakespan)},
                          {QStringLiteral("events"), jsonMicroseconds(check.eventsMakespan)},
                          {QStringLiteral("cupti"), jsonMicroseconds(check.cuptiMakespan)},
                          {QStringLiteral("plain_afterwards"), jsonMicroseconds(check.plainAfterwardsMakespan)}};
    if (check.watchMakespan > 0)
        makespans.insert(QStringLiteral("watch"), jsonMicroseconds(check.watchMakespan));
    return {{QStringLiteral("kinds"), groups},
            {QStringLiteral("makespan_us"), makespans},
            {QStringLiteral("operations"), samples}};
}

QJsonArray startupJson(const std::vector<StartupStep> &startup)
{
    QJsonArray list;
    for (const StartupStep &step : startup)
        list.append(QJsonObject{{QStringLiteral("name"), jsonText(step.name)},
                                {QStringLiteral("start_us"), jsonMicroseconds(step.begin)},
                                {QStringLiteral("end_us"), jsonMicroseconds(step.end)},
                                {QStringLiteral("clock"), QStringLiteral("host")}});
    return list;
}

const char *verificationName(Verification verification)
{
    switch (verification) {
    case Verification::NotApplicable:
        return "not-applicable";
    case Verification::Passed:
        return "passed";
    case Verification::Failed:
        return "failed";
    }
    return "not-applicable";
}

} // namespace

QByteArray reportJson(const RunSource &source, const Parameters &parameters, const Recording &recording,
                      const RunAnalysis &analysis, const ImportReport *import,
                      const std::optional<PredictionRange> &range, const std::optional<FilterOverlap> &overlap)
{
    QJsonObject devices, environment;
    for (const auto &[device, figures] : analysis.devices)
        devices.insert(QString::number(device), toJson(figures));
    for (const auto &[name, value] : recording.environment)
        environment.insert(jsonText(name), jsonText(value));
    QJsonArray notes;
    for (const std::string &note : recording.notes)
        notes.append(jsonText(note));
    const Summary &s = analysis.summary;
    QJsonObject device = toJson(recording.device);
    if (import && (recording.device.id == "trace" || recording.device.id == "csv")) // such files do not say
        for (const char *key :
             {"async_engine_count", "concurrent_kernels", "stream_priority_least", "stream_priority_greatest"})
            device.insert(QLatin1String(key), QJsonValue());
    QJsonObject report{
        {QStringLiteral("format"), QStringLiteral("streamscope-report")},
        {QStringLiteral("version"), 1},
        {QStringLiteral("program"), QStringLiteral("StreamScope " STREAMSCOPE_VERSION)},
        {QStringLiteral("device"), device},
        {QStringLiteral("experiment"), source && !source.program() ? jsonText(source->id()) : QJsonValue()},
        {QStringLiteral("title"), source ? jsonText(source->title()) : QJsonValue()},
        {QStringLiteral("parameters"), toJson(parameters)},
        {QStringLiteral("makespan_us"), makespanJson(recording.makespans, range)},
        {QStringLiteral("serial_us"), jsonMicroseconds(s.serialNs)},
        {QStringLiteral("bound_us"), jsonMicroseconds(s.boundNs)},
        {QStringLiteral("bound_engine"), QString::fromUtf8(engineName(s.boundEngine).data())},
        {QStringLiteral("bound_by"), QString::fromLatin1(boundName(s.boundBy))},
        {QStringLiteral("speedup"), s.speedup},
        {QStringLiteral("efficiency"), s.efficiency},
        {QStringLiteral("instrumentation_cost_percent"), recording.makespans.instrumentationCost() * 100.0},
        {QStringLiteral("verification"),
         QJsonObject{{QStringLiteral("result"), QString::fromLatin1(verificationName(recording.verification))},
                     {QStringLiteral("text"), jsonText(recording.verificationText)}}},
        {QStringLiteral("devices"), devices},
        {QStringLiteral("host"), toJson(analysis.host)},
        {QStringLiteral("findings"), toJson(analysis.findings)},
        {QStringLiteral("notes"), notes},
        {QStringLiteral("environment"), environment}};
    if (const std::size_t blocks = recording.timeline.blocks().size(); blocks > 0)
        report.insert(QStringLiteral("blocks_recorded"), static_cast<qint64>(blocks));
    if (import) {
        report.insert(QStringLiteral("import"), toJson(*import));
        QJsonObject host = toJson(analysis.host);
        const QJsonObject counts = toJson(import->host);
        for (auto count = counts.begin(); count != counts.end(); ++count)
            host.insert(count.key(), count.value());
        report.insert(QStringLiteral("host"), host);
        if (const Steps steps = findSteps(recording.timeline); !steps.empty())
            report.insert(QStringLiteral("steps"), toJson(steps));
    }
    if (overlap)
        report.insert(QStringLiteral("overlap"), toJson(*overlap));
    if (analysis.advice)
        report.insert(QStringLiteral("summary"), toJson(*analysis.advice));
    if (!recording.startup.empty())
        report.insert(QStringLiteral("startup"), startupJson(recording.startup));
    if (recording.clockCheck)
        report.insert(QStringLiteral("clock_check"), clockCheckJson(*recording.clockCheck));
    return QJsonDocument(report).toJson();
}

} // namespace streamscope
