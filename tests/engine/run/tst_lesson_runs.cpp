// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/lessons/lesson_figure_list.h"
#include "engine/formats/lessons/lesson_reader.h"
#include "engine/formats/lessons/lesson_twin.h"
#include "engine/program/errors.h"
#include "engine/run/devices.h"
#include "engine/run/lessons/lesson_answers.h"
#include "engine/run/lessons/lesson_bars.h"
#include "engine/run/lessons/lesson_check.h"
#include "engine/run/lessons/lesson_figures.h"
#include "engine/run/lessons/lesson_run.h"
#include "engine/run/lessons/lesson_task.h"
#include "engine/run/lessons/run_figures.h"
#include "experiments/registry.h"

#include <QtTest>

using namespace streamscope;

namespace {

Lesson read(const QByteArray &blocks)
{
    return readLesson("---\ntitle: T\n---\n" + blocks, "test.md", experiments(),
                      [](const std::string &name) -> QByteArray { throw InputError("no file " + name); });
}

/// Two streams on the device on which every operation takes 1 ms.
const QByteArray twoStreams = "```run two\npreset: two-stream-exercise\n```\n```run one\npreset: two-stream-exercise\n"
                              "streams = 1\n```\n";

std::vector<std::string> faultsOn(const Lesson &lesson, const std::string &device)
{
    const auto executor = openDevice(device);
    return lessonFaults(lesson, runWholeLesson(lesson, *executor, {}), *executor, {});
}

void verifyRight(const Lesson &lesson, const std::string &device)
{
    const std::vector<std::string> faults = faultsOn(lesson, device);
    QVERIFY2(faults.empty(), faults.empty() ? "" : faults.front().c_str());
}

} // namespace

class LessonRuns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void figures();
    void numbers();
    void bars();
    void task();
    void devices();
    void faults();
    void builtInLessons_data();
    void builtInLessons();
    void twinsSayWhatTheirLessonsSay_data() { builtInLessons_data(); }
    void twinsSayWhatTheirLessonsSay();
    void generations_data();
    void generations();
};

void LessonRuns::figures()
{
    const Lesson lesson = read(twoStreams);
    const auto device = openDevice("sim:unit");
    const LessonFigures figures = runWholeLesson(lesson, *device, {});
    const auto value = [&](const char *text) {
        LessonScope scope;
        for (const char *run : {"one", "two"})
            scope.runs[run].knobs = lesson.run(run)->parameters;
        return lessonValueText(LessonExpression::parse(text, scope).value(figures));
    };
    QCOMPARE(value("two.makespan"), "4 ms");
    QCOMPARE(value("one.makespan - two.makespan"), "2 ms");
    QCOMPARE(value("two.speedup"), "1.50");
    QCOMPARE(value("two.streams_at_once"), "2");
    QCOMPARE(value("one.knob.streams"), "1");
    QCOMPARE(value("one.knob.host_memory"), "pinned");
    QCOMPARE(value("device.in_units"), "yes");
    QCOMPARE(value("two.device.name"), value("device.name"));
    QCOMPARE(value("start(two, \"H2D 1\")"), "1 ms");
    QCOMPARE(value("end(two, 'h2d')"), "2 ms");
    QCOMPARE(value("count(two, 'kernel')"), "2");
    QCOMPARE(value("count(two, 'nothing')"), "0");
    QCOMPARE(value("at_once(two, 'h2d')"), "1");
    QCOMPARE(value("at_once(two, 'bytes>0 ')"), "1");
    QCOMPARE(value("overlap(two, 'kernel', 'copy')"), "2 ms");
    QCOMPARE(value("total(two, 'stream:1')"), "3 ms");
    QVERIFY_THROWS_EXCEPTION(RunError, value("start(two, 'nothing')"));
    // Each figure that is listed can be had.
    for (const LessonFigure &figure : lessonFigures())
        QCOMPARE(figureOfRun(*figures.result("two"), std::string(figure.name)).unit, figure.unit);
    for (const LessonFigure &figure : lessonDeviceFigures())
        QCOMPARE(figureOfDevice(device->device(), std::string(figure.name)).unit, figure.unit);
    for (const LessonFunction &function : lessonFunctions())
        QCOMPARE(measureOf(*figures.result("two"), std::string(function.name),
                           std::vector<std::string>(static_cast<std::size_t>(function.filters), "kernel"))
                     .unit,
                 function.unit);
}

void LessonRuns::numbers()
{
    const Lesson lesson = read("```question q\nHow long?\nnumber: two.makespan\nunit: ms\ntolerance: 10 %\n```\n"
                               + twoStreams + "```answer q\n```\n");
    const auto device = openDevice("sim:unit");
    const LessonFigures figures = runWholeLesson(lesson, *device, {});
    const LessonQuestion &question = *lesson.question("q");
    QCOMPARE(rightNumber(question, figures).text, "4 ms");
    QVERIFY(judgeNumber(question, 4.4, figures).right);
    QVERIFY(!judgeNumber(question, 4.5, figures).right);
    QCOMPARE(judgeNumber(question, 6, figures).text, "6 ms is not it: it was 4 ms (± 10 % counts as right)");
    QCOMPARE(parseStudentsNumber(" 4,5 ").value_or(0), 4.5);
    QVERIFY(!parseStudentsNumber("four"));
    QVERIFY(!parseStudentsNumber(""));
}

void LessonRuns::bars()
{
    const Lesson lesson = read("```question q\nDraw.\nbars: two\nunit: median(two, \"kernel\")\nlength: h2d = 2\n```\n"
                               + twoStreams + "```answer q\n```\n");
    const LessonQuestion &question = *lesson.question("q");
    const LessonBars bars = barsOf(lesson, question);
    QCOMPARE(bars.lanes, (std::vector<std::string>{"stream 0", "stream 1"}));
    QCOMPARE(bars.bars.size(), std::size_t(6));
    QCOMPARE(bars.bars[0].length, 2.0);
    QCOMPARE(bars.bars[1].length, 1.0);
    QCOMPARE(bars.bars[4].lane, std::size_t(1));
    const auto device = openDevice("sim:unit");
    const LessonFigures figures = runWholeLesson(lesson, *device, {});
    const RunResult &result = *figures.result("two");
    const std::vector<double> starts = measuredStarts(lesson, question, figures, result);
    QCOMPARE(starts, (std::vector<double>{0, 1, 2, 1, 2, 3}));
    QVERIFY(judgeBars(lesson, question, {3, 4, 5, 4, 5, 6}, figures, result).bars[5].right); // only differences count
    const BarsVerdict verdict = judgeBars(lesson, question, {0, 1, 2, 3, 4, 5}, figures, result);
    QVERIFY(!verdict.right);
    QCOMPARE(verdict.text, "3 of 6 bars are where they ran");
    QCOMPARE(verdict.bars[4].text, "kernel 1: drawn at 4, it ran from 2 to 3");
    QVERIFY(std::find(verdict.overlaps.begin(), verdict.overlaps.end(),
                      "D2H 0 and kernel 1 ran at the same time; in your drawing they do not")
            != verdict.overlaps.end());
}

void LessonRuns::task()
{
    const Lesson lesson =
        read(twoStreams
             + "```task t\nFaster.\nrun: one\nknobs: streams\nreach: yours.makespan <= 70 % * one.makespan\n"
               "solution: streams = 2\n```\n");
    const LessonTask &task = *lesson.task("t");
    const auto device = openDevice("sim:unit");
    const LessonFigures figures = runWholeLesson(lesson, *device, {});
    const auto judged = [&](const char *knob, const char *value) {
        Parameters values = startOfTask(lesson, task);
        values.setText(knob, value);
        return judgeTask(lesson, task, runLessonTask(*lesson.run("one"), values, *device, {}), figures);
    };
    QCOMPARE(knobsOfTask(lesson, task).size(), std::size_t(1));
    QVERIFY(judged("streams", "2").done);
    QCOMPARE(judged("streams", "1").missing,
             (std::vector<std::string>{"your run's makespan is 6 ms, and must be <= 4.20 ms (70 % * one.makespan)"}));
    QCOMPARE(judged("bytes", "1MiB").missing.front(), "these knobs must stay as they were: bytes");
    QCOMPARE(solutionOfTask(lesson, task).integer("streams"), std::int64_t(2));
}

void LessonRuns::devices()
{
    const Lesson lesson = read(
        "```run a\npreset: two-stream-exercise\ndevice: sim:k20c\n```\n```run b\npreset: two-stream-exercise\n```\n");
    const auto chosen = openDevice("sim:unit");
    QCOMPARE(runLessonRun(*lesson.run("a"), *chosen, {})->recording.device.id, "sim:k20c");
    QCOMPARE(runLessonRun(*lesson.run("b"), *chosen, {})->recording.device.id, "sim:unit");
    Program program;
    program.streams = {{"far", StreamKind::Created, 63}};
    QCOMPARE(deviceOfRun(*lesson.run("b"), program, *chosen).id, "sim:h200");
    QVERIFY(!deviceOfRun(*lesson.run("b"), program, *chosen).reason.empty());
}

void LessonRuns::faults()
{
    const auto faultOf = [](const QByteArray &blocks) {
        const std::vector<std::string> all = faultsOn(read(blocks), "sim:unit");
        return all.empty() ? std::string() : all.front();
    };
    const QByteArray question =
        "```question q\nWhich?\n- x (right if: two.makespan < 5 ms)\n- y (right if: two.makespan ";
    QCOMPARE(faultOf(question + ">= 5 ms)\n```\n" + twoStreams + "```answer q\n```\n"), "");
    QVERIFY(faultOf(question + "< 6 ms)\n```\n" + twoStreams + "```answer q\n```\n").find("several choices are right")
            != std::string::npos);
    QVERIFY(faultOf(twoStreams + "{start(one, \"nothing\")}\n").find("no operation") != std::string::npos);
    const QByteArray task = "```task t\nDo.\nrun: one\nknobs: streams\nreach: yours.makespan ";
    QVERIFY(faultOf(twoStreams + task + "< 9 ms\nsolution: streams = 2\n```\n").find("done before anything")
            != std::string::npos);
    QVERIFY(faultOf(twoStreams + task + "< 1 ms\nsolution: streams = 2\n```\n").find("solution of task 't' does not")
            != std::string::npos);
    QVERIFY(faultOf("```question q\nDraw.\nbars: two\nunit: 3 ms * ratio(two.makespan, two.makespan)\n```\n"
                    + twoStreams + "```answer q\n```\n")
                .find("do not fit")
            != std::string::npos);
    QVERIFY(faultOf("```question q\nDraw.\nbars: two\ncolumns: 2\nunit: median(two, \"kernel\")\n```\n" + twoStreams
                    + "```answer q\n```\n")
                .find("beyond its 2 columns")
            != std::string::npos);
}

void LessonRuns::builtInLessons_data()
{
    QTest::addColumn<QString>("name");
    for (const LessonHeading &heading : builtInLessonHeadings())
        QTest::newRow(heading.name.c_str()) << QString::fromStdString(heading.name);
}

void LessonRuns::builtInLessons()
{
    QFETCH(QString, name);
    verifyRight(findLesson(name.toStdString(), experiments()), "sim:h200");
}

/// The runs of the lesson answer the twin as well: all of it can be filled in.
void LessonRuns::twinsSayWhatTheirLessonsSay()
{
    QFETCH(QString, name);
    const Lesson lesson = findLesson(name.toStdString(), experiments());
    const Lesson twin = findLesson(name.toStdString(), experiments(), "de");
    QVERIFY(twin.title != lesson.title);
    QCOMPARE(twin.name, lesson.name);
    QCOMPARE(twinFault(lesson, twin), "");
    const auto executor = openDevice("sim:h200");
    const LessonFigures all = runWholeLesson(lesson, *executor, {});
    LessonFigures figures(twin, executor->device());
    for (const std::string &run : all.finished())
        figures.add(run, all.result(run));
    for (const LessonBlock &block : twin.blocks) {
        if (const auto *text = std::get_if<LessonText>(&block); text && !text->condition)
            QVERIFY(!filledText(*text, figures).empty());
        if (const auto *answer = std::get_if<LessonAnswer>(&block)) {
            QVERIFY(!filledText(answer->text, figures).empty());
            const auto &question = std::get<LessonQuestion>(twin.blocks[answer->question]);
            if (question.kind == QuestionKind::Choice)
                QCOMPARE(rightChoice(question, figures), rightChoice(*lesson.question(question.name), all));
        }
    }
}

/// Those whose answers differ between generations of GPUs.
void LessonRuns::generations_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("device");
    for (const char *device : {"sim:k20c", "sim:c2050"})
        for (const char *name : {"pageable-copies", "one-kernel-fills-the-gpu", "depth-or-breadth-first",
                                 "copies-of-one-direction", "both-directions"})
            QTest::addRow("%s on %s", name, device) << name << device;
}

void LessonRuns::generations()
{
    QFETCH(QString, name);
    QFETCH(QString, device);
    verifyRight(findLesson(name.toStdString(), experiments()), device.toStdString());
}

QTEST_GUILESS_MAIN(LessonRuns)
#include "tst_lesson_runs.moc"
