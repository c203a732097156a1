// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/programs.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

namespace {

constexpr std::uint64_t Mi = 1 << 20;

Operation work(KernelKind kind, int stream, std::uint64_t elements, std::uint32_t grid)
{
    Operation op = kernel(stream);
    op.kernel.own().kind = kind;
    op.kernel.own().elements = elements;
    op.kernel.own().workPerElement = kind == KernelKind::Fma ? 4096 : 0;
    op.kernel.own().grid = grid;
    op.kernel.own().block = 256;
    op.reads.clear();
    op.writes.clear();
    return op;
}

/// An element for each thread.
Operation product(int stream, std::uint64_t blocks, std::uint64_t multiplyAdds)
{
    Operation op = work(KernelKind::Fma, stream, blocks * 256, 0);
    op.kernel.own().workPerElement = multiplyAdds;
    return op;
}

double milliseconds(const std::vector<Operation> &operations, int devices = 1)
{
    Program program = emptyProgram(2 * devices);
    for (int i = 0; i < 2 * devices; ++i)
        program.streams[static_cast<std::size_t>(i)].device = i % devices;
    program.operations = operations;
    return makespanMs(simulate(loadDeviceProfile("h200"), program));
}

Operation allReduce(int stream, std::uint64_t bytes)
{
    Operation op;
    op.kind = OperationKind::Collective;
    op.stream = stream;
    op.bytes = bytes;
    return op;
}

} // namespace

/// Kernels and all-reduces at once on H200s, and how long both took there (docs/measurements/concurrent-kernels.md).
class TestSharedUnits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void kernelsTogether_data();
    void kernelsTogether();
    void blocksOfOneMultiprocessorSlowEachOther();
    void theOlderKernelGoesFirst();
    void theYoungerWaitsBesideFullMultiprocessors();
    void productsAndMultiplyAddsGoTogether();
    void productsAndCubesSlowEachOther_data();
    void productsAndCubesSlowEachOther();
    void lateBlocksKeepThePaceOfTheOthers_data();
    void lateBlocksKeepThePaceOfTheOthers();
    void theNextKernelFillsTheTail_data();
    void theNextKernelFillsTheTail();
    void allReduceTakesMultiprocessors();
    void allReduceWaitsForMultiprocessors();
    void allReduceSharesTheMemory();
    void tracedAllReduceTakesNone();
};

void TestSharedUnits::kernelsTogether_data()
{
    using K = KernelKind;
    QTest::addColumn<KernelKind>("first");
    QTest::addColumn<std::uint64_t>("firstElements");
    QTest::addColumn<std::uint32_t>("firstGrid");
    QTest::addColumn<KernelKind>("second");
    QTest::addColumn<std::uint64_t>("secondElements");
    QTest::addColumn<std::uint32_t>("secondGrid");
    QTest::addColumn<double>("measuredMs");
    const auto row = [](const char *name, K a, std::uint64_t m, std::uint32_t g, K b, std::uint64_t n, std::uint32_t h,
                        double ms) { QTest::newRow(name) << a << m * Mi << g << b << n * Mi << h << ms; };
    row("one block on each SM, twice", K::Fma, 4, 132, K::Fma, 4, 132, 1.410); // one behind the other: 2.4
    row("one block, then four", K::Fma, 2, 132, K::Fma, 8, 528, 1.722);
    row("four blocks, then one", K::Fma, 8, 528, K::Fma, 2, 132, 1.723);
    row("half of the device, twice", K::Fma, 8, 528, K::Fma, 8, 528, 2.630);
    row("memory, twice", K::Stream, 128, 528, K::Stream, 128, 528, 0.755);
    row("memory beside multipliers", K::Stream, 128, 528, K::Fma, 8, 528, 1.462);
}

void TestSharedUnits::kernelsTogether()
{
    QFETCH(KernelKind, first);
    QFETCH(std::uint64_t, firstElements);
    QFETCH(std::uint32_t, firstGrid);
    QFETCH(KernelKind, second);
    QFETCH(std::uint64_t, secondElements);
    QFETCH(std::uint32_t, secondGrid);
    QFETCH(double, measuredMs);
    const double predicted =
        milliseconds({work(first, 0, firstElements, firstGrid), work(second, 1, secondElements, secondGrid)});
    QVERIFY2(std::abs(predicted / measuredMs - 1) < 0.13, qPrintable(QString::number(predicted)));
}

/// Two kernels that leave the multipliers room: 1.2 ms alone, 1.410 where each SM has a block of both.
void TestSharedUnits::blocksOfOneMultiprocessorSlowEachOther()
{
    const auto twice = [](std::uint64_t elements, std::uint32_t blocks) {
        return milliseconds({work(KernelKind::Fma, 0, elements, blocks), work(KernelKind::Fma, 1, elements, blocks)});
    };
    QVERIFY2(std::abs(twice(4 * Mi, 132) / 1.410 - 1) < 0.03, qPrintable(QString::number(twice(4 * Mi, 132))));
    const double alone = milliseconds({work(KernelKind::Fma, 0, 2 * Mi, 66)});
    QVERIFY(std::abs(twice(2 * Mi, 66) / alone - 1) < 0.02); // each block has an SM for itself
}

/// An SM issues from its oldest warps first: the first kernel takes its own time, the second one the rest.
void TestSharedUnits::theOlderKernelGoesFirst()
{
    Program program = emptyProgram(2);
    program.operations = {work(KernelKind::Fma, 0, 8 * Mi, 528), work(KernelKind::Fma, 1, 8 * Mi, 528)};
    const auto times = simulate(loadDeviceProfile("h200"), program);
    const auto lengthOf = [&times](std::size_t i) { return static_cast<double>(times[i].end - times[i].start); };
    QVERIFY(std::abs(lengthOf(0) / 1.380e6 - 1) < 0.05);
    QVERIFY(std::abs(lengthOf(1) / 2.580e6 - 1) < 0.05);
    QVERIFY(times[1].start < times[0].start + 20'000); // it has begun long before the first one ends
}

/// Of 212 blocks two lie on each of 80 SMs, which then have room for few instructions of the next 212: 277 us together
/// on an H200, 146 for the first.
void TestSharedUnits::theYoungerWaitsBesideFullMultiprocessors()
{
    const double together = milliseconds({product(0, 212, 51'551), product(1, 212, 51'551)});
    QVERIFY2(std::abs(together / 0.277 - 1) < 0.05, qPrintable(QString::number(together)));
}

/// Eight kernels of each kind took 14.17 ms with their copies, 7.97 and 6.28 ms alone
/// (docs/measurements/tensor-cores.md): neither kind waits for the other, and together they gain nothing.
void TestSharedUnits::productsAndMultiplyAddsGoTogether()
{
    const auto ofKind = [](KernelKind kind, int stream, std::uint64_t multiplyAdds) {
        Operation op = work(kind, stream, 4 * Mi, 264);
        op.kernel.own().workPerElement = multiplyAdds;
        return op;
    };
    const Operation tensor = ofKind(KernelKind::Tensor, 0, 65'536), fma = ofKind(KernelKind::Fma, 1, 4'096);
    std::vector<Operation> tensors(8, tensor), fmas(8, fma), both;
    for (int i = 0; i < 8; ++i)
        both.insert(both.end(), {tensor, fma});
    const double alone = milliseconds(tensors) + milliseconds(fmas);
    QVERIFY2(std::abs(milliseconds(both) / alone - 1) < 0.02, qPrintable(QString::number(milliseconds(both) / alone)));
    const auto times = simulate(loadDeviceProfile("h200"), [&both] {
        Program program = emptyProgram(2);
        program.operations = both;
        return program;
    }());
    QVERIFY(times[1].end - times[1].start < 1'500'000); // the older product takes 0.9 ms, the kernel 0.7
}

void TestSharedUnits::productsAndCubesSlowEachOther_data()
{
    QTest::addColumn<MatrixPrecision>("precision");
    QTest::addColumn<int>("kernels");
    QTest::addColumn<std::uint64_t>("ofProducts");
    QTest::addColumn<std::uint64_t>("ofCubes");
    QTest::addColumn<std::uint32_t>("blocks");
    QTest::addColumn<double>("measuredMs"); // from the first start to the last end
    const auto row = [](const char *name, MatrixPrecision precision, int kernels, std::uint64_t ofProducts,
                        std::uint64_t ofCubes, std::uint32_t blocks, double ms) {
        QTest::newRow(name) << precision << kernels << ofProducts << ofCubes << blocks << ms;
    };
    row("224 blocks", MatrixPrecision::Tf32, 458, 166, 2, 224, 10.617);
    row("1094 blocks, of which 512 have work", MatrixPrecision::Bf16, 22, 1420, 3, 1094, 0.606);
    // On SMs of their own: the cubes wait longer for data that the products' have driven out of the cache.
    row("21 blocks", MatrixPrecision::Tf32, 30, 689, 17, 21, 6.744);
    row("54 blocks", MatrixPrecision::Bf16, 30, 1574, 1, 54, 2.268);
    // Both ask for memory and multipliers.
    row("417 blocks", MatrixPrecision::Bf16, 30, 148, 24, 417, 0.642);
    row("1056 blocks", MatrixPrecision::Bf16, 30, 2048, 50, 1056, 1.344);
    // Products leave the cubes three of eight places.
    row("1370 blocks", MatrixPrecision::Tf32, 30, 454, 1, 1370, 0.891);
}

/// Products on one stream, and kernels that wait for memory on another one that is less urgent, on an H200.
void TestSharedUnits::productsAndCubesSlowEachOther()
{
    QFETCH(MatrixPrecision, precision);
    QFETCH(int, kernels);
    QFETCH(std::uint64_t, ofProducts);
    QFETCH(std::uint64_t, ofCubes);
    QFETCH(std::uint32_t, blocks);
    QFETCH(double, measuredMs);
    Program program = emptyProgram(2);
    program.streams[0].priority = -5;
    for (int i = 0; i < kernels; ++i) {
        program.operations.push_back(work(KernelKind::Tensor, 0, 4 * Mi, blocks));
        program.operations.back().kernel.own().precision = precision;
        program.operations.back().kernel.own().workPerElement = ofProducts;
        program.operations.push_back(work(KernelKind::Fma, 1, 4 * Mi, blocks));
        program.operations.back().kernel.own().workPerElement = ofCubes;
    }
    const double ms = makespanMs(simulate(loadDeviceProfile("h200"), program));
    QVERIFY2(std::abs(ms / measuredMs - 1) < 0.07, qPrintable(QString::number(ms)));
}

void TestSharedUnits::lateBlocksKeepThePaceOfTheOthers_data()
{
    QTest::addColumn<std::uint64_t>("blocks");
    QTest::addColumn<std::uint64_t>("multiplyAdds");
    QTest::addColumn<double>("measuredMs"); // with copies and the kernels that use the products
    QTest::newRow("588 blocks") << std::uint64_t{588} << std::uint64_t{59797} << 0.747;
    QTest::newRow("816 blocks") << std::uint64_t{816} << std::uint64_t{55314} << 0.969;
}

/// Two products, of which the second has room for a part of its blocks only: the others come when the first is done,
/// and few of them then have the SMs for themselves. In the model they took 13 and 10 % too long.
void TestSharedUnits::lateBlocksKeepThePaceOfTheOthers()
{
    QFETCH(std::uint64_t, blocks);
    QFETCH(std::uint64_t, multiplyAdds);
    QFETCH(double, measuredMs);
    constexpr double copiesMs = 0.06;
    const Operation first = product(0, blocks, multiplyAdds), second = product(1, blocks, multiplyAdds);
    const double predicted = milliseconds({first, second}) + copiesMs;
    QVERIFY2(std::abs(predicted / measuredMs - 1) < 0.06, qPrintable(QString::number(predicted)));
}

void TestSharedUnits::theNextKernelFillsTheTail_data()
{
    QTest::addColumn<std::uint64_t>("blocks");
    QTest::addColumn<std::uint64_t>("multiplyAdds");
    QTest::addColumn<double>("measuredUs"); // of each kernel in a pipeline of three streams
    QTest::newRow("1,453 blocks") << std::uint64_t{1453} << std::uint64_t{8395} << 112.6;
    QTest::newRow("1,452 blocks") << std::uint64_t{1452} << std::uint64_t{5080} << 69.6;
}

/// Kernels of more blocks than fit at once take turns: an SM that is done with one begins with the next, so that
/// together they take what their work does, although each alone takes an eighth longer.
void TestSharedUnits::theNextKernelFillsTheTail()
{
    QFETCH(std::uint64_t, blocks);
    QFETCH(std::uint64_t, multiplyAdds);
    QFETCH(double, measuredUs);
    constexpr int rounds = 20;
    std::vector<Operation> operations;
    for (int i = 0; i < 2 * rounds; ++i)
        operations.push_back(product(i % 2, blocks, multiplyAdds));
    const double each = milliseconds(operations) / (2 * rounds) * 1e3;
    QVERIFY2(std::abs(each / measuredUs - 1) < 0.05, qPrintable(QString::number(each)));
}

/// An all-reduce of 512 MiB over two devices takes 1.7 ms; beside it a kernel of 4.94 ms takes 5.11.
void TestSharedUnits::allReduceTakesMultiprocessors()
{
    const Operation kernel0 = work(KernelKind::Fma, 2, 32 * Mi, 0), kernel1 = work(KernelKind::Fma, 3, 32 * Mi, 0);
    const double alone = milliseconds({kernel0, kernel1}, 2);
    const double beside = milliseconds({allReduce(0, 512 * Mi), allReduce(1, 512 * Mi), kernel0, kernel1}, 2);
    QVERIFY(beside > alone * 1.02);
    QVERIFY2(std::abs(beside / 5.11 - 1) < 0.03, qPrintable(QString::number(beside)));
}

/// Behind a kernel that fills the SMs it ends 1.72 ms after that.
void TestSharedUnits::allReduceWaitsForMultiprocessors()
{
    const double both = milliseconds({work(KernelKind::Fma, 2, 32 * Mi, 0), work(KernelKind::Fma, 3, 32 * Mi, 0),
                                      allReduce(0, 512 * Mi), allReduce(1, 512 * Mi)},
                                     2);
    QVERIFY2(std::abs(both / 6.65 - 1) < 0.06, qPrintable(QString::number(both)));
}

/// 0.68 ms alone, 0.92 beside the all-reduce.
void TestSharedUnits::allReduceSharesTheMemory()
{
    Program program = emptyProgram(4);
    for (std::size_t i = 0; i < 4; ++i)
        program.streams[i].device = static_cast<int>(i % 2);
    program.operations = {allReduce(0, 512 * Mi), allReduce(1, 512 * Mi), work(KernelKind::Stream, 2, 256 * Mi, 0),
                          work(KernelKind::Stream, 3, 256 * Mi, 0)};
    const auto times = simulate(loadDeviceProfile("h200"), program);
    const double ms = static_cast<double>(times[2].end - times[2].start) / 1e6;
    QVERIFY2(std::abs(ms / 0.92 - 1) < 0.12, qPrintable(QString::number(ms)));
}

/// What the kernels of a trace lost to its collectives is in their measured times.
void TestSharedUnits::tracedAllReduceTakesNone()
{
    Operation kernel0 = work(KernelKind::Fma, 2, 32 * Mi, 0), kernel1 = work(KernelKind::Fma, 3, 32 * Mi, 0);
    Operation rank0 = allReduce(0, 512 * Mi), rank1 = allReduce(1, 512 * Mi);
    const double alone = milliseconds({kernel0, kernel1}, 2);
    rank0.source = rank1.source = 1;
    QVERIFY(std::abs(milliseconds({rank0, rank1, kernel0, kernel1}, 2) / alone - 1) < 0.01);
}

QTEST_GUILESS_MAIN(TestSharedUnits)
#include "tst_shared_units.moc"
