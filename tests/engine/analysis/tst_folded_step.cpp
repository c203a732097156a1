// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// All steps of a loop as one.
#include "engine/analysis/steps/folded_step.h"
#include "engine/analysis/steps/sequence_match.h"
#include "engine/formats/traces/operations_csv.h"
#include "engine/formats/traces/trace_import.h"
#include "engine/program/errors.h"
#include "engine/run/fold_steps.h"
#include "engine/run/named_run.h"
#include "engine/timeline/host/host_event_list.h"
#include "tests/support/files.h"

#include <QtTest>

#include <algorithm>
#include <random>

using namespace streamscope;
using namespace streamscope::test;

namespace {

constexpr std::int64_t us = 1'000;
constexpr std::int64_t stepLength = 500 * us;

struct Work
{
    std::string name;
    std::int64_t start = 0, length = 0; ///< since the begin of the step
    int stream = 0;
};

/// A range "step N" for each list, and what it issues.
Timeline loopOf(const std::vector<std::vector<Work>> &steps)
{
    Timeline timeline;
    timeline.addStream({"7", 0, 0, StreamRole::Ordinary});
    timeline.addStream({"9", 0, 0, StreamRole::Ordinary});
    HostEventList events;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const std::int64_t begin = static_cast<std::int64_t>(i) * stepLength;
        events.add(
            {begin, begin + stepLength - us, events.intern("step " + std::to_string(i)), 0, 0, HostEventKind::Range});
        std::int64_t issue = begin;
        for (const Work &work : steps[i]) {
            Span span;
            span.name = timeline.intern(work.name);
            span.stream = work.stream;
            span.issue = issue += 100;
            span.start = begin + 5 * us + work.start;
            span.end = span.start + work.length;
            timeline.append(span);
        }
    }
    timeline.setHostEvents(events.make(0, [](std::int32_t) { return EventThread{"t", "p", 0, 0, 0, {}}; }));
    return timeline;
}

std::optional<Timeline> folded(const std::vector<std::vector<Work>> &steps)
{
    const Timeline timeline = loopOf(steps);
    return foldedStep(timeline, findSteps(timeline));
}

std::size_t longestCommon(const std::vector<std::uint64_t> &a, const std::vector<std::uint64_t> &b)
{
    std::vector<std::vector<std::size_t>> length(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 1; i <= a.size(); ++i)
        for (std::size_t k = 1; k <= b.size(); ++k)
            length[i][k] =
                a[i - 1] == b[k - 1] ? length[i - 1][k - 1] + 1 : std::max(length[i - 1][k], length[i][k - 1]);
    return length[a.size()][b.size()];
}

} // namespace

class TestFoldedStep : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sequencesMatch();
    void timesSpread();
    void whatMissesInSomeSteps();
    void otherStepsAreLeftOut();
    void streamsTakeTurns();
    void followersStayFollowers();
    void nothingToFold();
    void csvSaysTheSpread();
    void realTrace();
};

/// As long as a plain table finds them, in places that rise and are equal.
void TestFoldedStep::sequencesMatch()
{
    std::mt19937 random(7);
    for (int round = 0; round < 400; ++round) {
        std::vector<std::uint64_t> a(random() % 12), b(random() % 12);
        for (std::vector<std::uint64_t> *one : {&a, &b})
            for (std::uint64_t &value : *one)
                value = random() % 4;
        const auto pairs = matchSequences(a, b);
        QCOMPARE(pairs.size(), longestCommon(a, b));
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            QCOMPARE(a[pairs[i].first], b[pairs[i].second]);
            QVERIFY(i == 0 || (pairs[i].first > pairs[i - 1].first && pairs[i].second > pairs[i - 1].second));
        }
    }
    std::vector<std::uint64_t> many(100'000, 5), more = many;
    more.insert(more.begin() + 40'000, {1, 2, 3});
    QCOMPARE(matchSequences(many, more).size(), many.size());
    QCOMPARE(matchSequences(many, std::vector<std::uint64_t>(3'000, 6)).size(), 0U); // too different to be looked at
}

void TestFoldedStep::timesSpread()
{
    std::vector<std::vector<Work>> steps;
    for (const std::int64_t length : {100, 140, 110, 130, 120})
        steps.push_back({{"a", 0, 10 * us}, {"b", 20 * us, length * us}, {"c", 170 * us + length * 10, 20 * us, 1}});
    const auto step = folded(steps);
    QVERIFY(step && step->fold());
    const Fold &fold = *step->fold();
    QCOMPARE(fold.text(), std::string("median of 5 steps"));
    QCOMPARE(fold.leftOut, 0U);
    QCOMPARE(step->size(), 3U);
    QCOMPARE(step->name(step->span(1).name), std::string("b"));
    QCOMPARE(step->span(1).start, 20 * us);
    QCOMPARE(step->span(1).end, 140 * us);
    QCOMPARE(step->span(1).issue, unknownTime);
    QVERIFY(step->span(1).clock == Clock::Median);
    QCOMPARE(fold.operations[1].duration, (TimeSpread{100 * us, 110 * us, 120 * us, 130 * us, 140 * us}));
    QCOMPARE(fold.operations[1].start, (TimeSpread{20 * us, 20 * us, 20 * us, 20 * us, 20 * us}));
    QCOMPARE(fold.operations[2].start.median, 171'200);
    QCOMPARE(fold.operations[2].steps, 5U);
    QCOMPARE(step->streams()[static_cast<std::size_t>(step->span(2).stream)].id, std::string("9"));
    QCOMPARE(fold.duration.median, 191'200);
}

/// An operation counts where at least half of the steps have it; its neighbours still match.
void TestFoldedStep::whatMissesInSomeSteps()
{
    const Work a{"a", 0, 10 * us}, b{"b", 20 * us, 10 * us}, again{"a", 40 * us, 10 * us}, rare{"rare", 60 * us, us};
    const auto step = folded({{a, again}, {a, b, again}, {a, b, again, rare}, {a, b, again}});
    QVERIFY(step);
    QCOMPARE(step->size(), 3U);
    QCOMPARE(step->fold()->leftOut, 1U);
    QCOMPARE(step->name(step->span(1).name), std::string("b"));
    QCOMPARE(step->fold()->operations[1].steps, 3U);
    QCOMPARE(step->fold()->operations[0].steps, 4U);
    QCOMPARE(step->fold()->operations[2].start, (TimeSpread{40 * us, 40 * us, 40 * us, 40 * us, 40 * us}));
}

void TestFoldedStep::otherStepsAreLeftOut()
{
    const std::vector<Work> usual{{"a", 0, 10 * us}, {"b", 20 * us, 10 * us}};
    const auto step = folded({usual, {{"x", 0, 5 * us}, {"y", 9 * us, us}, {"z", 12 * us, us}}, usual, usual, {}});
    QVERIFY(step);
    QCOMPARE(step->fold()->text(), std::string("median of 3 of 5 steps"));
    QCOMPARE(step->size(), 2U);
}

/// Two buffers, each with a stream.
void TestFoldedStep::streamsTakeTurns()
{
    const auto turn = [](int stream) {
        return std::vector<Work>{{"in", 0, 10 * us, stream}, {"f", 20 * us, 10 * us, stream}};
    };
    const auto step = folded({turn(0), turn(1), turn(0), turn(1)});
    QVERIFY(step);
    QCOMPARE(step->fold()->text(), std::string("median of 4 steps"));
    QCOMPARE(step->size(), 2U);
    QCOMPARE(step->fold()->operations[0].steps, 4U);
    QCOMPARE(step->span(0).stream, step->span(1).stream);
    QCOMPARE(step->streams().size(), 1U); // the other one would seem idle
}

/// Operations of one stream that follow each other in every step do so in the folded one.
void TestFoldedStep::followersStayFollowers()
{
    std::mt19937 random(3);
    std::vector<std::vector<Work>> steps(9);
    for (std::vector<Work> &step : steps) {
        std::int64_t time = 0;
        for (int i = 0; i < 40; ++i) {
            const std::int64_t length = 1 + random() % (5 * us);
            step.push_back({"k", time, length});
            time += length + random() % 2;
        }
    }
    const auto step = folded(steps);
    QVERIFY(step);
    QCOMPARE(step->size(), 40U);
    for (std::size_t i = 1; i < step->size(); ++i)
        QVERIFY(step->span(i).start >= step->span(i - 1).end);
}

void TestFoldedStep::nothingToFold()
{
    QVERIFY(!folded({}));
    QVERIFY(!folded({{{"a", 0, us}}, {{"b", 0, us}}}));
    RunResult result;
    result.recording.timeline = loopOf({{{"a", 0, us}, {"c", 0, us}}, {{"b", 0, us}, {"d", 0, us}}});
    try {
        foldSteps(result);
        QFAIL("it folded different steps");
    } catch (const InputError &error) {
        QVERIFY2(QByteArray(error.what()).contains("fewer than two of its 2 steps are alike"), error.what());
    }
}

void TestFoldedStep::csvSaysTheSpread()
{
    const auto step = folded({{{"a", 0, 10 * us}}, {{"a", 0, 20 * us}}});
    QVERIFY(step);
    const QList<QByteArray> lines = operationsCsv(*step).split('\n');
    QVERIFY2(lines[0].contains(",thread,steps,start_min_us,"), lines[0]);
    QVERIFY2(
        lines[1].trimmed().endsWith(",median,0,2,0.000,0.000,0.000,0.000,0.000,10.000,12.500,15.000,17.500,20.000"),
        lines[1]);
    const QByteArray csv = operationsCsv(*step);
    const ImportedTrace again = importTraceBytes({csv.data(), static_cast<std::size_t>(csv.size())}, "folded.csv");
    QVERIFY(again.recording.timeline.span(0).clock == Clock::Median);
    QCOMPARE(foldTitle(again.recording.timeline), "Median of several steps"); // not a run, from its file either
    QCOMPARE(foldTitle(*step), "Median of 2 steps");
    QVERIFY(foldTitle(loopOf({{{"a", 0, us}}})).isEmpty());
}

void TestFoldedStep::realTrace()
{
    const QString path = qEnvironmentVariable("STREAMSCOPE_TRACES", sourcePath("../shared/traces"))
                         + "/ranks/ddp-bucket-25.rank0.json.gz";
    if (!QFileInfo::exists(path))
        QSKIP("no public traces here (STREAMSCOPE_TRACES names their folder)");
    const Timeline timeline = importTrace(path.toStdString()).recording.timeline;
    const Steps steps = findSteps(timeline);
    const auto step = foldedStep(timeline, steps);
    QVERIFY(step);
    QCOMPARE(step->fold()->text(), std::string("median of 3 steps"));
    QVERIFY(step->size() + step->fold()->leftOut >= steps.steps[1].operations);
    QVERIFY(step->fold()->leftOut < step->size() / 20);
    QVERIFY(step->end() - step->begin() <= figuresOf(steps).longest);
    QVERIFY(step->end() - step->begin() >= figuresOf(steps).shortest * 95 / 100);
    QVERIFY(step->origins().any(OriginPart::Range));
}

QTEST_GUILESS_MAIN(TestFoldedStep)
#include "tst_folded_step.moc"
