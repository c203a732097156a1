// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/text/time_text.h"
#include "engine/run/tune/tune.h"

#include <QJsonArray>

#include <cmath>

namespace streamscope {

namespace {

double inPercent(double share)
{
    return std::round(share * 1e4) / 100;
}

QString percentText(double share)
{
    return QString::number(std::round(share * 1e3) / 10);
}

double microseconds(std::int64_t ns)
{
    return static_cast<double>(ns) / 1e3;
}

QJsonObject valuesJson(const Tuning &tuning, const TuningPlace &place)
{
    QJsonObject values;
    for (std::size_t i = 0; i < tuning.knobs.size(); ++i)
        values.insert(QString::fromStdString(tuning.knobs[i].name),
                      QString::fromStdString(tuning.knobs[i].values[place[i]]));
    return values;
}

QJsonObject runJson(const Tuning &tuning, const TuningRun &run)
{
    const bool ok = run.status == SweepStatus::Ok;
    QJsonObject object{{QStringLiteral("values"), valuesJson(tuning, run.place)},
                       {QStringLiteral("status"), QString::fromLatin1(sweepStatusName(run.status))},
                       {QStringLiteral("predicted_us"), microseconds(run.predictedNs)},
                       {QStringLiteral("expected_us"), microseconds(run.expectedNs)},
                       {QStringLiteral("measured_us"), ok ? QJsonValue(microseconds(run.sample.ns)) : QJsonValue()},
                       {QStringLiteral("range_us"), ok ? QJsonValue(QJsonArray{microseconds(run.sample.range.lowNs),
                                                                               microseconds(run.sample.range.highNs)})
                                                       : QJsonValue()}};
    if (!ok)
        object.insert(QStringLiteral("error"), QString::fromStdString(run.error));
    return object;
}

QJsonArray knobsJson(const Tuning &tuning)
{
    QJsonArray knobs;
    for (const TuningKnob &knob : tuning.knobs) {
        QJsonArray values;
        for (const std::string &value : knob.values)
            values.append(QString::fromStdString(value));
        knobs.append(QJsonObject{{QStringLiteral("name"), QString::fromStdString(knob.name)},
                                 {QStringLiteral("values"), values}});
    }
    return knobs;
}

QString confidenceText(const Tuning &tuning)
{
    return QStringLiteral("confidence %1 %: that none of %2 combinations is more than 3 % faster")
        .arg(std::floor(tuning.confidence * 100))
        .arg(tuning.combinations);
}

QString runsText(const Tuning &tuning)
{
    const QString runs =
        tuning.runs.size() == 1 ? QStringLiteral("1 run") : QStringLiteral("%1 runs").arg(tuning.runs.size());
    return tuning.simulated()
               ? QStringLiteral("simulated on %1, nothing was measured: %2")
                     .arg(QString::fromStdString(tuning.device.id), runs)
               : QStringLiteral("measured on %1: %2; chosen by the model of %3 (%4)")
                     .arg(QString::fromStdString(tuning.device.name), runs,
                          QString::fromStdString(tuning.model.profile), QString::fromStdString(tuning.model.reason));
}

} // namespace

QJsonObject tuningJson(const Tuning &tuning)
{
    QJsonArray runs;
    for (const TuningRun &run : tuning.runs)
        runs.append(runJson(tuning, run));
    const FactorRange range = tuning.gainRange();
    return {{QStringLiteral("format"), QStringLiteral("streamscope-tune")},
            {QStringLiteral("version"), 1},
            {QStringLiteral("title"), QString::fromStdString(tuning.title)},
            {QStringLiteral("device"), QString::fromStdString(tuning.device.id)},
            {QStringLiteral("simulated"), tuning.simulated()},
            {QStringLiteral("model"), QString::fromStdString(tuning.model.profile)},
            {QStringLiteral("knobs"), knobsJson(tuning)},
            {QStringLiteral("combinations"), static_cast<qint64>(tuning.combinations)},
            {QStringLiteral("budget"), static_cast<qint64>(tuning.budget)},
            {QStringLiteral("runs"), runs},
            {QStringLiteral("start"), runJson(tuning, tuning.start())},
            {QStringLiteral("best"), runJson(tuning, tuning.bestRun())},
            {QStringLiteral("gain_percent"), inPercent(tuning.gain())},
            {QStringLiteral("gain_range_percent"), QJsonArray{inPercent(range.low), inPercent(range.high)}},
            {QStringLiteral("confidence_percent"), inPercent(tuning.confidence)}};
}

std::string lastRunLine(const Tuning &tuning)
{
    const TuningRun &run = tuning.runs.back();
    const std::size_t number = tuning.runs.size();
    const std::string what =
        number == 1 ? "start: " + placeText(tuning.knobs, run.place, nullptr)
                    : std::to_string(number) + ": " + placeText(tuning.knobs, run.place, &tuning.start().place);
    if (run.status != SweepStatus::Ok)
        return what + ": " + sweepStatusName(run.status) + ", " + run.error;
    const std::string times = ": " + timeText(run.sample.ns).toStdString();
    return what + times + (tuning.simulated() ? "" : " (expected " + timeText(run.expectedNs).toStdString() + ")");
}

std::string tuningGainText(const Tuning &tuning)
{
    const FactorRange range = tuning.gainRange();
    if (tuning.best == 0)
        return "the start is the best, " + timeText(tuning.start().sample.ns).toStdString();
    return QStringLiteral("%1 instead of %2: %3 % less (%4 to %5 % in four cases of five)")
        .arg(timeText(tuning.bestRun().sample.ns), timeText(tuning.start().sample.ns), percentText(tuning.gain()),
             percentText(range.low), percentText(range.high))
        .toStdString();
}

std::vector<std::string> tuningLines(const Tuning &tuning)
{
    std::vector<std::string> lines;
    if (tuning.best != 0)
        lines.push_back("best: " + placeText(tuning.knobs, tuning.bestRun().place, &tuning.start().place));
    lines.push_back("gain: " + tuningGainText(tuning));
    lines.push_back(confidenceText(tuning).toStdString());
    lines.push_back(runsText(tuning).toStdString());
    return lines;
}

} // namespace streamscope
