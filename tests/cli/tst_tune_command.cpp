// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/files.h"
#include "tests/support/program_in_folder.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <cmath>
#include <memory>

using namespace streamscope::test;

/// tune from outside, as scripts use it.
class TestTuneCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_program = std::make_unique<ProgramInFolder>(); }
    void printsItsContract();
    void saysEachRunAndTheBest();
    void theSavedPresetIsTheBest();
    void aTraceIsTunedByChanges();
    void aProgramIsTunedByChanges();
    void mistakes_data();
    void mistakes();

private:
    static QStringList pipeline(const QStringList &more = {})
    {
        return QStringList{
                   "tune",  "copy-compute-pipeline", "--device", "sim:h200",   "--set",  "bytes=8MiB",
                   "--set", "host_memory=pageable",  "--vary",   "chunks=1,4", "--vary", "host_memory=pinned,pageable"}
               + more;
    }

    std::unique_ptr<ProgramInFolder> m_program;
};

void TestTuneCommand::printsItsContract()
{
    const QJsonObject tuning = m_program->json(pipeline());
    QCOMPARE(tuning["format"].toString(), QString("streamscope-tune"));
    QCOMPARE(tuning["version"].toInt(), 1);
    QCOMPARE(tuning["device"].toString(), QString("sim:h200"));
    QCOMPARE(tuning["simulated"].toBool(), true);
    QCOMPARE(tuning["combinations"].toInt(), 6); // the start has 16 chunks
    QCOMPARE(tuning["budget"].toInt(), 20);
    QCOMPARE(tuning["knobs"].toArray()[0].toObject()["values"].toArray(), (QJsonArray{"1", "4", "16"}));
    const QJsonObject start = tuning["start"].toObject(), best = tuning["best"].toObject();
    QCOMPARE(start["values"].toObject(), (QJsonObject{{"chunks", "16"}, {"host_memory", "pageable"}}));
    QCOMPARE(best["values"].toObject()["host_memory"].toString(), QString("pinned"));
    QCOMPARE(best["status"].toString(), QString("ok"));
    const double gain = 100 * (1 - best["measured_us"].toDouble() / start["measured_us"].toDouble());
    QVERIFY(std::abs(tuning["gain_percent"].toDouble() - gain) < 0.01 && gain > 30);
    const QJsonArray range = tuning["gain_range_percent"].toArray();
    QVERIFY(range[0].toDouble() <= gain + 0.01 && range[1].toDouble() >= gain - 0.01);
    QVERIFY(tuning["confidence_percent"].toDouble() > 99);
    QCOMPARE(tuning["runs"].toArray().first().toObject(), start);
}

void TestTuneCommand::saysEachRunAndTheBest()
{
    const Outcome outcome = m_program->run(pipeline());
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QVERIFY2(outcome.out.startsWith("start: chunks=16 host_memory=pageable: "), outcome.out.constData());
    QVERIFY(outcome.out.contains("\nbest: "));
    QVERIFY(outcome.out.contains("% less"));
    QVERIFY(outcome.out.contains("nothing was measured"));
}

void TestTuneCommand::theSavedPresetIsTheBest()
{
    const Outcome outcome = m_program->run(pipeline({"--save", "best.json"}));
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    const QJsonObject preset = QJsonDocument::fromJson(contentOf(m_program->path("best.json"))).object();
    QCOMPARE(preset["format"].toString(), QString("streamscope-preset"));
    QCOMPARE(preset["parameters"].toObject()["host_memory"].toString(), QString("pinned"));
    const Outcome again = m_program->run({"run", "best.json", "--device", "sim:h200"});
    QVERIFY2(again.code == 0, again.err.constData());
}

void TestTuneCommand::aTraceIsTunedByChanges()
{
    const QString trace = sourcePath(QStringLiteral("tests/data/whatif/loader-pin.before.json.gz"));
    const QJsonObject tuning = m_program->json({"tune", trace, "--save", "best.json"});
    QCOMPARE(tuning["simulated"].toBool(), true);
    const QJsonObject best = tuning["best"].toObject()["values"].toObject();
    QVERIFY(best["pin"].toString().startsWith("pin") && best["prefetch"].toString().startsWith("prefetch"));
    QVERIFY(tuning["gain_percent"].toDouble() > 75);
    QVERIFY(contentOf(m_program->path("best.json")).contains("streamscope-program"));
}

void TestTuneCommand::aProgramIsTunedByChanges()
{
    QCOMPARE(m_program
                 ->run({"whatif", "pinned-vs-pageable", "--device", "sim:h200", "--change", "nonblocking", "--program",
                        "p.json"})
                 .code,
             0);
    const QJsonObject tuning = m_program->json({"tune", "p.json", "--device", "sim:h200"});
    QVERIFY(tuning["best"].toObject()["values"].toObject()["pin"].toString().startsWith("pin"));
    QVERIFY(tuning["gain_percent"].toDouble() > 60);
}

void TestTuneCommand::mistakes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    const QString trace = sourcePath(QStringLiteral("tests/data/whatif/loader-pin.before.json.gz"));
    QTest::newRow("budget") << QStringList{"tune", "large-pipeline", "--budget", "0"} << QByteArray("1 to 1000");
    QTest::newRow("no number") << QStringList{"tune", "large-pipeline", "--budget", "few"}
                               << QByteArray("--budget 'few'");
    QTest::newRow("no choice") << QStringList{"tune", "large-pipeline", "--vary", "chunks=16"} << QByteArray("--vary");
    QTest::newRow("unknown knob") << QStringList{"tune", "large-pipeline", "--vary", "chnks=1,2"}
                                  << QByteArray("chnks");
    QTest::newRow("no target") << QStringList{"tune", "nothing"} << QByteArray("unknown preset");
    QTest::newRow("values of a trace") << QStringList{"tune", trace, "--set", "chunks=4"}
                                       << QByteArray("a trace has no");
}

void TestTuneCommand::mistakes()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, says);
    const Outcome outcome = m_program->run(arguments);
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(says) && outcome.err.count('\n') == 1, outcome.err.constData());
}

QTEST_GUILESS_MAIN(TestTuneCommand)
#include "tst_tune_command.moc"
