// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/counters/counter.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace streamscope;

/// Sums over time, against values by hand and against counting nanosecond by nanosecond.
class CounterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void byHand();
    void aGroupCountsOnce();
    void agreesWithCounting_data();
    void agreesWithCounting();
    void nothing();
};

namespace {

class List final : public CounterSource
{
public:
    explicit List(std::vector<CounterInterval> intervals, std::size_t groups = 0)
        : m_intervals(std::move(intervals)), m_groups(groups)
    {}
    std::size_t size() const override { return m_intervals.size(); }
    std::size_t groups() const override { return m_groups; }
    bool interval(std::size_t i, CounterInterval &interval) const override
    {
        interval = m_intervals[i];
        return interval.amount > 0;
    }

private:
    std::vector<CounterInterval> m_intervals;
    std::size_t m_groups;
};

Counter counterOf(std::vector<CounterInterval> intervals, std::int64_t endNs, std::size_t groups = 0)
{
    return Counter(std::make_unique<List>(std::move(intervals), groups), 0, endNs);
}

} // namespace

void CounterTest::byHand()
{
    // 50 from 0 to 10, 30 from 5 to 15, 20 from 15 to 20; an entry that does not count.
    const Counter counter = counterOf({{0, 10, 50}, {5, 15, 30}, {15, 20, 20}, {0, 20, 0}}, 20);
    QVERIFY(!counter.isPrepared());
    QCOMPARE(counter.most(), 80.0);
    QVERIFY(counter.isPrepared());
    const std::vector<CounterColumn> each = counter.columns(0, 5, 4);
    QCOMPARE(each, (std::vector<CounterColumn>{{50, 50}, {80, 80}, {30, 30}, {20, 20}}));
    const std::vector<CounterColumn> halves = counter.columns(0, 10, 2);
    QCOMPARE(halves, (std::vector<CounterColumn>{{65, 80}, {25, 30}}));
    // Partly outside the run, and less than a nanosecond.
    QCOMPARE(counter.columns(-10, 20, 2), (std::vector<CounterColumn>{{32.5, 80}, {12.5, 30}}));
    QCOMPARE(counter.columns(4.75, 0.25, 2), (std::vector<CounterColumn>{{50, 50}, {80, 80}}));
    QCOMPARE(counter.columns(100, 1, 1), (std::vector<CounterColumn>{{0, 0}}));
}

void CounterTest::aGroupCountsOnce()
{
    const Counter counter = counterOf({{0, 10, 1, 0}, {5, 15, 1, 0}, {8, 12, 1, 1}, {15, 20, 1, 0}}, 20, 2);
    QCOMPARE(counter.most(), 2.0);
    QCOMPARE(counter.columns(0, 4, 5), (std::vector<CounterColumn>{{1, 1}, {1, 1}, {2, 2}, {1, 1}, {1, 1}}));
}

void CounterTest::agreesWithCounting_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<double>("nsPerColumn");
    for (const int count : {100, 5000, 60'000}) // the last two have levels
        for (const double ns : {3.5, 40.0, 1000.0, 7777.0})
            QTest::addRow("%d intervals, columns of %g ns", count, ns) << count << ns;
}

void CounterTest::agreesWithCounting()
{
    QFETCH(int, count);
    QFETCH(double, nsPerColumn);
    std::mt19937 random(3);
    std::vector<CounterInterval> intervals;
    const std::int64_t end = count * 10LL;
    std::vector<double> truth(static_cast<std::size_t>(end)); // by nanosecond
    for (int i = 0; i < count; ++i) {
        CounterInterval one{i * 10LL + static_cast<std::int64_t>(random() % 40), 0, 1.0 + random() % 9, -1};
        one.end = std::min<std::int64_t>(one.begin + static_cast<std::int64_t>(random() % 60), end);
        one.begin = std::min(one.begin, one.end);
        intervals.push_back(one);
        for (std::int64_t ns = one.begin; ns < one.end; ++ns)
            truth[static_cast<std::size_t>(ns)] += one.amount;
    }
    const Counter counter = counterOf(std::move(intervals), end);
    QCOMPARE(counter.most(), *std::max_element(truth.begin(), truth.end()));
    const double from = std::floor(static_cast<double>(end) * 0.37);
    const std::size_t columns =
        std::min<std::size_t>(500, static_cast<std::size_t>(static_cast<double>(end) * 0.5 / nsPerColumn) + 1);
    const std::vector<CounterColumn> made = counter.columns(from, nsPerColumn, columns);
    const auto integral = [&](double a, double b) {
        double sum = 0;
        for (double at = a; at < b;) {
            const double next = std::min(b, std::floor(at) + 1);
            sum += at < static_cast<double>(end) ? truth[static_cast<std::size_t>(at)] * (next - at) : 0;
            at = next;
        }
        return sum;
    };
    double sum = 0;
    for (std::size_t i = 0; i < columns; ++i) {
        const double a = from + nsPerColumn * static_cast<double>(i), b = a + nsPerColumn;
        const double mean = integral(a, b) / nsPerColumn;
        // With levels the edges of a column may lie an eighth of it beside.
        const double slack = count > 4096 && nsPerColumn >= 160 ? 0.25 * double{made[i].most} : 1e-3;
        QVERIFY2(std::abs(double{made[i].mean} - mean) <= slack + 1e-5 * mean,
                 qPrintable(QStringLiteral("%1: %2, %3").arg(i).arg(made[i].mean).arg(mean)));
        QVERIFY(double{made[i].most} >= double{made[i].mean} - 1e-3);
        sum += double{made[i].mean} * nsPerColumn;
    }
    const double whole = integral(from, from + nsPerColumn * static_cast<double>(columns));
    QVERIFY(std::abs(sum / whole - 1) < 0.01); // nothing is lost at the edges of columns
}

void CounterTest::nothing()
{
    const Counter empty = counterOf({}, 100);
    QCOMPARE(empty.most(), 0.0);
    QCOMPARE(empty.columns(0, 50, 2), std::vector<CounterColumn>(2));
    const Counter instant = counterOf({{0, 0, 5}}, 0);
    QCOMPARE(instant.most(), 0.0);
    QCOMPARE(instant.columns(0, 1, 1), std::vector<CounterColumn>(1));
}

QTEST_GUILESS_MAIN(CounterTest)
#include "tst_counter.moc"
