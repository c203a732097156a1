// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/medians.h"
#include "engine/program/operation.h"
#include "engine/program/shared/repeated_kernels.h"

#include <QtTest>

#include <array>
#include <string>
#include <thread>

#include <dlfcn.h>

using namespace streamscope;

/// What the operations of a Program share, and the medians that all count alike.
class TestSharedValues : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void copiesShareUntilOneIsWritten();
    void modulesReadThem();
    void onManyThreads();
    void kernelsAreShared();
    void factorsAndGroupsHaveNoPlaceOfTheirOwn();
    void medians();
};

namespace {

struct Tracked
{
    std::string text;
};
using Shared = SharedValue<Tracked>;

} // namespace

void TestSharedValues::copiesShareUntilOneIsWritten()
{
    const Shared none;
    QVERIFY(!none);
    Shared a(Tracked{"a"});
    Shared b = a;
    QVERIFY(a.isSameAs(b));
    b.own().text = "b";
    QVERIFY(!a.isSameAs(b));
    QCOMPARE(a->text, std::string("a"));
    QCOMPARE(b->text, std::string("b"));
    const Tracked *const place = &*b;
    b.own().text = "alone"; // nobody shares it: the same place
    QCOMPARE(&*b, place);
    a = b;
    QVERIFY(a.isSameAs(b));
    Shared moved = std::move(a);
    QVERIFY(moved.isSameAs(b));
    Shared fresh;
    fresh.own().text = "fresh";
    QCOMPARE(fresh->text, std::string("fresh"));
}

/// The CUDA module has a copy of the core: what a value is found by must not lie in one of the copies.
void TestSharedValues::modulesReadThem()
{
    void *const module = dlopen(READING_MODULE, RTLD_NOW | RTLD_LOCAL);
    QVERIFY2(module, dlerror());
    const auto read = reinterpret_cast<unsigned long long (*)(const Operation &)>(dlsym(module, "readOperation"));
    QVERIFY(read);
    Operation operation;
    KernelWork work;
    work.grid = 100;
    operation.kernel = work;
    operation.reads = {{0, 0, 7}};
    QCOMPARE(read(operation), 108ULL);
    QCOMPARE(operation.kernel->grid, 100U);
    QCOMPARE(operation.reads.size(), std::size_t{1});
}

void TestSharedValues::onManyThreads()
{
    constexpr int rounds = 20'000;
    const Shared common(Tracked{"common"});
    std::array<int, 4> wrong{};
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < wrong.size(); ++t)
        threads.emplace_back([&common, &bad = wrong[t], t] {
            std::vector<Shared> kept;
            for (int i = 0; i < rounds; ++i) {
                Shared mine = common;
                mine.own().text = std::to_string(t) + " " + std::to_string(i);
                kept.push_back(mine);
                if (kept.size() > 16)
                    kept.erase(kept.begin());
                bad += kept.back()->text != std::to_string(t) + " " + std::to_string(i) ? 1 : 0;
                bad += common->text != "common" ? 1 : 0;
            }
        });
    for (std::thread &thread : threads)
        thread.join();
    QCOMPARE(wrong, (std::array<int, 4>{}));
}

void TestSharedValues::kernelsAreShared()
{
    QVERIFY(sizeof(Operation) <= 96);
    QVERIFY(SharedKernel(KernelWork()) == SharedKernel());
    KernelWork work;
    work.grid = 12;
    RepeatedKernels kernels;
    const SharedKernel first = kernels.shared(work), second = kernels.shared(work);
    QCOMPARE(&first.work(), &second.work());
    SharedKernel changed = second;
    changed.own().grid = 13;
    QCOMPARE(first->grid, 12U);
    QVERIFY(changed != first);
    work.block = 32;
    QCOMPARE(kernels.shared(work)->block, 32U);
    QCOMPARE(first->block, 256U);
}

/// A time factor lies where other kinds have their duration, a group where they have an event.
void TestSharedValues::factorsAndGroupsHaveNoPlaceOfTheirOwn()
{
    Operation copy;
    copy.kind = OperationKind::H2D;
    QCOMPARE(copy.timeFactor(), 1.0);
    for (const double factor : {0.1, 1.25, 1.0, 0.0}) {
        copy.setTimeFactor(factor);
        QCOMPARE(copy.timeFactor(), factor);
    }
    Operation kernel;
    kernel.durationNs = 5;
    kernel.setTimeFactor(2);
    QCOMPARE(kernel.timeFactor(), 1.0);
    QCOMPARE(kernel.durationNs, std::int64_t{5});

    Operation record;
    record.kind = OperationKind::EventRecord;
    record.event = 3;
    QVERIFY(record.hasEvent());
    QCOMPARE(record.group(), Operation::none);
    Operation sum;
    sum.kind = OperationKind::Collective;
    sum.setGroup(3);
    QVERIFY(!sum.hasEvent());
    QCOMPARE(sum.group(), 3);
}

void TestSharedValues::medians()
{
    QCOMPARE(lowerMedian(std::vector{4, 1, 3, 2}), 2);
    QCOMPARE(upperMedian(std::vector{4, 1, 3, 2}), 3);
    QCOMPARE(meanMedian(std::vector{40, 10, 30, 20}), 25);
    QCOMPARE(lowerQuartile(std::vector{8, 7, 6, 5, 4, 3, 2, 1}), 2);
    std::vector odd{5, 1, 9};
    QCOMPARE(lowerMedian(odd), 5);
    QCOMPARE(upperMedian(odd), 5);
    QCOMPARE(meanMedian(odd), 5);
    QCOMPARE(lowerMedian(std::vector{7}), 7);
    const std::array pairs{std::pair(3, 'a'), std::pair(1, 'b'), std::pair(2, 'c')};
    QCOMPARE(upperMedian(std::vector(pairs.begin(), pairs.end()), &std::pair<int, char>::first).second, 'c');
}

QTEST_GUILESS_MAIN(TestSharedValues)
#include "tst_shared_values.moc"
