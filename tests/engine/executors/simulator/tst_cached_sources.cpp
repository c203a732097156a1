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

QTEST_GUILESS_MAIN(TestCachedSources)
#include "tst_cached_sources.moc"
