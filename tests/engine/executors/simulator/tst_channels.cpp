// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/queues/channel_pool.h"
#include "engine/executors/simulator/queues/copy_queue.h"

#include <QtTest>

using namespace streamscope;

class TestChannels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ownChannelWhileThereAreEnough();
    void inTurnWhenThereAreNot();
    void idleStreamsLeaveTheirChannel();
    void headBlocks();
    void staysThenGoesRound();
    void ofAGraphComesToTheFirst();
    void leavesWhatIsNotSeenYet();
    void countsHeadsThatWait();
    void manyChannels();
};

namespace {

std::vector<std::int32_t> taken(ChannelPool pool, const std::vector<std::int32_t> &streams)
{
    std::vector<std::int32_t> channels;
    for (const std::int32_t stream : streams)
        channels.push_back(pool.take(stream, true));
    return channels;
}

/// Streams whose copies 0, 1, 2 … are pushed in this order.
struct Queue
{
    Queue(int channels, const std::vector<std::int32_t> &streams, bool graph = false)
        : queue(channels, static_cast<std::size_t>(*std::max_element(streams.begin(), streams.end()) + 1), false,
                graph),
          places(streams.size())
    {
        for (std::size_t i = 0; i < streams.size(); ++i)
            queue.push(static_cast<std::int32_t>(i), streams[i], places);
    }
    void ready(std::initializer_list<std::int32_t> operations)
    {
        for (const std::int32_t operation : operations)
            queue.becameReady(operation, places);
    }
    std::vector<std::int32_t> takeAll()
    {
        std::vector<std::int32_t> order;
        while (queue.hasReady())
            order.push_back(queue.take(places, [](std::int32_t) { return true; }));
        return order;
    }
    CopyQueue queue;
    std::vector<CopyQueue::Place> places;
};

using Numbers = std::vector<std::int32_t>;

} // namespace

void TestChannels::ownChannelWhileThereAreEnough()
{
    QCOMPARE(taken(ChannelPool(4, 3), {0, 1, 2, 0, 1, 2}), (Numbers{0, 1, 2, 0, 1, 2}));
    QCOMPARE(taken(ChannelPool(4, 9), {0, 8, 0, 0, 8, 5, 8}), (Numbers{0, 1, 0, 0, 1, 2, 1}));
    QCOMPARE(taken(ChannelPool(0, 9), {7, 2, 7}), (Numbers{0, 1, 0})); // by first use
    QCOMPARE(taken(ChannelPool(0, 9, true), {7, 2, 7}), (Numbers{7, 2, 7}));
    QCOMPARE(taken(ChannelPool(4, 9, true), {0, 8, 0, 5}), (Numbers{0, 1, 0, 2}));
}

/// As on the H200: five streams in turn, four channels.
void TestChannels::inTurnWhenThereAreNot()
{
    QCOMPARE(taken(ChannelPool(4, 5), {0, 1, 2, 3, 4, 0, 1, 2, 3, 4}), (Numbers{0, 1, 2, 3, 0, 1, 2, 3, 0, 1}));
    QCOMPARE(taken(ChannelPool(1, 5), {0, 4, 2}), (Numbers{0, 0, 0}));
}

void TestChannels::idleStreamsLeaveTheirChannel()
{
    ChannelPool pool(2, 4);
    QCOMPARE(pool.take(0, false), 0);
    QCOMPARE(pool.take(1, true), 0); // stream 0 did not keep it
    QCOMPARE(pool.take(0, true), 1);
    QCOMPARE(pool.take(2, true), 0);
}

void TestChannels::headBlocks()
{
    Queue one(1, {0, 1, 2});
    one.ready({1, 2});
    QVERIFY(!one.queue.hasReady());
    one.ready({0});
    QCOMPARE(one.takeAll(), (Numbers{0, 1, 2}));
}

void TestChannels::staysThenGoesRound()
{
    Queue queue(2, {0, 1, 0, 1});
    queue.ready({1, 0, 2, 3});
    QCOMPARE(queue.takeAll(), (Numbers{0, 2, 1, 3}));

    Queue late(3, {0, 1, 2, 0});
    late.ready({1});
    QCOMPARE(late.takeAll(), (Numbers{1}));
    late.ready({0, 2, 3});
    QCOMPARE(late.takeAll(), (Numbers{2, 0, 3})); // the next one round, not the first issued
}

/// The engine goes to another channel rather than wait, and waits where there is no other.
/// Branches of a graph: the first waited for a kernel when the engine began with another one.
void TestChannels::ofAGraphComesToTheFirst()
{
    for (const bool graph : {false, true}) {
        Queue queue(4, {0, 1, 2, 3, 2, 1}, graph);
        queue.ready({2});
        QCOMPARE(queue.queue.take(queue.places, [](std::int32_t) { return true; }), 2);
        queue.ready({0, 1, 3, 4, 5});
        QCOMPARE(queue.takeAll(), graph ? Numbers({4, 0, 1, 5, 3}) : Numbers({4, 3, 0, 1, 5}));
    }
    Queue queue(4, {0, 1, 2, 0}, true); // it began with the first: as ever
    queue.ready({0, 1, 2});
    QCOMPARE(queue.queue.take(queue.places, [](std::int32_t) { return true; }), 0);
    QCOMPARE(queue.queue.take(queue.places, [](std::int32_t) { return true; }), 1);
    queue.ready({3});
    QCOMPARE(queue.takeAll(), Numbers({2, 3}));
}

void TestChannels::leavesWhatIsNotSeenYet()
{
    Queue queue(3, {0, 1, 2});
    queue.ready({0, 1, 2});
    const auto seen = [](std::int32_t copy) { return copy == 2; };
    QCOMPARE(queue.queue.take(queue.places, seen), 2);
    QCOMPARE(queue.queue.take(queue.places, seen), 0);
    QCOMPARE(queue.queue.take(queue.places, seen), 1);
}

void TestChannels::countsHeadsThatWait()
{
    Queue queue(3, {0, 1, 2, 0});
    QCOMPARE(queue.queue.waitingHeads(), 3);
    queue.ready({1});
    QCOMPARE(queue.queue.waitingHeads(), 2);
    QCOMPARE(queue.takeAll(), (Numbers{1})); // its channel is empty
    QCOMPARE(queue.queue.waitingHeads(), 2);
    queue.ready({0});
    QCOMPARE(queue.takeAll(), (Numbers{0})); // behind it the next one waits
    QCOMPARE(queue.queue.waitingHeads(), 2);
    queue.ready({2, 3});
    QCOMPARE(queue.queue.waitingHeads(), 0);
    queue.takeAll();
    QCOMPARE(queue.queue.waitingHeads(), 0);
}

void TestChannels::manyChannels()
{
    Numbers streams(1000);
    std::iota(streams.begin(), streams.end(), 0);
    Queue queue(0, streams);
    queue.ready({999, 64, 63, 500});
    QCOMPARE(queue.takeAll(), (Numbers{63, 64, 500, 999}));
    queue.ready({0});
    QCOMPARE(queue.takeAll(), (Numbers{0}));
}

QTEST_GUILESS_MAIN(TestChannels)
#include "tst_channels.moc"
