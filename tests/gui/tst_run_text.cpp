// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/text/run_text.h"

#include "engine/formats/reports/report.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

using namespace streamscope;

/// The figures above the timeline.
class TestRunText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void startupStandsApart();
    void rangesStandBehindPredictions();

private:
    static const RunFigure *find(const std::vector<RunFigure> &figures, const char *id)
    {
        for (const RunFigure &figure : figures)
            if (figure.key == QLatin1String(id))
                return &figure;
        return nullptr;
    }
};

/// One-time costs of a process are shown when they were measured and the run has no warm-up.
void TestRunText::startupStandsApart()
{
    RunResult result;
    result.recording.device.kind = DeviceKind::Cuda;
    result.recording.makespans.plain = {2'000'000, 1'000'000};
    QVERIFY(!find(runFigures(result), "startup"));
    result.recording.startup = {{"creating the context", 0, 290'000'000},
                                {"loading the kernels", 300'000'000, 322'000'000}};
    const std::vector<RunFigure> figures = runFigures(result);
    const RunFigure *startup = find(figures, "startup");
    QVERIFY(startup);
    const auto plain = [](QString text) { return text.replace(QChar::Nbsp, QLatin1Char(' ')); };
    QCOMPARE(plain(startup->value), QStringLiteral("312 ms (host)"));
    QVERIFY(plain(startup->help).contains(QStringLiteral("creating the context: 290 ms")));
    const QJsonObject report = QJsonDocument::fromJson(reportJson({}, {}, result.recording, result.analysis)).object();
    const QJsonObject step = report["startup"].toArray()[1].toObject();
    QCOMPARE(step["start_us"].toDouble(), 300'000.0);
    QCOMPARE(step["clock"].toString(), QStringLiteral("host"));
    result.recording.makespans.warmup = {2'000'000};
    QVERIFY(!find(runFigures(result), "startup"));
    QCOMPARE(QJsonDocument::fromJson(reportJson({}, {}, result.recording, result.analysis))
                 .object()["makespan_us"]
                 .toObject()["warmup_samples"]
                 .toArray()[0]
                 .toDouble(),
             2000.0);
}

void TestRunText::rangesStandBehindPredictions()
{
    const auto plain = [](QString text) { return text.replace(QChar::Nbsp, QLatin1Char(' ')); };
    QCOMPARE(plain(predictedText(5'780'000, {})), QStringLiteral("5.78 ms"));
    QCOMPARE(plain(predictedText(5'780'000, PredictionRange{5'500'000, 6'100'000})),
             QStringLiteral("5.78 ms, 5.5 to 6.1 ms"));
    RunResult result;
    result.recording.makespans.plain = {1'000'000};
    result.analysis.summary.makespanNs = 1'000'000;
    QCOMPARE(plain(find(runFigures(result), "makespan")->value), QStringLiteral("1 ms"));
    result.range = {900'000, 1'200'000};
    QCOMPARE(plain(find(runFigures(result), "makespan")->value), QStringLiteral("1 ms, 0.9 to 1.2 ms"));
}

QTEST_GUILESS_MAIN(TestRunText)
#include "tst_run_text.moc"
