// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/pools/memory_pool.h"

#include <QtTest>

#include <functional>
#include <numeric>
#include <set>
#include <vector>

using namespace streamscope;

namespace {

constexpr std::uint64_t MiB = 1 << 20;
constexpr std::uint64_t piece = 32 * MiB;

/// What an allocation cost, and where it got its memory.
struct Taken
{
    std::uint64_t grows = 0;
    int busy = 0, idle = 0; ///< streams that the driver went through
};

/// A pool that keeps all it has, on a device with so many streams; frees execute when the test says so.
struct PoolOf
{
    explicit PoolOf(int streams, std::uint64_t threshold = UINT64_MAX)
        : pool(threshold, false, piece, streamsUpTo(streams))
    {}
    static std::vector<std::int32_t> streamsUpTo(int count)
    {
        std::vector<std::int32_t> streams(static_cast<std::size_t>(count));
        std::iota(streams.begin(), streams.end(), 0);
        return streams;
    }
    /// `afterLooks`: called with the number of streams gone through so far.
    Taken allocate(std::uint64_t bytes, std::int32_t stream, const std::function<void(int)> &afterLooks = {})
    {
        MemoryPool::Search search = pool.begin(bytes, stream, [](std::int32_t) { return false; });
        Taken taken;
        while (!search.source()) {
            const MemoryPool::Looks looks =
                pool.goOn(search, [this](std::int32_t free) { return executed.count(free) > 0; });
            taken.busy += looks.busy;
            taken.idle += looks.idle;
            if (afterLooks)
                afterLooks(taken.busy + taken.idle);
        }
        taken.grows = search.source()->grows;
        return taken;
    }
    void free(std::uint64_t bytes, std::int32_t stream, std::int32_t operation) { pool.free(bytes, stream, operation); }
    void synchronize()
    {
        pool.trim([this](std::int32_t free) { return executed.count(free) > 0; });
    }

    MemoryPool pool;
    std::set<std::int32_t> executed;
};

} // namespace

/// Sources of memory in the order in which an H200 was seen to take them (tests/bench/pool_calls.cu, and the calls of
/// runs with 2 to 60 streams: docs/measurements/model.md).
class TestMemoryPool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void growsByWholePieces();
    void ownStreamCostsNothing();
    void goesTwiceThroughAllStreams();
    void streamsWithFreesToComeCostNothing();
    void takesTheFirstThatHasExecuted();
    void whatExecutesMeanwhileIsFound();
    void whatTheSecondRoundSeesServesAll();
    void aSynchronisationTellsTheDriver();
    void aSynchronisationGivesBack();
    void whatItGrewByGoesBackAsAWhole();
    void aStreamTellsOfItsOwnFrees();
};

void TestMemoryPool::growsByWholePieces()
{
    PoolOf one(1);
    QCOMPARE(one.allocate(24 * MiB, 0).grows, piece);
    QCOMPARE(one.allocate(75 * MiB, 0).grows, 3 * piece);
    QCOMPARE(one.allocate(20 * MiB, 0).grows, std::uint64_t{0}); // what the 75 MiB left
}

void TestMemoryPool::ownStreamCostsNothing()
{
    PoolOf two(2);
    two.allocate(24 * MiB, 0);
    two.free(24 * MiB, 0, 7);
    const Taken again = two.allocate(24 * MiB, 0);
    QCOMPARE(again.grows, std::uint64_t{0});
    QCOMPARE(again.busy + again.idle, 0);
}

/// Also where nobody has freed anything, and its own.
void TestMemoryPool::goesTwiceThroughAllStreams()
{
    PoolOf eight(8);
    const Taken first = eight.allocate(1024, 0);
    QCOMPARE(first.busy, 16);
    QCOMPARE(first.grows, piece);
    const Taken second = eight.allocate(1024, 1); // what the first left
    QCOMPARE(second.busy, 16);
    QCOMPARE(second.grows, std::uint64_t{0});
}

/// 13 streams behind a gate: each allocation cost the time for one stream less.
void TestMemoryPool::streamsWithFreesToComeCostNothing()
{
    PoolOf eight(8);
    for (int i = 0; i < 8; ++i) {
        QCOMPARE(eight.allocate(1024, i).busy, 2 * (8 - i));
        eight.free(1024, i, i);
    }
}

void TestMemoryPool::takesTheFirstThatHasExecuted()
{
    PoolOf eight(8);
    for (int i = 0; i < 4; ++i) {
        eight.allocate(1024, i);
        eight.free(1024, i, i);
    }
    eight.executed = {2, 3};
    QCOMPARE(eight.allocate(1024, 7).busy, 1); // 0 and 1 have frees to come
    QCOMPARE(eight.allocate(1024, 7).busy, 2); // 2 has nothing left
}

/// 34 streams with kernels of 30 us: the driver finds what the stream before it freed when it comes there late enough.
void TestMemoryPool::whatExecutesMeanwhileIsFound()
{
    PoolOf eight(8);
    eight.allocate(1024, 5);
    eight.free(1024, 5, 9);
    const auto endsAfter = [&eight](int looks) {
        return [&eight, looks](int passed) {
            if (passed >= looks)
                eight.executed.insert(9);
        };
    };
    QCOMPARE(eight.allocate(1024, 6, endsAfter(5)).busy, 5);
    eight.executed.clear();
    eight.free(1024, 5, 9);
    QVERIFY(eight.allocate(1024, 6, endsAfter(6)).busy > 8);
}

void TestMemoryPool::whatTheSecondRoundSeesServesAll()
{
    PoolOf three(3);
    for (int i = 0; i < 2; ++i) {
        three.allocate(16 * MiB, 0);
        three.free(16 * MiB, 0, i);
    }
    three.allocate(16 * MiB, 0);
    three.free(8 * MiB, 0, 2);
    three.free(8 * MiB, 0, 3);
    const auto executeBehindTheFirstRound = [&three](int passed) {
        if (passed >= 2)
            three.executed = {0, 1, 2, 3};
    };
    const Taken first = three.allocate(8 * MiB, 1, executeBehindTheFirstRound);
    QCOMPARE(first.grows, std::uint64_t{0});
    const Taken second = three.allocate(8 * MiB, 2);
    QCOMPARE(second.busy, 6); // it belongs to no stream any more
    QCOMPARE(second.grows, std::uint64_t{0});
}

void TestMemoryPool::aSynchronisationTellsTheDriver()
{
    PoolOf three(3);
    three.allocate(24 * MiB, 0);
    three.free(24 * MiB, 0, 7);
    three.executed.insert(7);
    three.synchronize();
    const Taken next = three.allocate(24 * MiB, 1);
    QCOMPARE(next.grows, std::uint64_t{0});
    QCOMPARE(next.busy, 0);
    QCOMPARE(next.idle, 6);
    QCOMPARE(three.allocate(1 * MiB, 2).busy, 2); // stream 1 works again
}

void TestMemoryPool::aSynchronisationGivesBack()
{
    PoolOf forgets(2, 0);
    forgets.allocate(24 * MiB, 0);
    forgets.free(24 * MiB, 0, 7);
    QCOMPARE(forgets.pool.trim([](std::int32_t) { return true; }), piece);
    QCOMPARE(forgets.allocate(24 * MiB, 1).grows, piece);
}

/// An H200 with the threshold 0: two allocations of 16 MiB came from 32, and a synchronisation while one of them was in
/// use gave nothing back.
void TestMemoryPool::whatItGrewByGoesBackAsAWhole()
{
    PoolOf two(2, 0);
    const auto all = [](std::int32_t) { return true; };
    QCOMPARE(two.allocate(16 * MiB, 0).grows, piece);
    QCOMPARE(two.pool.trim(all), std::uint64_t{0});
    QCOMPARE(two.allocate(16 * MiB, 1).grows, std::uint64_t{0});
    two.free(16 * MiB, 0, 7);
    QCOMPARE(two.pool.trim(all), std::uint64_t{0});
    two.free(16 * MiB, 1, 8);
    QCOMPARE(two.pool.trim(all), piece);
}

/// The driver has not asked the other stream.
void TestMemoryPool::aStreamTellsOfItsOwnFrees()
{
    PoolOf two(2, 0);
    two.allocate(24 * MiB, 0);
    two.allocate(24 * MiB, 1);
    two.free(24 * MiB, 0, 7);
    two.free(24 * MiB, 1, 8);
    const auto ofTheFirst = [](std::int32_t free) { return free == 7; };
    QCOMPARE(two.pool.trim(ofTheFirst, 0), piece);
    two.executed = {7, 8};
    const Taken next = two.allocate(16 * MiB, 0);
    QCOMPARE(next.grows, std::uint64_t{0}); // the driver comes to stream 1 now
    QCOMPARE(next.busy, 1);
    QCOMPARE(next.idle, 1);
}

QTEST_APPLESS_MAIN(TestMemoryPool)
#include "tst_memory_pool.moc"
