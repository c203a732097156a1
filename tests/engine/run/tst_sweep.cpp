// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files/sweep_csv.h"
#include "engine/program/errors.h"
#include "engine/run/sweep/sweep.h"
#include "experiments/registry.h"

#include <QtTest>

using namespace streamscope;

class TestSweep : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void values_data();
    void values();
    void badValues_data();
    void badValues();
    void productTurnsTheLastFastest();
    void threadsDoNotShow();
    void shardsAddUp();
    void refusalsAreRows();
    void stopKeepsWhatIsDone();
    void programsSweepTheirSubmission();
    void manyConfigurations();

private:
    static SweepRequest request(const std::vector<std::string> &axes)
    {
        SweepRequest request;
        request.experiment = findExperiment("copy-compute-pipeline");
        request.base = request.experiment->defaults();
        request.device = "sim:h200";
        for (const std::string &axis : axes)
            request.axes.push_back(parseSweepAxis(request.base, axis));
        return request;
    }
    static std::string text(const SweepAxis &axis)
    {
        std::string result;
        for (const ParameterValue &value : axis.values) {
            result += result.empty() ? "" : " ";
            if (const auto *number = std::get_if<std::int64_t>(&value))
                result += std::to_string(*number);
            else if (const auto *choice = std::get_if<std::string>(&value))
                result += *choice;
            else
                result += std::to_string(std::get<std::vector<std::int64_t>>(value).size()) + "-list";
        }
        return result;
    }
};

void TestSweep::values_data()
{
    QTest::addColumn<QString>("axis");
    QTest::addColumn<QString>("expected");
    QTest::newRow("list") << "chunks=1,2,4"
                          << "1 2 4";
    QTest::newRow("steps") << "chunks=1:10:+4"
                           << "1 5 9";
    QTest::newRow("steps to the end") << "chunks=2:10:+4"
                                      << "2 6 10";
    QTest::newRow("factors") << "chunks=1:64:*4"
                             << "1 4 16 64";
    QTest::newRow("broken factor") << "chunks=2:12:*1.5"
                                   << "2 3 5 7 10";
    QTest::newRow("one") << "chunks=3:3:+1"
                         << "3";
    QTest::newRow("mixed, each once") << "chunks=1,2,1:4:+1"
                                      << "1 2 3 4";
    QTest::newRow("sizes") << "bytes=1KiB:4KiB:+1KiB"
                           << "1024 2048 3072 4096";
    QTest::newRow("choices") << "issue_order=serial,breadth-first"
                             << "serial breadth-first";
    QTest::newRow("lists") << "priorities=0;0,-1"
                           << "1-list 2-list";
}

void TestSweep::values()
{
    QFETCH(QString, axis);
    QFETCH(QString, expected);
    QCOMPARE(text(request({axis.toStdString()}).axes.front()), expected.toStdString());
}

void TestSweep::badValues_data()
{
    QTest::addColumn<QString>("axis");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("no values") << "chunks" << QByteArray("name=v1,v2");
    QTest::newRow("empty") << "chunks=" << QByteArray("not a whole number");
    QTest::newRow("unknown") << "chunk=1" << QByteArray("chunks");
    QTest::newRow("range") << "chunks=1:4" << QByteArray("from:to:+step");
    QTest::newRow("backwards") << "chunks=4:1:+1" << QByteArray("smaller end first");
    QTest::newRow("step") << "chunks=1:4:+0" << QByteArray("a step of 1");
    QTest::newRow("factor") << "chunks=1:4:*1" << QByteArray("a factor above 1");
    QTest::newRow("out of range") << "chunks=0,1" << QByteArray("1 to 65536");
    QTest::newRow("choice") << "issue_order=deep" << QByteArray("breadth-first");
    QTest::newRow("too many") << "seed=0:2000000000:+1" << QByteArray("more than 1000000 values");
}

void TestSweep::badValues()
{
    QFETCH(QString, axis);
    QFETCH(QByteArray, says);
    try {
        request({axis.toStdString()});
        QFAIL("was accepted");
    } catch (const InputError &error) {
        QVERIFY2(QByteArray(error.what()).contains(says), error.what());
    }
}

void TestSweep::productTurnsTheLastFastest()
{
    const SweepTable table = runSweep(request({"chunks=1,4", "streams=1,2,3"}), {});
    QCOMPARE(table.rows.size(), std::size_t(6));
    QCOMPARE(table.parametersOf(table.rows[4]).integer("chunks"), std::int64_t(4));
    QCOMPARE(table.parametersOf(table.rows[4]).integer("streams"), std::int64_t(2));
    QVERIFY_THROWS_EXCEPTION(InputError, runSweep(request({"chunks=1", "chunks=2"}), {}));
}

void TestSweep::threadsDoNotShow()
{
    SweepRequest sweep = request({"chunks=1:40:+1", "issue_order=serial,depth-first,breadth-first"});
    sweep.threads = 1;
    const QByteArray one = sweepCsv(runSweep(sweep, {}));
    sweep.threads = 5;
    QCOMPARE(sweepCsv(runSweep(sweep, {})), one);
    QCOMPARE(one.count("\r\n"), qsizetype(1 + 120));
}

void TestSweep::shardsAddUp()
{
    SweepRequest sweep = request({"chunks=1:10:+1"});
    const SweepTable whole = runSweep(sweep, {});
    std::vector<SweepRow> rows;
    sweep.shards = 3;
    for (sweep.shard = 0; sweep.shard < 3; ++sweep.shard)
        for (const SweepRow &row : runSweep(sweep, {}).rows)
            rows.push_back(row);
    QCOMPARE(rows.size(), whole.rows.size());
    for (const SweepRow &row : rows)
        QCOMPARE(row.summary.makespanNs, whole.rows[row.index].summary.makespanNs);
}

void TestSweep::refusalsAreRows()
{
    SweepRequest sweep;
    sweep.experiment = findExperiment("concurrent-kernels");
    sweep.base = sweep.experiment->defaults();
    sweep.device = "sim:h200";
    sweep.axes = {parseSweepAxis(sweep.base, "shared_memory=0,524288"), parseSweepAxis(sweep.base, "kernels=2,4")};
    const SweepTable table = runSweep(sweep, {});
    QCOMPARE(table.rows[1].status, SweepStatus::Ok);
    QCOMPARE(table.rows[2].status, SweepStatus::Refused);
    QVERIFY(table.rows[2].error.find("offers 232448") != std::string::npos);
    const QByteArray csv = sweepCsv(table);
    QVERIFY(csv.contains(",refused,,,,,,"));
    QVERIFY(csv.contains(",ok,"));
}

void TestSweep::stopKeepsWhatIsDone()
{
    std::stop_source stop;
    RunControl control;
    control.stop = stop.get_token();
    control.progress = [&stop](int, int, const std::string &) { stop.request_stop(); };
    const SweepTable table = runSweep(request({"chunks=2000:3000:+1"}), control);
    QCOMPARE(table.planned, std::size_t(1001));
    QVERIFY(table.rows.size() < table.planned);
    QCOMPARE(sweepCsv(table).count("\r\n"), qsizetype(1 + table.rows.size()));
}

void TestSweep::programsSweepTheirSubmission()
{
    const SweepRequest pipeline = request({"chunks=1"});
    SweepRequest sweep;
    sweep.experiment = RunSource(pipeline.experiment->build(pipeline.base));
    sweep.base = sweep.experiment->defaults();
    sweep.device = "sim:h200";
    sweep.axes = {parseSweepAxis(sweep.base, "seed=1,2")};
    QCOMPARE(runSweep(sweep, {}).rows.size(), std::size_t(2));
}

void TestSweep::manyConfigurations()
{
    SweepRequest sweep = request({"bytes=1MiB:50MiB:+1MiB", "kernel_work=1:20:+1"});
    const SweepTable table = runSweep(sweep, {});
    QCOMPARE(table.rows.size(), std::size_t(1000));
    for (std::size_t i = 0; i < table.rows.size(); ++i)
        QVERIFY(table.rows[i].index == i && table.rows[i].status == SweepStatus::Ok);
}

QTEST_GUILESS_MAIN(TestSweep)
#include "tst_sweep.moc"
