// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/cached_sources.h"
#include "tests/support/programs.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

namespace {

constexpr std::uint64_t Ki = 1 << 10, Mi = 1 << 20;

/// A copy to the device of a part of the host buffer.
struct Read
{
    std::uint64_t offset, bytes;
};

Program programOf(const std::vector<Read> &reads, HostMemory memory = HostMemory::Pageable)
{
    Program program = emptyProgram(1);
    for (Buffer &buffer : program.buffers) {
        buffer.bytes = 256 * Mi;
        buffer.hostMemory = memory;
    }
    for (const Read &read : reads) {
        Operation copy = copyIn(0);
        copy.bytes = copy.reads.front().bytes = copy.writes.front().bytes = read.bytes;
        copy.reads.front().offset = read.offset;
        program.operations.push_back(copy);
    }
    return program;
}

std::vector<float> sharesOf(const std::vector<Read> &reads)
{
    return cachedSources(programOf(reads));
}

} // namespace

/// What the host's caches hold of the memory that pageable copies read.
class TestCachedSources : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatIsReadOnceIsNotThere();
    void whatFitsIntoACoreIsThereTheSecondTime();
    void othersPushItOut();
    void whatIsLargerMustBeReadRepeatedly();
    void partsCountByThemselves();
    void cachedCopiesAreFaster();
    void tracesSayItThemselves();
    void smallCopiesThatReadOn();
    void copiesInARowAreFaster();
};

void TestCachedSources::whatIsReadOnceIsNotThere()
{
    QVERIFY(sharesOf({{0, Mi}, {Mi, Mi}, {2 * Mi, Mi}}).empty());
    QVERIFY(cachedSources(programOf({{0, 4 * Ki}, {0, 4 * Ki}}, HostMemory::Pinned)).empty());
}

void TestCachedSources::whatFitsIntoACoreIsThereTheSecondTime()
{
    QCOMPARE(sharesOf({{0, Mi}, {0, Mi}}), (std::vector<float>{0, 1}));
    QVERIFY(sharesOf({{0, Mi + 4}, {0, Mi + 4}}).empty());
}

void TestCachedSources::othersPushItOut()
{
    QCOMPARE(sharesOf({{0, 256 * Ki}, {64 * Mi, 512 * Ki}, {0, 256 * Ki}}), (std::vector<float>{0, 0, 1}));
    QVERIFY(sharesOf({{0, 256 * Ki}, {64 * Mi, Mi}, {0, 256 * Ki}}).empty());
}

void TestCachedSources::whatIsLargerMustBeReadRepeatedly()
{
    std::vector<float> expected(12, 0);
    std::fill(expected.begin() + 8, expected.end(), 1.0F);
    QCOMPARE(sharesOf(std::vector<Read>(12, {0, 32 * Mi})), expected);
    QVERIFY(sharesOf(std::vector<Read>(12, {0, 32 * Mi + 4})).empty());
}

/// A larger copy finds what smaller ones of its beginning, middle or end have read.
void TestCachedSources::partsCountByThemselves()
{
    QCOMPARE(sharesOf({{0, 128 * Ki}, {0, 512 * Ki}}), (std::vector<float>{0, 0.25F}));
    QCOMPARE(sharesOf({{256 * Ki, 128 * Ki}, {0, 512 * Ki}, {64 * Ki, 256 * Ki}}), (std::vector<float>{0, 0.25F, 1}));
    QCOMPARE(sharesOf({{384 * Ki, 128 * Ki}, {0, 512 * Ki}}), (std::vector<float>{0, 0.25F}));
}

void TestCachedSources::cachedCopiesAreFaster()
{
    DeviceProfile profile = loadDeviceProfile("h200");
    const auto lastOf = [&](const std::vector<Read> &reads) {
        const auto times = simulate(profile, programOf(reads));
        return times.back().returned - times.back().issue;
    };
    const std::int64_t cold = lastOf({{0, Mi}, {Mi, Mi}}), cached = lastOf({{0, Mi}, {0, Mi}});
    const CopyCost &pageable = profile.copies.h2d.pageable;
    const double saved = 1e9 * Mi / pageable.bandwidthAt(Mi) - 1e9 * Mi / pageable.cachedBytesPerSecond;
    QVERIFY(std::abs(static_cast<double>(cold - cached) - saved) <= 2);
    profile.copies.h2d.pageable.cachedBytesPerSecond = 0; // of a profile that does not say
    QCOMPARE(lastOf({{0, Mi}, {0, Mi}}), cold);
}

/// Their copies have the time that they took.
void TestCachedSources::tracesSayItThemselves()
{
    Program program = programOf({{0, Mi}, {0, Mi}});
    program.traced.emplace();
    const auto times = simulate(loadDeviceProfile("h200"), program);
    QCOMPARE(times[1].returned - times[1].issue, times[0].returned - times[0].issue);
}

/// Of up to 64 KiB; what is issued between them ends a row, but for copies to the host.
void TestCachedSources::smallCopiesThatReadOn()
{
    const std::uint64_t small = 64 * Ki;
    QCOMPARE(sourceRuns(programOf({{0, small}, {small, small}, {2 * small, 4}})),
             (std::vector<std::uint64_t>(3, 2 * small + 4)));
    QCOMPARE(sourceRuns(programOf({{0, small}, {small, small}, {8 * small, small}})),
             (std::vector<std::uint64_t>{2 * small, 2 * small, 0}));
    QVERIFY(sourceRuns(programOf({{0, small + 4}, {small + 4, small + 4}})).empty());
    Program program = programOf({{0, small}, {small, small}});
    program.operations.insert(program.operations.begin() + 1, copyBack(0));
    QCOMPARE(sourceRuns(program), (std::vector<std::uint64_t>{2 * small, 0, 2 * small}));
    program.operations[1] = kernel(0);
    QVERIFY(sourceRuns(program).empty());
}

/// 19 copies of 3.6 KiB, 28 of 7, 24 of 9.3 and 58 of 38, live (four H200s, docs/measurements/model/drawn-*.csv).
void TestCachedSources::copiesInARowAreFaster()
{
    struct Row
    {
        int copies;
        std::uint64_t bytes;
        double us; ///< measured, median
    };
    for (const Row &row : {Row{19, 3664, 62.1}, Row{28, 7168, 102}, Row{24, 9556, 97.8}, Row{58, 38772, 457.9}}) {
        std::vector<Read> reads;
        for (int i = 0; i < row.copies; ++i)
            reads.push_back({static_cast<std::uint64_t>(i) * row.bytes, row.bytes});
        const auto times = simulate(loadDeviceProfile("h200"), programOf(reads));
        constexpr double behind = 14.8; // the copy back for the check and the end of the run
        const double us = static_cast<double>(times.back().end) / 1e3 + behind;
        qInfo("%d copies of %llu bytes: %.1f us, measured %.1f", row.copies, static_cast<unsigned long long>(row.bytes),
              us, row.us);
        QVERIFY(std::abs(us / row.us - 1) <= 0.13); // 15 to 25 percent too long, each as if it were alone
    }
}

QTEST_GUILESS_MAIN(TestCachedSources)
#include "tst_cached_sources.moc"
