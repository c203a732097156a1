// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/communication.h"
#include "engine/ranks/merged_ranks.h"
#include "engine/ranks/rank_cache.h"
#include "engine/ranks/rank_entry.h"
#include "engine/ranks/rank_job.h"
#include "engine/run/open_ranks.h"
#include "tests/support/files.h"
#include "tests/support/kineto_file.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

using namespace streamscope;
using namespace streamscope::test;

namespace {

ImportedTrace traceOf(const Kineto &file)
{
    const QByteArray bytes = file.json();
    return importTraceBytes({bytes.data(), static_cast<std::size_t>(bytes.size())}, "job.json");
}

RankTrace rank(const Kineto &file)
{
    return rankTraceOf(traceOf(file));
}

} // namespace

/// What a rank did with its time, why it was late, and what is kept of its file.
class TestRankFigures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void times();
    void lateByAKernel();
    void lateByItsHost();
    void bandwidths();
    void cache();
    void cacheOfAnotherState();
    void brokenCache();
    void entriesThatNoTraceMade();
    void oneAxis();
};

/// The parts add up to the length, and what runs at once counts once.
void TestRankFigures::times()
{
    const ImportedTrace trace =
        traceOf(Kineto(0).kernel("a", 0, 1'000).copy(500, 2'000).allReduce(1'500, 3'000).kernel("b", 4'000, 5'000));
    const RankTrace made = rankTraceOf(trace);
    QCOMPARE(made.steps.size(), 1U);
    QCOMPARE(made.steps[0].times, (RankTimes{2'000, 1'500, 500, 1'000}));
    QCOMPARE(made.steps[0].times.lengthNs(), made.steps[0].end - made.steps[0].begin);
    const RankUse use(trace.recording.timeline, communicationNames(trace.recording.timeline));
    const std::int64_t zero = trace.recording.timeline.begin();
    QCOMPARE(use.timesIn(zero + 900, zero + 1'600), (RankTimes{100, 100, 500, 0}));
    QCOMPARE(use.timesIn(zero - 100, zero), (RankTimes{0, 0, 0, 100}));
    QCOMPARE(use.timesIn(zero + 10, zero + 10), RankTimes());
}

/// Rank 1 runs "slow" for 9 us more before its second all-reduce.
void TestRankFigures::lateByAKernel()
{
    const RankJob job = compareRanks({rank(Kineto(0)
                                               .kernel("fast", 0, 2'000)
                                               .allReduce(3'000, 4'100)
                                               .kernel("slow", 5'000, 6'000)
                                               .kernel("fast", 6'000, 8'000)
                                               .allReduce(8'000, 19'000)),
                                      rank(Kineto(1)
                                               .kernel("fast", 0, 2'000)
                                               .allReduce(3'000, 4'100)
                                               .kernel("slow", 5'000, 15'000)
                                               .kernel("fast", 15'000, 17'000)
                                               .allReduce(18'000, 19'000))});
    QCOMPARE(job.collectives, 2U);
    QVERIFY(job.ranks[1].late.has_value());
    QCOMPARE(job.ranks[1].late->name, std::string("slow"));
    QCOMPARE(job.ranks[1].late->ns, 9'000);
    QCOMPARE(job.ranks[1].othersWaitNs, 10'000);
    QCOMPARE(slowestFirst(job), (std::vector<std::uint32_t>{1, 0}));
    QCOMPARE(job.list.size(), 2U);
    QCOMPARE(job.list[1].last, 1U);
    QCOMPARE(job.list[1].skewNs(), 10'000);
    QCOMPARE(job.list[1].waitNs, 10'000);
    QCOMPARE(job.list[1].transferNs, 1'000);
    QCOMPARE(job.ranks[0].steps.size(), 1U);
    QCOMPARE(job.ranks[0].steps[0].waitNs, 10'000);
}

/// An empty name: nothing ran, so its host was late.
void TestRankFigures::lateByItsHost()
{
    const RankJob job =
        compareRanks({rank(Kineto(0).kernel("a", 0, 2'000).allReduce(2'000, 12'000)),
                      rank(Kineto(1).kernel("a", 0, 1'000).kernel("a", 9'000, 10'000).allReduce(11'000, 12'000))});
    QVERIFY(job.ranks[1].late.has_value());
    QCOMPARE(job.ranks[1].late->name, std::string());
    QCOMPARE(job.ranks[1].late->ns, 9'000);
    QVERIFY(!job.ranks[0].late.has_value());
}

void TestRankFigures::bandwidths()
{
    JobCollective reduce;
    reduce.name = "allreduce";
    reduce.bytes = 8'000'000;
    reduce.members = 4;
    reduce.transferNs = 100'000;
    QCOMPARE(algorithmBandwidth(reduce), std::optional(80.0));
    QCOMPARE(busBandwidth(reduce), std::optional(120.0));
    reduce.name = "_allgather_base";
    QCOMPARE(busBandwidth(reduce), std::optional(60.0));
    reduce.name = "broadcast";
    QCOMPARE(busBandwidth(reduce), std::optional(80.0));
    reduce.bytes = 0;
    QVERIFY(!algorithmBandwidth(reduce) && !busBandwidth(reduce));
}

void TestRankFigures::cache()
{
    QTemporaryDir folder;
    const QString file = folder.filePath("job.rank0.json");
    store(file, Kineto(0).kernel("a", 0, 1'000).allReduce(2'000, 3'000).json());
    const RankCache cache(folder.filePath("cache").toStdString());
    QVERIFY(!cache.load(file.toStdString()));
    const RankTrace read = rankTraceOf(importTrace(file.toStdString()));
    cache.store(file.toStdString(), read);
    const std::optional<RankTrace> kept = cache.load(file.toStdString());
    QVERIFY(kept.has_value());
    QCOMPARE(*kept, read);
    QVERIFY(!RankCache(std::string()).load(file.toStdString()));
    cache.trim(0);
    QVERIFY(!cache.load(file.toStdString()));
}

void TestRankFigures::cacheOfAnotherState()
{
    QTemporaryDir folder;
    const QString file = folder.filePath("job.rank0.json");
    store(file, Kineto(0).kernel("a", 0, 1'000).json());
    const RankCache cache(folder.filePath("cache").toStdString());
    cache.store(file.toStdString(), rankTraceOf(importTrace(file.toStdString())));
    QVERIFY(cache.load(file.toStdString()));
    store(file, Kineto(0).kernel("a", 0, 1'000).kernel("b", 0, 1'000).json());
    QVERIFY(!cache.load(file.toStdString()));
}

/// Cut or changed at any place it counts as none, and nothing breaks.
void TestRankFigures::brokenCache()
{
    QTemporaryDir folder;
    const QString file = folder.filePath("job.rank0.json");
    store(file, Kineto(0).kernel("a", 0, 1'000).allReduce(2'000, 3'000).json());
    const RankCache cache(folder.filePath("cache").toStdString());
    cache.store(file.toStdString(), rankTraceOf(importTrace(file.toStdString())));
    const QStringList entries = QDir(folder.filePath("cache")).entryList(QDir::Files);
    QCOMPARE(entries.size(), 1);
    const QString entry = folder.filePath("cache/") + entries[0];
    const QByteArray whole = contentOf(entry);
    QVERIFY(whole.size() > 20);
    for (qsizetype size = 0; size < whole.size(); ++size) {
        store(entry, whole.left(size));
        QVERIFY(!cache.load(file.toStdString()));
    }
    store(entry, whole);
    QVERIFY(cache.load(file.toStdString()));
}

/// Packed and whole, but with values that no reader of traces gives.
void TestRankFigures::entriesThatNoTraceMade()
{
    const RankTrace sound = rank(Kineto(0).kernel("a", 0, 1'000).allReduce(2'000, 3'000));
    QCOMPARE(readRankEntry(rankEntryBytes(sound, {5, 6}), {5, 6}), std::optional(sound));
    QVERIFY(!readRankEntry(rankEntryBytes(sound, {5, 6}), {5, 7}));
    const auto refuses = [&sound](auto change) {
        RankTrace broken = sound;
        change(broken);
        return !readRankContent(rankContentBytes(broken)) && !readRankEntry(rankEntryBytes(broken, {}), {});
    };
    QVERIFY(refuses([](RankTrace &trace) { trace.rank = -2; }));
    QVERIFY(refuses([](RankTrace &trace) { trace.worldSize = mostRanks + 1; }));
    QVERIFY(refuses([](RankTrace &trace) { trace.collectives[0].members = -1; }));
    QVERIFY(refuses([](RankTrace &trace) { std::swap(trace.collectives[0].start, trace.collectives[0].end); }));
    QVERIFY(refuses([](RankTrace &trace) { trace.collectives[0].end = std::numeric_limits<std::int64_t>::max(); }));
    QVERIFY(refuses([](RankTrace &trace) { trace.collectives[0].before = {{99, 1}}; }));
    QVERIFY(refuses([](RankTrace &trace) { trace.steps[0].times.idleNs = std::numeric_limits<std::int64_t>::min(); }));
    QByteArray lies = rankEntryBytes(sound, {}); // behind magic, version, size and time: the length
    lies[24] = 0x1f;                             // half a gigabyte
    QVERIFY(!readRankEntry(lies, {}));
}

/// A rank by a clock that is ahead stands beside the other, with devices and streams of its own.
void TestRankFigures::oneAxis()
{
    const ImportedTrace first = traceOf(Kineto(0).kernel("a", 1'000, 2'000).allReduce(3'000, 4'000));
    const ImportedTrace second = traceOf(Kineto(1).kernel("b", 501'000, 502'500).allReduce(503'500, 504'000));
    RankAlignment ahead;
    ahead.clock = RankClock::Aligned;
    ahead.fit.offsetNs = 500'000;
    RankAlignment own;
    own.clock = RankClock::Own;
    const MergedRanks merged = mergeRanks({{0, &first, own}, {1, &second, ahead}});
    const Timeline &timeline = merged.recording.timeline;
    QCOMPARE(timeline.size(), 4U);
    QCOMPARE(timeline.begin(), 0);
    QCOMPARE(timeline.starts(), (std::vector<std::int64_t>{0, 2'000, 0, 2'500}));
    QCOMPARE(timeline.ends()[2], 1'500);
    QCOMPARE(timeline.streams().size(), 4U);
    QCOMPARE(timeline.device(0), 0);
    QCOMPARE(timeline.device(2), 1);
    QCOMPARE(timeline.deviceLabel(0), std::string("Rank 0"));
    QCOMPARE(timeline.deviceLabel(1), std::string("Rank 1"));
    QVERIFY(timeline.collective(3));
    QCOMPARE(timeline.name(timeline.nameIndices()[2]), std::string("b"));
    QCOMPARE(mergedReport({{0, &first, own}, {1, &second, ahead}}, "job").keptInAll(), 4U);

    // Where they ran is said where that tells them apart.
    ImportedTrace here = first, there = second;
    here.report.node = there.report.node = "n1";
    QCOMPARE(mergeRanks({{0, &here, own}, {1, &there, ahead}}).recording.timeline.deviceLabel(1),
             std::string("Rank 1"));
    there.report.node = "n2";
    const Timeline nodes = mergeRanks({{0, &here, own}, {1, &there, ahead}}).recording.timeline;
    QCOMPARE(nodes.deviceLabel(0), std::string("Rank 0 · n1"));
    QCOMPARE(nodes.deviceLabel(1), std::string("Rank 1 · n2"));
}

QTEST_GUILESS_MAIN(TestRankFigures)
#include "tst_rank_figures.moc"
