// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/timing/threads/core_selector.h"

#include <QtTest>

#include <map>

#include <sched.h>

using namespace streamscope;

namespace {

/// A simulated machine with known core speeds.
class KnownCores final : public Cores
{
public:
    std::map<int, double> speeds;
    int at = 0;
    int looks = 0;
    int spoiled = 0; ///< so many of the next looks are

    std::vector<int> all() const override
    {
        std::vector<int> cores;
        for (const auto &[core, speed] : speeds)
            cores.push_back(core);
        return cores;
    }
    int current() const override { return at; }
    void moveTo(int core) override { at = core; }
    double speed() override
    {
        ++looks;
        return spoiled-- > 0 ? 0.1 : speeds.at(at);
    }
};

} // namespace

class TestCoreSelector : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void movesToTheFastest()
    {
        KnownCores cores;
        cores.speeds = {{0, 4.3}, {1, 7.0}, {2, 6.9}, {3, 4.2}};
        CoreSelector quick(cores);
        quick.moveToFastest();
        QCOMPARE(cores.at, 1);
        QCOMPARE(quick.moves(), 1);
        QCOMPARE(quick.fastest(), 1.0);
        QCOMPARE(quick.slowest(), 0.6);
    }

    void staysWhileNobodyDisturbs()
    {
        KnownCores cores;
        cores.speeds = {{0, 7.0}, {1, 6.9}};
        CoreSelector quick(cores);
        quick.moveToFastest();
        cores.speeds = {{0, 6.2}, {1, 7.0}};
        cores.looks = 0;
        quick.moveToFastest();
        QCOMPARE(cores.at, 0);
        QCOMPARE(cores.looks, 1);
        QCOMPARE(quick.moves(), 0);
    }

    /// An interrupt is no reason to begin the next run on a core whose caches know nothing of it.
    void staysWhereALookWasSpoiled()
    {
        KnownCores cores;
        cores.speeds = {{0, 7.0}, {1, 7.1}};
        cores.at = 1;
        CoreSelector quick(cores);
        quick.moveToFastest();
        cores.speeds = {{0, 9.0}, {1, 7.1}};
        cores.spoiled = 3;
        cores.looks = 0;
        quick.moveToFastest();
        QCOMPARE(cores.at, 1);
        QCOMPARE(cores.looks, 4);
    }

    void leavesACoreThatHasBecomeSlow()
    {
        KnownCores cores;
        cores.speeds = {{0, 7.0}, {1, 6.9}};
        CoreSelector quick(cores);
        quick.moveToFastest();
        cores.speeds[0] = 4.3;
        quick.moveToFastest();
        QCOMPARE(cores.at, 1);
        QCOMPARE(quick.moves(), 1);
    }

    /// When all have become slow, the best of them is good enough, until one is quicker than it.
    void doesNotSearchForEver()
    {
        KnownCores cores;
        cores.speeds = {{0, 7.0}, {1, 7.0}};
        CoreSelector quick(cores);
        quick.moveToFastest();
        cores.speeds = {{0, 4.0}, {1, 4.2}};
        quick.moveToFastest();
        QCOMPARE(quick.fastest(), 0.6);
        cores.looks = 0;
        quick.moveToFastest();
        QCOMPARE(cores.looks, 1);
    }

    void withoutCoresNothingMoves()
    {
        KnownCores none;
        none.at = 3;
        CoreSelector quick(none);
        quick.moveToFastest();
        QCOMPARE(none.at, 3);
        QCOMPARE(none.looks, 0);
        QCOMPARE(quick.fastest(), 0.0);
    }

    /// Threads that are started later must be free to run anywhere.
    void theThreadStaysFree()
    {
        cpu_set_t before, after;
        QCOMPARE(sched_getaffinity(0, sizeof before, &before), 0);
        MachineCores cores("");
        QCOMPARE(static_cast<int>(cores.all().size()), CPU_COUNT(&before));
        QVERIFY(cores.speed() > 0);
        CoreSelector quick(cores);
        quick.moveToFastest();
        QCOMPARE(sched_getaffinity(0, sizeof after, &after), 0);
        QVERIFY(CPU_EQUAL(&before, &after));
        QVERIFY(CPU_ISSET(cores.current(), &before));
    }

    void movesToACoreOfTheMachine()
    {
        MachineCores cores("");
        const std::vector<int> all = cores.all();
        constexpr int tries = 100; // a busy machine may have moved the thread on before it asks
        for (int i = 0; i < tries; ++i) {
            cores.moveTo(all.back());
            if (cores.current() == all.back())
                break;
        }
        QCOMPARE(cores.current(), all.back());
    }

    /// A device that the system does not know has all cores near it.
    void anUnknownDeviceHasAllCores() { QCOMPARE(MachineCores("no such device").all(), MachineCores("").all()); }
};

QTEST_GUILESS_MAIN(TestCoreSelector)
#include "tst_core_selector.moc"
