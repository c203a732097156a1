// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>

/// check-model from outside. A simulated device is its own model, so that every error is 0.
class TestCheckModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }
    void aModelPredictsItself();
    void whatWasMeasuredIsPredictedAgain();
    void residualsGiveRanges();
    void aStopKeepsTheRows();
    void mistakes_data();
    void mistakes();

private:
    struct Outcome
    {
        int code;
        QByteArray out, err;
    };
    Outcome run(const QStringList &arguments)
    {
        QProcess process;
        process.setWorkingDirectory(m_dir->path());
        process.start(qEnvironmentVariable("STREAMSCOPE_PROGRAM"), QStringList{"check-model"} + arguments);
        if (!process.waitForFinished(120000))
            return {-1, {}, process.errorString().toUtf8()};
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2, process.readAllStandardOutput(),
                process.readAllStandardError()};
    }
    QByteArray fileText(const char *name) const
    {
        QFile file(m_dir->filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestCheckModel::aModelPredictsItself()
{
    const Outcome json = run({"--device", "sim:h200", "--configurations", "3", "--json"});
    QCOMPARE(json.code, 0);
    const QJsonObject object = QJsonDocument::fromJson(json.out).object();
    QCOMPARE(object["format"].toString(), QString("streamscope-model-check"));
    QCOMPARE(object["experiments"].toArray().size(), 19);
    QCOMPARE(object["total"].toObject()["count"].toInt(), 19 * 3);
    for (const QJsonValue &row : object["rows"].toArray()) {
        QCOMPARE(row["error_percent"].toDouble(), 0.0);
        QVERIFY(row["predicted_us"].toDouble() <= 50'000);
    }
    const Outcome text = run({"--device", "sim:k20c", "--configurations", "1"});
    QCOMPARE(text.code, 0);
    QVERIFY2(text.out.contains("skipped peer-copy: it needs 2 GPUs, there is 1"), text.out.constData());
    QVERIFY(run({"--help"}).out.contains("--measured"));
}

void TestCheckModel::whatWasMeasuredIsPredictedAgain()
{
    const QStringList small{"--experiment", "launch-cost", "--experiment", "transfer-size", "--configurations", "4"};
    const Outcome measured = run(small + QStringList{"--device", "sim:h200", "--save", "m.csv"});
    QCOMPARE(measured.code, 0);
    const QByteArray csv = fileText("m.csv");
    QVERIFY(csv.startsWith("experiment,settings,device,median_us,min_us,q1_us,q3_us\r\nlaunch-cost,"));
    QCOMPARE(csv.count("\r\n"), 9);
    const Outcome again = run({"--measured", "m.csv"}); // the model by the device's name
    QCOMPARE(again.code, 0);
    const auto table = [](const QByteArray &out) { return out.mid(out.indexOf('\n')).split('\n').mid(0, 5); };
    QCOMPARE(table(again.out), table(measured.out));
    const Outcome other = run({"--measured", "m.csv", "--profile", "sim:unit", "--json"});
    QCOMPARE(other.code, 0);
    const QJsonObject object = QJsonDocument::fromJson(other.out).object();
    QVERIFY(object["total"].toObject()["median_error_percent"].toDouble() > 1);
    QVERIFY(object["model"].toString().startsWith("unit"));
    QCOMPARE(run(small + QStringList{"--device", "sim:h200", "--save", "n.csv", "--seed", "2"}).code, 0);
    QVERIFY(fileText("n.csv") != csv);
}

/// The rows of another model are measurements that lie off: the ranges fitted to them show everywhere.
void TestCheckModel::residualsGiveRanges()
{
    const QStringList rows{"--experiment", "transfer-size", "--experiment", "launch-cost", "--configurations", "20"};
    QCOMPARE(run(rows + QStringList{"--device", "sim:h100", "--save", "m.csv"}).code, 0);
    const Outcome fitted = run({"--measured", "m.csv", "--profile", "sim:h200", "--residuals", "p.json"});
    QVERIFY2(fitted.code == 0 && fitted.out.contains("wrote p.json"), fitted.err.constData());
    const QJsonObject again =
        QJsonDocument::fromJson(run({"--measured", "m.csv", "--profile", "p.json", "--json"}).out).object();
    const double inside = again["total"].toObject()["inside_percent"].toDouble();
    QVERIFY2(inside >= 79 && inside <= 100, qPrintable(QString::number(inside)));
    const QJsonArray range = again["rows"].toArray()[0].toObject()["range_us"].toArray();
    QVERIFY(range.size() == 2 && range[0].toDouble() <= range[1].toDouble());

    const auto program = [this](const QStringList &arguments) {
        QProcess process;
        process.setWorkingDirectory(m_dir->path());
        process.start(qEnvironmentVariable("STREAMSCOPE_PROGRAM"), arguments);
        process.waitForFinished(60000);
        return process.readAllStandardOutput();
    };
    const QByteArray summary =
        program({"run", "large-pipeline", "--device", "sim:p.json", "--report", m_dir->filePath("r.json")});
    QVERIFY2(summary.contains("\nrange       "), summary.constData());
    const QJsonObject makespan = QJsonDocument::fromJson(fileText("r.json")).object()["makespan_us"].toObject();
    QCOMPARE(makespan["range_us"].toArray().size(), 2);
    const QList<QByteArray> sweep =
        program({"sweep", "launch-cost", "--vary", "kernels=10,20", "--device", "sim:p.json"}).split('\n');
    QVERIFY(sweep[0].endsWith(",error,range_low_us,range_high_us\r"));
    QVERIFY(sweep[1].split(',').last().trimmed().toDouble() > 0);
    QVERIFY(!program({"run", "large-pipeline", "--device", "sim:k20c"}).contains("\nrange "));
}

void TestCheckModel::aStopKeepsTheRows()
{
    QProcess process;
    process.setWorkingDirectory(m_dir->path());
    process.start(qEnvironmentVariable("STREAMSCOPE_PROGRAM"),
                  {"check-model", "--device", "sim:h200", "--configurations", "2000", "--experiment", "launch-cost",
                   "--save", "m.csv"});
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(fileText("m.csv").count("\r\n") > 5 || process.state() == QProcess::NotRunning, 600'000);
    kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(300'000));
    QCOMPARE(process.exitCode(), 1);
    QVERIFY(process.readAllStandardError().startsWith("streamscope: stopped"));
    QVERIFY(fileText("m.csv").count("\r\n") > 5);
    QCOMPARE(QDir(m_dir->path()).entryList(QDir::Files | QDir::Hidden), QStringList{"m.csv"});
    QCOMPARE(run({"--measured", "m.csv"}).code, 0);
}

void TestCheckModel::mistakes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("experiment") << QStringList{"--experiment", "nothing"} << QByteArray("no experiment 'nothing'");
    QTest::newRow("profile") << QStringList{"--profile", "nothing"} << QByteArray("nothing");
    QTest::newRow("none") << QStringList{"--configurations", "0"} << QByteArray("--configurations");
    QTest::newRow("both") << QStringList{"--measured", "m.csv", "--device", "sim:h200"}
                          << QByteArray("--measured needs no device");
    QTest::newRow("no file") << QStringList{"--measured", "none.csv"} << QByteArray("none.csv");
    QTest::newRow("no CSV") << QStringList{"--measured", "bad.csv"} << QByteArray("bad.csv: this is no CSV");
    QTest::newRow("a row") << QStringList{"--measured", "row.csv"}
                           << QByteArray("row.csv: line 2: parameter 'kernels'");
    QTest::newRow("too few") << QStringList{"--device",    "sim:h200", "--experiment",     "transfer-size",
                                            "--residuals", "p.json",   "--configurations", "2"}
                             << QByteArray("too few");
    QTest::newRow("no profile") << QStringList{"--device", "sim:h200", "--residuals", "p.txt"}
                                << QByteArray("ends in .json");
    QTest::newRow("folder") << QStringList{"--device", "sim:h200", "--save", "/nowhere/m.csv"}
                            << QByteArray("/nowhere");
}

void TestCheckModel::mistakes()
{
    QFile bad(m_dir->filePath("bad.csv")), row(m_dir->filePath("row.csv"));
    QVERIFY(bad.open(QIODevice::WriteOnly) && row.open(QIODevice::WriteOnly));
    bad.write("index,kind\r\n");
    row.write("experiment,settings,device,median_us,min_us,q1_us,q3_us\r\nlaunch-cost,kernels=0,X,1,1,1,1\r\n");
    bad.close();
    row.close();
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, says);
    const Outcome outcome = run(arguments);
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(says), outcome.err.constData());
}

QTEST_GUILESS_MAIN(TestCheckModel)
#include "tst_check_model.moc"
