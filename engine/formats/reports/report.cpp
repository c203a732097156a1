// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/reports/report.h"

#include "engine/formats/files/parameter_json.h"
#include "engine/formats/reports/device_json.h"
#include "engine/formats/reports/figures_json.h"
#include "engine/timeline/statistics.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace streamscope {

namespace {

QString text(const std::string &s)
{
    return QString::fromStdString(s);
}
double microseconds(std::int64_t ns)
{
    return static_cast<double>(ns) / 1000.0;
}
qint64 whole(std::int64_t ns)
{
    return static_cast<qint64>(ns);
}

QJsonObject makespanJson(const Makespans &makespans)
{
    QJsonArray samples;
    for (const std::int64_t sample : makespans.plain)
        samples.append(microseconds(sample));
    QJsonObject plain{{QStringLiteral("median"), microseconds(makespans.median())},
                      {QStringLiteral("min"), microseconds(makespans.minimum())},
                      {QStringLiteral("samples"), samples}};
    if (const Statistics s = statisticsOf(makespans.plain); s.count > 0) {
        plain.insert(QStringLiteral("q1"), s.firstQuartile / 1000.0);
        plain.insert(QStringLiteral("q3"), s.thirdQuartile / 1000.0);
        plain.insert(QStringLiteral("max"), microseconds(s.maximum));
        plain.insert(QStringLiteral("mean"), s.mean / 1000.0);
        plain.insert(QStringLiteral("coefficient_of_variation"), s.variation);
    }
    QJsonArray instrumented;
    for (const std::int64_t sample : makespans.instrumentedSamples)
        instrumented.append(microseconds(sample));
    QJsonArray warmup;
    for (const std::int64_t sample : makespans.warmup)
        warmup.append(microseconds(sample));
    return {{QStringLiteral("plain"), plain},
            {QStringLiteral("warmup_samples"), warmup},
            {QStringLiteral("instrumented"), microseconds(makespans.instrumented)},
            {QStringLiteral("instrumented_samples"), instrumented}};
}

QJsonObject errorsJson(const ClockErrors &errors)
{
    return {{QStringLiteral("median"), microseconds(errors.median)},
            {QStringLiteral("p99"), microseconds(errors.p99)},
            {QStringLiteral("max"), microseconds(errors.maximum)}};
}

QJsonObject sampleJson(const ClockCheck::Sample &sample)
{
    return {{QStringLiteral("index"), whole(static_cast<std::int64_t>(sample.index))},
            {QStringLiteral("kind"), QString::fromUtf8(kindName(sample.kind).data())},
            {QStringLiteral("ready_us"), microseconds(sample.ready)},
            {QStringLiteral("start_us"), microseconds(sample.start)},
            {QStringLiteral("end_us"), microseconds(sample.end)},
            {QStringLiteral("cupti_start_us"), microseconds(sample.referenceStart)},
            {QStringLiteral("cupti_end_us"), microseconds(sample.referenceEnd)}};
}

QJsonObject clockCheckJson(const ClockCheck &check)
{
    if (!check.problem.empty())
        return {{QStringLiteral("problem"), text(check.problem)}};
    QJsonObject groups;
    for (const ClockCheck::Group &group : check.groups)
        groups.insert(text(group.name),
                      QJsonObject{{QStringLiteral("operations"), whole(static_cast<std::int64_t>(group.operations))},
                                  {QStringLiteral("start_error_us"), errorsJson(group.start)},
                                  {QStringLiteral("end_error_us"), errorsJson(group.end)}});
    QJsonArray samples;
    for (const ClockCheck::Sample &sample : check.samples)
        samples.append(sampleJson(sample));
    QJsonObject makespans{{QStringLiteral("plain"), microseconds(check.plainMakespan)},
                          {QStringLiteral("events"), microseconds(check.eventsMakespan)},
                          {QStringLiteral("cupti"), microseconds(check.cuptiMakespan)},
                          {QStringLiteral("plain_afterwards"), microseconds(check.plainAfterwardsMakespan)}};
    if (check.watchMakespan > 0)
        makespans.insert(QStringLiteral("watch"), microseconds(check.watchMakespan));
    return {{QStringLiteral("kinds"), groups},
            {QStringLiteral("makespan_us"), makespans},
            {QStringLiteral("operations"), samples}};
}

QJsonArray findingsJson(const std::vector<Finding> &findings)
{
    QJsonArray list;
    for (const Finding &finding : findings) {
        QJsonObject evidence;
        for (const auto &[name, value] : finding.evidence)
            evidence.insert(text(name), value);
        list.append(QJsonObject{{QStringLiteral("id"), text(finding.id)},
                                {QStringLiteral("severity"), QString::fromLatin1(severityName(finding.severity))},
                                {QStringLiteral("text"), text(finding.text)},
                                {QStringLiteral("evidence"), evidence},
                                {QStringLiteral("suggestion"), text(finding.suggestion)}});
    }
    return list;
}

QJsonArray startupJson(const std::vector<StartupStep> &startup)
{
    QJsonArray list;
    for (const StartupStep &step : startup)
        list.append(QJsonObject{{QStringLiteral("name"), text(step.name)},
                                {QStringLiteral("start_us"), microseconds(step.begin)},
                                {QStringLiteral("end_us"), microseconds(step.end)},
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
                      const RunAnalysis &analysis, const ImportReport *import)
{
    QJsonObject devices, environment;
    for (const auto &[device, figures] : analysis.devices)
        devices.insert(QString::number(device), toJson(figures));
    for (const auto &[name, value] : recording.environment)
        environment.insert(text(name), text(value));
    QJsonArray notes;
    for (const std::string &note : recording.notes)
        notes.append(text(note));
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
        {QStringLiteral("experiment"), source && !source.program() ? text(source->id()) : QJsonValue()},
        {QStringLiteral("title"), source ? text(source->title()) : QJsonValue()},
        {QStringLiteral("parameters"), toJson(parameters)},
        {QStringLiteral("makespan_us"), makespanJson(recording.makespans)},
        {QStringLiteral("serial_us"), microseconds(s.serialNs)},
        {QStringLiteral("bound_us"), microseconds(s.boundNs)},
        {QStringLiteral("bound_engine"), QString::fromUtf8(engineName(s.boundEngine).data())},
        {QStringLiteral("speedup"), s.speedup},
        {QStringLiteral("efficiency"), s.efficiency},
        {QStringLiteral("instrumentation_cost_percent"), recording.makespans.instrumentationCost() * 100.0},
        {QStringLiteral("verification"),
         QJsonObject{{QStringLiteral("result"), QString::fromLatin1(verificationName(recording.verification))},
                     {QStringLiteral("text"), text(recording.verificationText)}}},
        {QStringLiteral("devices"), devices},
        {QStringLiteral("host"), toJson(analysis.host)},
        {QStringLiteral("findings"), findingsJson(analysis.findings)},
        {QStringLiteral("notes"), notes},
        {QStringLiteral("environment"), environment}};
    if (const std::size_t blocks = recording.timeline.blocks().size(); blocks > 0)
        report.insert(QStringLiteral("blocks_recorded"), static_cast<qint64>(blocks));
    if (import)
        report.insert(QStringLiteral("import"), toJson(*import));
    if (!recording.startup.empty())
        report.insert(QStringLiteral("startup"), startupJson(recording.startup));
    if (recording.clockCheck)
        report.insert(QStringLiteral("clock_check"), clockCheckJson(*recording.clockCheck));
    return QJsonDocument(report).toJson();
}

} // namespace streamscope
