// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/statistics.h"

#include <QtTest>

#include <numeric>

using namespace streamscope;

class TestStatistics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void quartilesByHand();
    void oneSampleAndNone();
    void histogramCountsEverySample();
    void equalSamplesMakeOneBin();
    void outlierDoesNotMakeThousandsOfBins();
};

void TestStatistics::quartilesByHand()
{
    const Statistics s = statisticsOf({7, 1, 3, 5});
    QCOMPARE(s.minimum, std::int64_t{1});
    QCOMPARE(s.maximum, std::int64_t{7});
    QCOMPARE(s.firstQuartile, 2.5);
    QCOMPARE(s.median, 4.0);
    QCOMPARE(s.thirdQuartile, 5.5);
    QCOMPARE(s.mean, 4.0);
    QVERIFY(std::abs(s.variation - std::sqrt(20.0 / 3) / 4) < 1e-12);
}

void TestStatistics::oneSampleAndNone()
{
    QCOMPARE(statisticsOf({}).count, std::size_t{0});
    QVERIFY(histogramOf({}).counts.empty());
    const Statistics s = statisticsOf({9});
    QCOMPARE(s.median, 9.0);
    QCOMPARE(s.variation, 0.0);
}

void TestStatistics::histogramCountsEverySample()
{
    std::vector<std::int64_t> samples(200);
    std::iota(samples.begin(), samples.end(), 1000);
    const Histogram h = histogramOf(samples);
    QCOMPARE(std::accumulate(h.counts.begin(), h.counts.end(), std::size_t{0}), samples.size());
    QCOMPARE(h.counts.size(), std::size_t{6}); // 199 / (2·99.5 / ∛200) rounded up
    QCOMPARE(h.low, 1000.0);
    QCOMPARE(h.low + h.width * 6, 1199.0);
}

void TestStatistics::equalSamplesMakeOneBin()
{
    QCOMPARE(histogramOf({5, 5, 5}).counts, std::vector<std::size_t>{3});
}

void TestStatistics::outlierDoesNotMakeThousandsOfBins()
{
    std::vector<std::int64_t> samples{1, 2, 3, 4, 1'000'000'000};
    QCOMPARE(histogramOf(samples).counts.size(), std::size_t{50});
    samples = {1, 1, 1, 1, 1'000'000'000}; // no quartile range at all
    QCOMPARE(histogramOf(samples).counts, (std::vector<std::size_t>{4, 0, 1}));
}

QTEST_GUILESS_MAIN(TestStatistics)
#include "tst_statistics.moc"
