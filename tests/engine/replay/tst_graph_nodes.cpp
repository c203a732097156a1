// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/replay.h"
#include "tests/support/programs.h"

#include <QtTest>

#include <algorithm>
#include <utility>
#include <vector>

using namespace streamscope;

/// Graphs of several branches in traces: what their nodes wait for, and when the call handed them over. The times are
/// those of graphs on an H200 under PyTorch's profiler.
class TestGraphNodes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void branchesThatMeet();
    void whatEndsAtOnceIsNoWait();
    void aBranchThatComesLater();
    void copiesThatTheEngineOrders();
    void kernelsBehindACopyOfAnotherBranch();
    void kernelsSoonBehindMemsets();
    void aPartThatStandsAlone();
    void theBranchThatEndsFirst();
    void nodesThatWaitForRoom();
    void launchesBehindOneAnother();
};

namespace {

using K = OperationKind;

struct Node
{
    K kind;
    int stream;
    double start, end;               ///< microseconds
    std::uint64_t bytes = 128 << 10; ///< of what is no kernel
};

/// A trace of launches of graphs, and of the host's waits. Times in microseconds.
class GraphTrace
{
public:
    GraphTrace()
    {
        m_recording.device.name = "NVIDIA H200";
        for (int stream = 0; stream < 4; ++stream)
            m_recording.timeline.addStream({std::to_string(7 + stream)});
    }

    /// The times of `nodes` count from `nodesFrom`.
    void launch(double begin, double end, double nodesFrom, const std::vector<Node> &nodes)
    {
        Timeline &timeline = m_recording.timeline;
        HostCall call;
        call.kind = HostCallKind::GraphLaunch;
        call.begin = ns(begin);
        call.end = ns(end);
        call.firstSpan = static_cast<std::uint32_t>(timeline.size());
        call.spans = static_cast<std::uint32_t>(nodes.size());
        m_calls.append(call);
        for (const Node &node : nodes) {
            Span span;
            span.kind = node.kind;
            span.engine = engineOf(node.kind);
            span.stream = node.stream;
            span.issue = call.begin;
            span.returned = call.end;
            span.start = ns(nodesFrom + node.start);
            span.end = ns(nodesFrom + node.end);
            span.bytes = node.kind == K::Kernel ? 0 : node.bytes;
            span.clock = Clock::Imported;
            if (isHostCopy(node.kind)) {
                (node.kind == K::H2D ? span.from : span.to) = MemoryKind::Pinned;
                (node.kind == K::H2D ? span.to : span.from) = MemoryKind::Device;
            }
            span.name = timeline.intern(std::string(kindName(node.kind)));
            timeline.append(span);
        }
    }

    void wait(double begin, double end)
    {
        HostCall wait;
        wait.kind = HostCallKind::StreamSync;
        wait.begin = ns(begin);
        wait.end = ns(end);
        m_calls.append(wait);
    }

    /// Once, at the end.
    Recording take()
    {
        m_recording.timeline.setHostCalls(m_calls);
        return std::move(m_recording);
    }

private:
    static std::int64_t ns(double us) { return static_cast<std::int64_t>(us * 1e3); }

    Recording m_recording;
    HostCalls m_calls;
};

constexpr int turns = 6;
constexpr double turnUs = 150;

/// Turns of one graph with a wait and work of the host behind each. `call`: of the launch, microseconds.
Recording graphs(double call, const std::vector<Node> &nodes)
{
    double end = 0;
    for (const Node &node : nodes)
        end = std::max(end, node.end);
    GraphTrace trace;
    for (int turn = 0; turn < turns; ++turn) {
        const double begin = turn * turnUs;
        trace.launch(begin, begin + call, begin, nodes);
        trace.wait(begin + call + 0.3, begin + end + 5);
    }
    return trace.take();
}

std::size_t waitsOf(const Replay &replay)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        replay.program().operations, [](const Operation &operation) { return operation.kind == K::EventWait; }));
}

std::size_t partsOf(const Replay &replay)
{
    std::int32_t last = -1;
    for (const Operation &operation : replay.program().operations)
        last = std::max(last, operation.graph);
    return static_cast<std::size_t>(last + 1);
}

Replay replayOf(const Recording &recording)
{
    return replay(recording, loadDeviceProfile("h200"));
}

} // namespace

/// Two branches behind a kernel, and one kernel that needs both: the replay was 7 % too long, because waits for the
/// other branch counted as the time from node to node.
void TestGraphNodes::branchesThatMeet()
{
    std::vector<Node> nodes;
    double at = 31.9;
    for (int diamond = 0; diamond < 5; ++diamond) {
        nodes.push_back({K::Kernel, 0, at, at + 2.5});
        nodes.push_back({K::Kernel, 0, at + 2.8, at + 5.3});
        nodes.push_back({K::Kernel, 1, at + 3.0, at + 5.5});
        nodes.push_back({K::Kernel, 1, at + 5.8, at + 10.3});
        at += 10.7;
    }
    const Replay result = replayOf(graphs(29.5, nodes));
    QCOMPARE(waitsOf(result), std::size_t{turns * (5 + 4)});
    QCOMPARE(partsOf(result), std::size_t{turns});
    QVERIFY2(std::abs(result.error()) < 0.01, qPrintable(QString::number(result.error())));
}

/// Branches that run side by side wait for nothing but their own nodes.
void TestGraphNodes::whatEndsAtOnceIsNoWait()
{
    std::vector<Node> nodes;
    for (int i = 0; i < 8; ++i)
        for (int branch = 0; branch < 2; ++branch) {
            const double start = 32 + i * 5.3 + branch * 0.2;
            nodes.push_back({K::Kernel, branch, start, start + 5});
        }
    QCOMPARE(waitsOf(replayOf(graphs(29.5, nodes))), std::size_t{0});
}

/// The call hands over the first branch before it ends, and the second one at its end.
void TestGraphNodes::aBranchThatComesLater()
{
    std::vector<Node> nodes;
    for (int i = 0; i < 6; ++i) {
        nodes.push_back({K::Kernel, 0, 13.9 + i * 5.3, 18.9 + i * 5.3});
        nodes.push_back({K::Kernel, 1, 21.0 + i * 5.3, 26.0 + i * 5.3});
    }
    const Replay result = replayOf(graphs(17.6, nodes));
    QCOMPARE(partsOf(result), std::size_t{2 * turns});
    QCOMPARE(waitsOf(result), std::size_t{0});
    QVERIFY2(std::abs(result.error()) < 0.01, qPrintable(QString::number(result.error())));
}

void TestGraphNodes::copiesThatTheEngineOrders()
{
    const Replay result =
        replayOf(graphs(30, {{K::H2D, 0, 5.8, 12.1}, {K::H2D, 1, 13.9, 20.3}, {K::H2D, 2, 22.7, 28.9}}));
    QCOMPARE(waitsOf(result), std::size_t{0});
    QCOMPARE(partsOf(result), std::size_t{turns});
}

/// Both branches need what the copy brings; the second one's kernel starts 10 us behind it.
void TestGraphNodes::kernelsBehindACopyOfAnotherBranch()
{
    const Replay result =
        replayOf(graphs(17.5, {{K::H2D, 0, 5.4, 18.4}, {K::Kernel, 0, 26.6, 46.6}, {K::Kernel, 1, 28.3, 108.3}}));
    QCOMPARE(waitsOf(result), std::size_t{turns});
    QVERIFY2(std::abs(result.error()) < 0.02, qPrintable(QString::number(result.error())));
}

/// The time between a memset and a kernel in a graph is the trace's: it took the profile's 3.5 us, here 0.3.
void TestGraphNodes::kernelsSoonBehindMemsets()
{
    std::vector<Node> nodes;
    for (int i = 0; i < 8; ++i) {
        const double start = 32 + i * 6;
        nodes.push_back({K::Memset, 0, start, start + 1});
        nodes.push_back({K::Kernel, 0, start + 1.3, start + 5.6});
    }
    const Replay result = replayOf(graphs(29.5, nodes));
    QVERIFY2(std::abs(result.error()) < 0.01, qPrintable(QString::number(result.error())));
}

/// A memset between two parts of the call, which took no longer than it takes an untraced call to begin.
void TestGraphNodes::aPartThatStandsAlone()
{
    const Replay result = replayOf(graphs(44, {{K::Memset, 0, 12.3, 13.1},
                                               {K::Kernel, 0, 13.6, 17.6},
                                               {K::Memset, 1, 46.6, 47.4},
                                               {K::Kernel, 1, 52.9, 72.9}}));
    QCOMPARE(partsOf(result), std::size_t{3 * turns});
    QVERIFY2(std::abs(result.error()) < 0.01, qPrintable(QString::number(result.error())));
}

/// Wakes take 99 us, and the wind beside them 70: the kernel behind both begins when the wakes end. It waited for them
/// alone, and half as long wakes were predicted to win the other half as well: 30 % of the time, where 20 were won.
void TestGraphNodes::theBranchThatEndsFirst()
{
    const std::vector<Node> nodes{{K::H2D, 0, 4.1, 7.7},      {K::Kernel, 1, 11.3, 34.2}, {K::Kernel, 0, 11.6, 111.0},
                                  {K::Kernel, 1, 34.6, 57.7}, {K::Kernel, 1, 58.0, 80.8}, {K::Kernel, 0, 112.7, 134.6},
                                  {K::D2H, 0, 137.3, 140.0}};
    const Replay result = replayOf(graphs(9.5, nodes));
    QCOMPARE(waitsOf(result), std::size_t{turns * (1 + 1)});
    QVERIFY2(std::abs(result.error()) < 0.01, qPrintable(QString::number(result.error())));
}

/// Kernels of two branches that each take all SMs: that one waits for the other's blocks is no time from node to node.
void TestGraphNodes::nodesThatWaitForRoom()
{
    std::vector<Node> nodes;
    for (int i = 0; i < 6; ++i) {
        const double at = 32 + i * 18.8;
        nodes.push_back({K::Kernel, 0, at, at + 4});
        nodes.push_back({K::Kernel, 0, at + 4.4, at + 9.4});
        nodes.push_back({K::Kernel, 1, at + 9.2, at + 13.4});
        nodes.push_back({K::Kernel, 1, at + 13.8, at + 18.9});
    }
    const Replay result = replayOf(graphs(29.5, nodes));
    const double nodeNs = result.program().traced->graphNodeNs.value_or(0);
    QVERIFY2(nodeNs > 300 && nodeNs < 600, qPrintable(QString::number(nodeNs)));
}

/// Graphs of three branches, launched one behind the other without a wait. A branch begins 25 us behind the copy that
/// all of them need, when blocks of the others have ended; it was let in before the graph in front of its own had
/// ended, and the replay was 26 % too short.
void TestGraphNodes::launchesBehindOneAnother()
{
    constexpr int launches = 24;
    constexpr double period = 254;
    constexpr std::uint64_t copied = 270'336;
    const std::vector<Node> nodes{{K::H2D, 0, 0, 8.3, copied},  {K::Kernel, 0, 17.6, 106},
                                  {K::Kernel, 1, 18.5, 156.7},  {K::Kernel, 2, 33.2, 208.8},
                                  {K::Kernel, 0, 210.2, 233.4}, {K::D2H, 0, 242.2, 248.5, copied}};
    GraphTrace trace;
    for (int launch = 0; launch < launches; ++launch)
        trace.launch(launch * 12, launch * 12 + 11, 15 + launch * period, nodes);
    trace.wait(launches * 12, 20 + launches * period);
    const Replay result = replayOf(trace.take());
    QVERIFY2(std::abs(result.error()) < 0.06, qPrintable(QString::number(result.error())));
}

QTEST_GUILESS_MAIN(TestGraphNodes)
#include "tst_graph_nodes.moc"
