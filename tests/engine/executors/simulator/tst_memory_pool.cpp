// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/pools/memory_pool.h"

#include <QtTest>

#include <set>

using namespace streamscope;

namespace {

constexpr std::uint64_t MiB = 1 << 20;
constexpr std::uint64_t piece = 32 * MiB;

/// A pool that keeps all it has, on a device with so many streams; frees execute when the test says so.
struct PoolOf
{
    explicit PoolOf(int streams, std::uint64_t threshold = UINT64_MAX) : pool(threshold, false, piece, streams) {}
    MemoryPool::Source allocate(std::uint64_t bytes, std::int32_t stream)
    {
        return pool.allocate(
            bytes, stream, [](std::int32_t) { return false; },
            [this](std::int32_t free) { return executed.count(free) > 0; });
    }
    void free(std::uint64_t bytes, std::int32_t stream, std::int32_t operation) { pool.free(bytes, stream, operation); }

    MemoryPool pool;
    std::set<std::int32_t> executed;
};

} // namespace

/// Sources of memory in the order in which an H200 was seen to take them (tests/bench/pool_calls.cu).
class TestMemoryPool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void growsByWholePieces();
    void ownStreamCostsNothing();
    void asksBeforeItTakesWhatNobodyUsed();
    void takesWhatItKnowsToBeFree();
    void eachTimeOneStreamLess();
    void manyStreamsAreAllAskedEachTime();
    void aSynchronisationTellsTheDriver();
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
    const MemoryPool::Source again = two.allocate(24 * MiB, 0);
    QCOMPARE(again.grows, std::uint64_t{0});
    QCOMPARE(again.asked, 0);
    QCOMPARE(again.searched, 0);
}

/// Memory that another stream has freed, and not yet executed, is left alone.
void TestMemoryPool::asksBeforeItTakesWhatNobodyUsed()
{
    PoolOf three(3);
    three.allocate(1 * MiB, 0);
    three.free(1 * MiB, 0, 7);
    const MemoryPool::Source rest = three.allocate(1 * MiB, 1);
    QCOMPARE(rest.asked, 2);
    QCOMPARE(rest.grows, std::uint64_t{0});

    PoolOf large(3);
    large.allocate(24 * MiB, 0);
    large.free(24 * MiB, 0, 7);
    QCOMPARE(large.allocate(24 * MiB, 1).grows, piece);
}

/// What the driver hears when it asks serves the calls that follow.
void TestMemoryPool::takesWhatItKnowsToBeFree()
{
    PoolOf three(3);
    three.allocate(24 * MiB, 0);
    three.free(24 * MiB, 0, 7);
    three.executed.insert(7);
    const MemoryPool::Source small = three.allocate(1 * MiB, 1);
    QCOMPARE(small.asked, 2);
    const MemoryPool::Source known = three.allocate(24 * MiB, 2);
    QCOMPARE(known.asked, 0);
    QCOMPARE(known.searched, 3);
    QCOMPARE(known.grows, std::uint64_t{0});
}

void TestMemoryPool::eachTimeOneStreamLess()
{
    PoolOf eight(8);
    eight.allocate(1024, 0);
    eight.free(1024, 0, 7);
    for (int i = 1; i < 7; ++i)
        QCOMPARE(eight.allocate(1024, i).asked, 8 - i);
}

void TestMemoryPool::manyStreamsAreAllAskedEachTime()
{
    PoolOf many(40);
    many.allocate(1024, 0);
    many.free(1024, 0, 7);
    for (int i = 1; i < 5; ++i)
        QCOMPARE(many.allocate(1024, i).asked, 39);
}

void TestMemoryPool::aSynchronisationTellsTheDriver()
{
    PoolOf two(2);
    two.allocate(24 * MiB, 0);
    two.free(24 * MiB, 0, 7);
    two.executed.insert(7);
    QCOMPARE(two.pool.trim([](std::int32_t) { return true; }), std::uint64_t{0}); // it keeps all
    QCOMPARE(two.allocate(24 * MiB, 1).asked, 0);

    PoolOf forgets(2, 0);
    forgets.allocate(24 * MiB, 0);
    forgets.free(24 * MiB, 0, 7);
    QCOMPARE(forgets.pool.trim([](std::int32_t) { return true; }), piece);
    QCOMPARE(forgets.allocate(24 * MiB, 1).grows, piece);
}

QTEST_APPLESS_MAIN(TestMemoryPool)
#include "tst_memory_pool.moc"
