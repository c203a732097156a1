// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/experiment_runs.h"

#include "engine/program/errors.h"
#include "engine/program/order/hazards.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

/// What each experiment promises to show, on simulated devices. tests/gpu looks for the same on a real one.
class TestPhenomena : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void framesOverlapCopiesAndKernels();
    void blockingCopiesNeverMeet();
    void oneEngineOrNoneForBothDirections();
    void sharesOfTheSmsLeaveSomeOver();
    void smallCopiesAreLatency();
    void stagedCopiesReturnEarly();
    void connectionsMakeStairs_data();
    void connectionsMakeStairs();
    void breadthFirstNeedsNoConnections();
    void tensorAndCudaCoresOverlap();
    void tf32IsSlower();
    void nullStreamSeparates_data();
    void nullStreamSeparates();
    void intrudersSeparate_data();
    void intrudersSeparate();
    void eventPipelineOverlapsInOrder();
    void missingWaitIsARace_data();
    void missingWaitIsARace();
    void publishedExampleRacesAndMendedDoesNot();
    void prefetchHidesTheLoader();
    void hostWorksBesideTheKernel();
    void pollingComesBackSoonest();
    void hostFunctionsHoldTheirStream();
    void bucketsHideTheReduction();
    void peersAreFasterThanTheHost();
    void bothWaysOverNvlinkAreFree();
    void shortKernelsAreBoundByTheHost();
    void firstAllocationGrowsThePool();
    void poolsBeatMalloc();
};

void TestPhenomena::framesOverlapCopiesAndKernels()
{
    const ExperimentSettings frames{{"pipeline", "frames"}, {"bytes", "160MiB"}, {"chunks", "10"}};
    const ExperimentRun four("copy-compute-pipeline", frames);
    ExperimentSettings alone = frames;
    alone.push_back({"streams", "1"});
    const ExperimentRun one("copy-compute-pipeline", alone);
    QVERIFY(one.makespan() > 1.6 * four.makespan()); // GT14d, GT14e: 0.64 against 0.35 ms per frame
    QVERIFY(four.overlapOf(OperationKind::H2D, OperationKind::D2H) > 2);
    QVERIFY(one.overlapOf(OperationKind::H2D, OperationKind::D2H) == 0);
    ExperimentSettings apart = frames;
    apart.push_back({"data", "in-and-out"});
    QVERIFY(ExperimentRun("copy-compute-pipeline", apart).makespan() < 1.05 * four.makespan());
}

void TestPhenomena::blockingCopiesNeverMeet()
{
    const ExperimentRun yes("swimming-in-streams", {}), no("swimming-in-streams", {{"non_blocking", "no"}});
    QVERIFY(yes.overlapOf(OperationKind::H2D, OperationKind::D2H) > 5);
    QVERIFY(no.overlapOf(OperationKind::H2D, OperationKind::D2H) < 0.1);
    QVERIFY(no.overlapOf(OperationKind::Kernel, OperationKind::D2H) > 5); // the products were issued before
    QVERIFY(no.makespan() > 1.5 * yes.makespan());
    // The flag alone does not help: pageable copies hold the host all the same.
    const ExperimentRun pageable("swimming-in-streams", {{"host_memory", "pageable"}});
    QVERIFY(pageable.overlapOf(OperationKind::H2D, OperationKind::D2H) < 0.1);
}

void TestPhenomena::oneEngineOrNoneForBothDirections()
{
    for (const int engines : {0, 1, 2, 3}) {
        DeviceProfile device = loadDeviceProfile("h200");
        device.info.asyncEngineCount = engines;
        const double together = ExperimentRun("bidirectional-copy", {}, device).makespan();
        const double apart = ExperimentRun("bidirectional-copy", {{"directions", "h2d"}}, device).makespan()
                             + ExperimentRun("bidirectional-copy", {{"directions", "d2h"}}, device).makespan();
        QVERIFY2(engines < 2 ? together > 0.98 * apart : together < 0.6 * apart, qPrintable(QString::number(engines)));
    }
}

void TestPhenomena::sharesOfTheSmsLeaveSomeOver()
{
    for (const auto &[share, atOnce] : {std::pair{"50", 2.0}, {"75", 1.5}, {"100", 1.0}}) {
        const ExperimentRun run("concurrent-kernels",
                                {{"kernels", "2"}, {"streams", "2"}, {"share", share}, {"duration_us", "2000"}});
        const double found = kernelConcurrency(run.program(), run.times());
        QVERIFY2(std::abs(found / atOnce - 1) < 0.01, qPrintable(QString::number(found)));
    }
}

void TestPhenomena::smallCopiesAreLatency()
{
    const ExperimentRun run("transfer-size", {{"largest_bytes", "1GiB"}});
    const auto rate = [&run](const std::string &size) {
        const OperationTimes &t = run.at("H2D " + size);
        return std::stod(size) / static_cast<double>(t.end - t.start);
    };
    QVERIFY(rate("1024") < 0.5);        // 1 KiB in 4 us
    QVERIFY(rate("1073741824") > 55.0); // GB/s, the link
    QVERIFY(run.at("H2D 4096").end - run.at("H2D 4096").start < 1.1 * 4000);
}

void TestPhenomena::stagedCopiesReturnEarly()
{
    const ExperimentRun run("transfer-size", {{"host_memory", "pageable"}});
    const auto returnsEarly = [&run](const std::string &name) { return run.at(name).returned < run.at(name).end; };
    QVERIFY(returnsEarly("H2D 65536"));
    QVERIFY(returnsEarly("H2D 1048576")); // fits into the staging memory
    QVERIFY(!returnsEarly("H2D 4194304"));
    QVERIFY(!returnsEarly("D2H 1024"));
    QVERIFY(ExperimentRun("transfer-size").makespan() < 0.5 * run.makespan());
}

void TestPhenomena::connectionsMakeStairs_data()
{
    QTest::addColumn<QString>("connections");
    QTest::addColumn<int>("units");
    for (const auto &[connections, units] : {std::pair{"1", 33}, {"2", 17}, {"4", 9}, {"8", 5}, {"16", 3}, {"32", 2}})
        QTest::newRow(connections) << connections << units; // GT5
}

void TestPhenomena::connectionsMakeStairs()
{
    QFETCH(QString, connections);
    QFETCH(int, units);
    const ExperimentRun run("hardware-queues", {{"connections", connections.toStdString()}, {"duration_us", "10000"}});
    QVERIFY2(std::abs(run.makespan() / 10 / units - 1) < 0.03, qPrintable(QString::number(run.makespan())));
}

void TestPhenomena::breadthFirstNeedsNoConnections()
{
    const ExperimentRun run("hardware-queues",
                            {{"connections", "1"}, {"issue_order", "breadth-first"}, {"duration_us", "10000"}});
    QVERIFY(run.makespan() < 21);
}

/// As measured on an H200: sum of the times alone / time of both 1.32 with cubes, 1.01 with 4096 multiply-adds.
void TestPhenomena::tensorAndCudaCoresOverlap()
{
    const auto kernels = [](const char *work, const char *cudaWork) {
        const ExperimentRun run("tensor-and-cuda-cores", {{"work", work}, {"kernel_work", cudaWork}});
        std::int64_t begin = INT64_MAX, end = 0;
        for (std::size_t i = 0; i < run.times().size(); ++i)
            if (run.program().operations[i].kind == OperationKind::Kernel) {
                begin = std::min(begin, run.times()[i].start);
                end = std::max(end, run.times()[i].end);
            }
        return static_cast<double>(end - begin);
    };
    const auto won = [&kernels](const char *cudaWork) {
        return (kernels("tensor", cudaWork) + kernels("cuda", cudaWork)) / kernels("both", cudaWork);
    };
    QVERIFY2(won("2") > 1.2, qPrintable(QString::number(won("2"))));
    QVERIFY2(won("4096") < 1.05, qPrintable(QString::number(won("4096"))));
}

void TestPhenomena::tf32IsSlower()
{
    const ExperimentSettings tensor{{"work", "tensor"}, {"tensor_work", "1000000"}};
    ExperimentSettings tf32 = tensor;
    tf32.push_back({"precision", "tf32"});
    const ExperimentRun bf16("tensor-and-cuda-cores", tensor), slower("tensor-and-cuda-cores", tf32);
    const double ratio = slower.sumOf(OperationKind::Kernel) / bf16.sumOf(OperationKind::Kernel);
    QVERIFY2(ratio > 2.6 && ratio < 2.8, qPrintable(QString::number(ratio)));
}

void TestPhenomena::nullStreamSeparates_data()
{
    QTest::addColumn<QString>("stream");
    QTest::addColumn<QString>("flags");
    QTest::addColumn<QString>("position");
    QTest::addColumn<int>("units");
    QTest::newRow("legacy, blocking") << "legacy"
                                      << "blocking"
                                      << "4" << 2;
    QTest::newRow("legacy, non-blocking") << "legacy"
                                          << "non-blocking"
                                          << "4" << 1;
    QTest::newRow("per-thread") << "per-thread"
                                << "blocking"
                                << "4" << 1;
    QTest::newRow("none") << "none"
                          << "blocking"
                          << "4" << 1;
    QTest::newRow("first") << "legacy"
                           << "blocking"
                           << "0" << 1;
    QTest::newRow("last") << "legacy"
                          << "blocking"
                          << "8" << 1;
}

void TestPhenomena::nullStreamSeparates()
{
    QFETCH(QString, stream);
    QFETCH(QString, flags);
    QFETCH(QString, position);
    QFETCH(int, units);
    const ExperimentRun run("default-stream", {{"default_stream", stream.toStdString()},
                                               {"stream_flags", flags.toStdString()},
                                               {"position", position.toStdString()},
                                               {"duration_us", "5000"}});
    QVERIFY2(std::abs(run.makespan() / 5 - units) < 0.05, qPrintable(QString::number(run.makespan())));
}

void TestPhenomena::intrudersSeparate_data()
{
    QTest::addColumn<QString>("intruder");
    QTest::addColumn<QString>("device");
    QTest::addColumn<bool>("separates");
    for (const char *always : {"free", "pinned-free", "null-kernel"})
        QTest::addRow("%s", always) << always << "h200" << true;
    for (const char *never : {"none", "malloc", "pinned-malloc", "malloc-async", "memset", "device-copy"})
        QTest::addRow("%s", never) << never << "h200" << false;
    QTest::newRow("memset on an old device") << "memset"
                                             << "k20c" << true;
    QTest::newRow("copy on an old device") << "device-copy"
                                           << "k20c" << true;
}

void TestPhenomena::intrudersSeparate()
{
    QFETCH(QString, intruder);
    QFETCH(QString, device);
    QFETCH(bool, separates);
    const ExperimentRun run("implicit-sync",
                            {{"intruder", intruder.toStdString()}, {"shared_memory", "0"}, {"duration_us", "20000"}},
                            loadDeviceProfile(device.toStdString()));
    QCOMPARE(run.at("second kernel").start >= run.at("first kernel").end, separates);
}

void TestPhenomena::eventPipelineOverlapsInOrder()
{
    const ExperimentRun run("event-pipeline", {{"kernel_work", "8192"}});
    for (int batch = 0; batch < 8; ++batch) {
        const std::string number = " " + std::to_string(batch);
        QVERIFY(run.at("encode" + number).start >= run.at("preprocess" + number).end);
        QVERIFY(run.at("decode" + number).start >= run.at("encode" + number).end);
    }
    const ExperimentRun texture("event-pipeline", {{"stages", "texture-relevance-allocation"}});
    QVERIFY(texture.at("allocation 7").end > texture.at("texture 7").end);
    QVERIFY(run.at("preprocess 1").start < run.at("decode 0").start); // the next batch is in work before
}

void TestPhenomena::missingWaitIsARace_data()
{
    QTest::addColumn<QString>("missing");
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    QTest::newRow("second") << "second"
                            << "preprocess 0"
                            << "encode 0";
    QTest::newRow("third") << "third"
                           << "encode 0"
                           << "decode 0";
}

void TestPhenomena::missingWaitIsARace()
{
    QFETCH(QString, missing);
    QFETCH(QString, first);
    QFETCH(QString, second);
    const ExperimentRun run("event-pipeline", {{"missing_wait", missing.toStdString()}});
    const auto races = findRaces(run.program());
    QCOMPARE(races.size(), std::size_t{8});
    QCOMPARE(QString::fromStdString(run.program().operations[races[0].first].name), first);
    QCOMPARE(QString::fromStdString(run.program().operations[races[0].second].name), second);
    QVERIFY(run.at(second.toStdString()).start < run.at(first.toStdString()).end); // and it shows
}

void TestPhenomena::publishedExampleRacesAndMendedDoesNot()
{
    const ExperimentRun published("multi-stage"), mended("multi-stage", {{"version", "mended"}});
    QCOMPARE(findRaces(published.program()).size(), std::size_t{2});
    QVERIFY(published.at("use of A").start < published.at("product A").end);
    QVERIFY(findRaces(mended.program()).empty());
    QVERIFY(mended.at("use of A").start >= mended.at("product A").end);
    QVERIFY(mended.at("use of A").start >= mended.at("product B").end);
}

void TestPhenomena::prefetchHidesTheLoader()
{
    const auto perStep = [](const char *depth, const char *sync) {
        return ExperimentRun("prefetch", {{"depth", depth}, {"sync_every_step", sync}, {"kernel_work", "12288"}})
                   .makespan()
               / 12;
    };
    const double taking = perStep("2", "yes"), hidden = perStep("2", "no");
    QVERIFY2(taking > 3.5, qPrintable(QString::number(taking))); // 2 ms of loading + 0.3 of copying + 1.8 of computing
    QVERIFY2(hidden < 2.5, qPrintable(QString::number(hidden))); // the loader sets the pace
    QVERIFY(perStep("4", "no") > 0.97 * hidden);                 // more buffers win nothing
    QVERIFY(perStep("1", "no") > hidden);                        // with one the loader waits for its copy
}

void TestPhenomena::hostWorksBesideTheKernel()
{
    const double beside = ExperimentRun("host-overlap").makespan();
    const double after = ExperimentRun("host-overlap", {{"overlap", "no"}}).makespan();
    QVERIFY(beside > 8 && beside < 8.3);
    QVERIFY(after > 12 && after < 12.3);
}

void TestPhenomena::pollingComesBackSoonest()
{
    const auto late = [](const char *with) {
        const ExperimentRun run("host-overlap", {{"wait_with", with}, {"rounds", "1"}});
        return run.times().back().end - run.at("kernel 0").end;
    };
    for (const char *with : {"stream", "device", "event", "poll-stream", "poll-event"}) {
        QVERIFY(late(with) > 0);
        QVERIFY(late(with) < 10'000);
    }
    QVERIFY(late("poll-stream") <= late("stream"));
}

void TestPhenomena::hostFunctionsHoldTheirStream()
{
    const ExperimentRun run("host-overlap", {{"host_function_us", "500"}, {"streams", "2"}, {"rounds", "1"}});
    std::vector<OperationTimes> functions;
    for (std::size_t i = 0; i < run.times().size(); ++i)
        if (run.program().operations[i].kind == OperationKind::HostFunction)
            functions.push_back(run.times()[i]);
    QCOMPARE(functions.size(), std::size_t{2});
    QVERIFY(functions[0].start >= run.at("kernel 0").end);
    QVERIFY(functions[1].start >= functions[0].end || functions[0].start >= functions[1].end); // one thread
}

void TestPhenomena::bucketsHideTheReduction()
{
    const auto run = [](const char *bucket) {
        return ExperimentRun("gradient-buckets", {{"bucket_bytes", bucket}, {"gpus", "8"}, {"layers", "28"}});
    };
    const ExperimentRun medium = run("25000000");
    QVERIFY(medium.overlapOf(OperationKind::Kernel, OperationKind::Collective) > 1);
    for (std::size_t i = 0; i < medium.times().size(); ++i) // the ranks of a sum begin together
        if (medium.program().operations[i].kind == OperationKind::Collective && i > 0
            && medium.program().operations[i - 1].kind == OperationKind::Collective
            && medium.program().operations[i - 1].group() == medium.program().operations[i].group())
            QCOMPARE(medium.times()[i].start, medium.times()[i - 1].start);
    const auto tail = [](const ExperimentRun &r) {
        return r.makespan() - static_cast<double>(r.at("backward 0").end) / 1e6;
    };
    QVERIFY(tail(run("100000000")) > 1.5 * tail(medium)); // the last large bucket has nothing to hide under
}

void TestPhenomena::peersAreFasterThanTheHost()
{
    const ExperimentRun direct("peer-copy"), staged("peer-copy", {{"peer_access", "no"}});
    QVERIFY(staged.sumOf(OperationKind::Peer) > 5 * direct.sumOf(OperationKind::Peer));
}

void TestPhenomena::bothWaysOverNvlinkAreFree()
{
    const ExperimentRun one("peer-copy"), both("peer-copy", {{"directions", "both"}});
    QVERIFY(both.makespan() < 1.15 * one.makespan());
}

void TestPhenomena::shortKernelsAreBoundByTheHost()
{
    const double live = ExperimentRun("launch-cost").makespan();
    QVERIFY2(live > 0.6 && live < 0.8, qPrintable(QString::number(live))); // 200 launches of 3 to 4 us
    QVERIFY(ExperimentRun("launch-cost", {{"submission", "graph"}}).makespan() < 0.85 * live);
    const double longer = ExperimentRun("launch-cost", {{"duration_us", "50"}}).makespan();
    QVERIFY(longer > 10 && longer < 11.5); // the launches hide
    QVERIFY(ExperimentRun("launch-cost", {{"streams", "4"}}).makespan() > 0.95 * live);
}

void TestPhenomena::firstAllocationGrowsThePool()
{
    const ExperimentRun run("first-run", {{"rounds", "3"}});
    QVERIFY(run.heldUs("pool memory 0") > 10 * run.heldUs("pool memory 1"));
    QCOMPARE(run.heldUs("pool memory 1"), run.heldUs("pool memory 2"));
    QCOMPARE(std::get<std::int64_t>(findExperiment("first-run")->defaults().value("warmup")), std::int64_t{0});
}

void TestPhenomena::poolsBeatMalloc()
{
    const auto makespan = [](const char *allocator) {
        return ExperimentRun("allocation", {{"allocator", allocator}}).makespan();
    };
    QVERIFY(makespan("malloc") > 1.2 * makespan("async-max"));
    QVERIFY(makespan("async-0") > 1.2 * makespan("async-max"));
    const double noSync = ExperimentRun("allocation", {{"allocator", "async-0"}, {"sync_every_step", "no"}}).makespan();
    QVERIFY(noSync < 1.1 * makespan("async-max")); // the pool has no occasion to give anything back
}

QTEST_GUILESS_MAIN(TestPhenomena)
#include "tst_phenomena.moc"
