// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/lessons/lesson_figure_list.h"
#include "engine/formats/lessons/lesson_reader.h"
#include "engine/program/errors.h"
#include "experiments/registry.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace streamscope;

namespace {

QByteArray withFront(const QByteArray &blocks)
{
    return "---\ntitle: A lesson\n---\n" + blocks; // blocks begin at line 4
}

Lesson read(const QByteArray &markdown)
{
    return readLesson(markdown, "test.md", experiments(), [](const std::string &name) -> QByteArray {
        throw InputError("there is no file '" + name + "'");
    });
}

const QByteArray runs = "```run a\npreset: large-pipeline\nchunks = 4\n```\n```run b\nexperiment: launch-cost\n```\n";

/// Known figures, so that values of expressions are known, too.
class FakeFigures final : public LessonFigureSource
{
public:
    LessonValue figure(const std::string &run, const std::string &figure) const override
    {
        if (figure == "device.name")
            return {LessonUnit::Text, 0, "GPU"};
        if (figure == "efficiency")
            return {LessonUnit::Share, 0.71, {}};
        return {LessonUnit::Time, run == "a" ? 4e6 : 2e6, {}};
    }
    LessonValue knob(const std::string &, const std::string &) const override { return {LessonUnit::Number, 4, {}}; }
    LessonValue measure(const std::string &, const std::string &, const std::vector<std::string> &) const override
    {
        return {LessonUnit::Time, 1e6, {}};
    }
};

LessonScope twoRuns()
{
    LessonScope scope;
    scope.runs["a"].knobs = findExperiment("copy-compute-pipeline")->defaults();
    scope.runs["yours"] = scope.runs["b"] = scope.runs["a"];
    scope.runs["later"].finished = false;
    scope.runs["later"].knobs = scope.runs["a"].knobs;
    return scope;
}

} // namespace

class Lessons : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void goodLesson();
    void badLines_data();
    void badLines();
    void values_data();
    void values();
    void badExpressions_data();
    void badExpressions();
    void missingParts();
    void texts();
    void classes();
    void builtIn();
    void builtInTwins();
    void twinsOfFiles_data();
    void twinsOfFiles();
    void figuresAreDocumented();
};

void Lessons::goodLesson()
{
    const Lesson lesson =
        read("---\r\ntitle: One\r\norder: 7\r\nsummary: Short\r\ndevice: sim:unit\r\n---\r\nText with `{code}`.\r\n\r\n"
             "```question q\r\nWhich?\r\n- The first (right if: a.makespan < b.makespan)\r\n"
             "- The second (right if: a.makespan >= b.makespan)\r\n```\r\n"
             + runs
             + "```answer q\nIt took {a.makespan | ms}.\n```\n```if a.makespan > 1 ms\nLong.\n```\n"
               "```task t\nChange it.\nrun: a\nknobs: chunks, streams\nreach: yours.makespan < a.makespan\n"
               "solution: chunks = 16; streams = 2\nhint: smaller\n```\n");
    QCOMPARE(lesson.title, "One");
    QCOMPARE(lesson.order, 7);
    QCOMPARE(lesson.summary, "Short");
    QCOMPARE(lesson.device, "sim:unit");
    QCOMPARE(lesson.blocks.size(), std::size_t(7));
    QCOMPARE(lesson.run("a")->parameters.integer("chunks"), std::int64_t(4));
    QCOMPARE(lesson.question("q")->choices.size(), std::size_t(2));
    QCOMPARE(lesson.question("q")->runs, (std::vector<std::string>{"a", "b"}));
    QCOMPARE(std::get<LessonAnswer>(lesson.blocks[4]).question, std::size_t(1));
    QVERIFY(std::get<LessonText>(lesson.blocks[5]).condition);
    QCOMPARE(lesson.task("t")->solution.size(), std::size_t(2));
    QCOMPARE(shownBlocks(lesson, {}), std::size_t(4)); // up to the runs
    QCOMPARE(shownBlocks(lesson, {"a"}), std::size_t(4));
    QCOMPARE(shownBlocks(lesson, {"a", "b"}), std::size_t(7));
    QVERIFY(!lesson.run("q"));
}

void Lessons::badLines_data()
{
    QTest::addColumn<QByteArray>("markdown");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *name, const QByteArray &markdown, const char *message) {
        QTest::newRow(name) << markdown << QString::fromUtf8(message);
    };
    row("no front matter", "Text", "line 1: a lesson begins with");
    row("no end of it", "---\ntitle: x\n", "line 1: the '---' that ends");
    row("no title", "---\norder: 1\n---\n", "line 1: the key 'title:' is missing");
    row("unknown key", "---\ntitle: x\ncolour: red\n---\n", "line 3: unknown key 'colour'; allowed: title, summary");
    row("twice", "---\ntitle: x\ntitle: y\n---\n", "line 3: 'title:' stands there twice");
    row("order", "---\ntitle: x\norder: 0\n---\n", "line 3: 'order: 0': allowed: 1 to 9999");
    row("device", "---\ntitle: x\ndevice: gpu\n---\n", "line 3: 'gpu' is no device");
    row("path as device", "---\ntitle: x\ndevice: sim:/tmp/x.json\n---\n", "line 3: 'sim:/tmp/x.json' is no device");
    row("not UTF-8", withFront("\xff"), "line 4: this is no text in UTF-8");
    row("open block", withFront("```run a\n"), "line 4: the block 'run a' has no end");
    row("name", withFront("```run 1a\n```\n"), "line 4: 'run 1a': it needs a name");
    row("reserved", withFront("```run yours\n```\n"), "line 4: 'yours' has a meaning of its own");
    row("no source", withFront("```run a\n```\n"), "line 4: run 'a' does not say what runs");
    row("preset", withFront("```run a\npreset: none\n```\n"), "line 5: unknown preset 'none'");
    row("preset path", withFront("```run a\npreset: ../x\n```\n"), "line 5: unknown preset '../x'");
    row("experiment", withFront("```run a\nexperiment: none\n```\n"),
        "line 5: unknown experiment 'none'; allowed: allocation");
    row("program path", withFront("```run a\nprogram: ../x.json\n```\n"),
        "line 5: '../x.json' is no name of a file beside");
    row("no program", withFront("```run a\nprogram: x.json\n```\n"), "there is no file 'x.json'");
    row("run key", withFront("```run a\nspeed: 1\n```\n"), "line 5: unknown key 'speed'; allowed: title, device");
    row("knob", withFront("```run a\npreset: large-pipeline\nchunk = 4\n```\n"), "line 6: ");
    row("knob's range", withFront("```run a\npreset: large-pipeline\nchunks = 0\n```\n"), "line 6: parameter 'chunks'");
    row("two runs", withFront(runs + runs), "line 11: there are two runs 'a'");
    row("empty question", withFront(runs + "```question q\n```\n"), "line 11: question 'q' asks nothing");
    row("no kind", withFront(runs + "```question q\nWhat?\n```\n"), "needs one kind of answer");
    row("two kinds", withFront(runs + "```question q\nWhat?\nnumber: a.makespan\nbars: a\n```\n"),
        "needs one kind of answer");
    row("no mark", withFront(runs + "```question q\nWhat?\n- yes\n```\n"),
        "line 13: a choice ends with '(right if: condition)'");
    row("no condition", withFront(runs + "```question q\nWhat?\n- yes (right if: a.makespan)\n```\n"),
        "line 13: 'a.makespan' is a time, not a condition");
    row("one choice", withFront(runs + "```question q\nWhat?\n- y (right if: a.makespan > 1 ms)\n```\n"),
        "at least two choices");
    row("constant", withFront(runs + "```question q\nWhat?\n- y (right if: 1 == 1)\n- n (right if: 1 == 2)\n```\n"),
        "needs no run");
    row("unit", withFront(runs + "```question q\nWhat?\nnumber: a.makespan\nunit: GB/s\ntolerance: 1 %\n```\n"),
        "line 14: 'unit: GB/s': the answer is a time; allowed: ns, us, µs, ms, s");
    row("tolerance", withFront(runs + "```question q\nWhat?\nnumber: a.makespan\nunit: ms\ntolerance: 200 %\n```\n"),
        "line 15: 'tolerance: 200 %': allowed: 0 %");
    row("no tolerance", withFront(runs + "```question q\nWhat?\nnumber: a.makespan\nunit: ms\n```\n"),
        "needs 'tolerance:'");
    row("bars without unit", withFront(runs + "```question q\nWhat?\nbars: a\n```\n"), "needs 'unit:'");
    row("bars' run", withFront(runs + "```question q\nWhat?\nbars: c\nunit: a.makespan\n```\n"),
        "line 13: there is no run 'c'; allowed: a, b");
    row("columns", withFront(runs + "```question q\nWhat?\nbars: a\ncolumns: 1\n```\n"),
        "line 14: 'columns: 1': allowed: 2 to 40");
    row("length", withFront(runs + "```question q\nWhat?\nbars: a\nlength: kernel\n```\n"),
        "line 14: 'length: kernel': allowed");
    const QByteArray question = "```question q\nWhat?\nnumber: a.makespan\nunit: ms\ntolerance: 1 %\n```\n";
    row("no answer", withFront(runs + question), "line 11: question 'q' has no block 'answer q'");
    row("early answer", withFront(question + "```answer q\n```\n" + runs), "which stands below it");
    row("unknown answer", withFront(runs + "```answer r\n```\n"), "line 11: there is no question 'r' above");
    row("early figure", withFront("{a.makespan}\n" + runs), "line 4: 'a.makespan': run 'a' has not finished there");
    row("open placeholder", withFront("a {b\n"), "line 4: '{' without '}'");
    row("format", withFront(runs + "{a.makespan | km}\n"), "line 11: '| km': unknown format");
    row("format of a size", withFront(runs + "{a.copied | 1}\n"), "line 11: '| 1' is no format of a size");
    row("task keys", withFront(runs + "```task t\nDo.\nrun: a\n```\n"), "line 11: task 't' has no 'knobs:'");
    const QByteArray task = "```task t\nDo.\nrun: a\nknobs: ";
    row("task's knob", withFront(runs + task + "speed\nreach: yours.makespan < 1 ms\nsolution: speed = 1\n```\n"),
        "line 14: run 'a' has no knob 'speed'");
    row("solution", withFront(runs + task + "chunks\nreach: yours.makespan < 1 ms\nsolution: streams = 1\n```\n"),
        "line 16: 'streams' is none of the knobs");
    row("condition", withFront("```if 1 ms\n```\n"), "line 4: '1 ms' is a time, not a condition");
}

void Lessons::badLines()
{
    QFETCH(QByteArray, markdown);
    QFETCH(QString, message);
    try {
        read(markdown);
        QFAIL("was read");
    } catch (const InputError &error) {
        const QString text = QString::fromUtf8(error.what());
        QVERIFY2(text.startsWith("test.md: ") && text.contains(message) && !text.contains('\n'), error.what());
    }
}

void Lessons::values_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("text");
    const auto row = [](const char *expression, const char *text) { QTest::newRow(expression) << expression << text; };
    row("1 + 2 * 3", "7");
    row("(1 + 2) * 3", "9");
    row("10 - 2 - 3", "5");
    row("-2 * -3", "6");
    row("a.makespan", "4 ms");
    row("a.makespan / b.makespan", "2");
    row("ratio(a.makespan, b.makespan)", "2");
    row("share(b.makespan, a.makespan)", "50 %");
    row("a.makespan - 500 us", "3.50 ms");
    row("64 MiB / 1 ms", "67.1 GB/s");
    row("10 % * a.makespan", "400 µs");
    row("max(1 ms, a.makespan, 2 s)", "2 s");
    row("min(3, 2)", "2");
    row("abs(1 - 3)", "2");
    row("round(2.6)", "3");
    row("near(a.makespan, 4.1 ms, 5 %)", "yes");
    row("a.makespan < b.makespan or a.efficiency >= 70 %", "yes");
    row("a.makespan < b.makespan and a.efficiency >= 70 %", "no");
    row("not a.makespan < b.makespan", "yes");
    row("device.name == 'GPU' ? \"this one\" : \"another\"", "this one");
    row("later.knob.chunks * 2", "8");
    row("start(a, \"kernel 0\") + 1 ms", "2 ms");
}

void Lessons::values()
{
    QFETCH(QString, expression);
    QFETCH(QString, text);
    const auto parsed = LessonExpression::parse(expression.toStdString(), twoRuns());
    QCOMPARE(QString::fromStdString(lessonValueText(parsed.value(FakeFigures()))), text);
    QCOMPARE(parsed.text(), expression.toStdString());
}

void Lessons::badExpressions_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("message");
    const auto row = [](const QString &expression, const char *message) {
        QTest::newRow(qPrintable(expression.left(30))) << expression << QString::fromUtf8(message);
    };
    row("", "a figure or a number is missing before the end");
    row("1 +", "is missing before the end");
    row("(1", "')' is missing before the end");
    row("1 2", "an operator or the end is missing before '2'");
    row("a.speed", "unknown figure 'speed'; allowed: knob.NAME, device.NAME, makespan");
    row("c.makespan", "there is no run 'c'; allowed: device, a");
    row("later.makespan", "run 'later' has not finished there");
    row("makespan", "write RUN.FIGURE");
    row("a.knob.speed", "run 'a' has no knob 'speed'");
    row("device.colour", "unknown figure 'device.colour'; allowed: name");
    row("sin(1)", "unknown function 'sin'; allowed: min, max");
    row("start(a, 1)", "operations in quotes");
    row("start(a, \"bytes>x\")", "\"bytes>x\"");
    row("a.makespan + 1", "has no meaning");
    row("a.makespan < 1", "cannot be compared");
    row("a.makespan and 1 == 1", "'and' takes conditions");
    row("near(1, 2)", "near(…) takes 3 values, not 2");
    row("5 parsec", "an operator or the end is missing before 'parsec'");
    row("\"open", "has no closing quote");
    row("1 $ 2", "'$ 2' cannot be read here");
    row("1 == 1 ? 1 : 1 ms", "must be of one unit");
    row(QString(60, '(') + "1" + QString(60, ')'), "nested more than");
    row(QString(1001, '1'), "longer than 1000 bytes");
}

void Lessons::badExpressions()
{
    QFETCH(QString, expression);
    QFETCH(QString, message);
    try {
        LessonExpression::parse(expression.toStdString(), twoRuns());
        QFAIL("was read");
    } catch (const InputError &error) {
        QVERIFY2(QString::fromUtf8(error.what()).contains(message), error.what());
    }
}

void Lessons::missingParts()
{
    const auto condition = LessonExpression::parse(
        "yours.efficiency >= 95 % and yours.makespan < 3 ms and b.makespan <= a.makespan / 4", twoRuns());
    const std::vector<std::string> missing = condition.missing(FakeFigures());
    QCOMPARE(missing.size(), std::size_t(2)); // 2 ms is below 3 ms
    QCOMPARE(missing[0], "your run's efficiency is 71 %, and must be >= 95 %");
    QCOMPARE(missing[1], "b.makespan is 2 ms, and must be <= 1 ms (a.makespan / 4)");
    QCOMPARE(condition.runs(), (std::vector<std::string>{"a", "b", "yours"}));
    QVERIFY_THROWS_EXCEPTION(RunError, LessonExpression::parse("1 / (1 - 1)", twoRuns()).value(FakeFigures()));
}

void Lessons::texts()
{
    const Lesson lesson =
        read(withFront(runs
                       + "A {a.makespan | us}, \\{b\\}, `{c}` {device.name}{a.makespan > 1 s ? \"!\" : \"\"}\n\n"
                         "```cuda\nint x[] = {1};\n```\n```if a.makespan > 1 s\nno\n```\n"));
    const FakeFigures figures;
    QCOMPARE(filledText(std::get<LessonText>(lesson.blocks[2]), figures),
             "A 4000 µs, {b}, `{c}` GPU\n\n```cuda\nint x[] = {1};\n```");
    QCOMPARE(filledText(std::get<LessonText>(lesson.blocks[3]), figures), "");
}

void Lessons::classes()
{
    QTemporaryDir folder;
    const auto write = [&](const QString &name, const QByteArray &content) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    };
    write("mine.md", withFront("```run a\nprogram: mine.json\n```\n"));
    write("mine.json", R"({"format":"streamscope-program","version":1,"title":"T","streams":[{"id":"A"}],
                          "operations":[{"op":"kernel","stream":"A","kernel":"spin","duration_us":5,"grid":1}]})");
    write("all.class.md", "---\ntitle: Monday\n---\nHello\n\n- two-streams\n- mine.md\n");
    write("bad.class.md", "---\ntitle: Monday\n---\n- no-such-lesson\n");
    const std::string path = folder.filePath("all.class.md").toStdString();
    QVERIFY(isClassPath(path) && isLessonPath(path));
    const LessonClass lessons = loadClass(path, experiments());
    QCOMPARE(lessons.title, "Monday");
    QCOMPARE(lessons.introduction, "Hello");
    QCOMPARE(lessons.lessons.size(), std::size_t(2));
    QCOMPARE(lessons.lessons[0].name, "01-two-streams");
    QCOMPARE(lessons.lessons[1].run("a")->experiment.program()->operations.size(), std::size_t(1));
    try {
        loadClass(folder.filePath("bad.class.md").toStdString(), experiments());
        QFAIL("was read");
    } catch (const InputError &error) {
        QVERIFY2(std::string(error.what()).find("line 4: unknown lesson 'no-such-lesson'") != std::string::npos,
                 error.what());
    }
}

void Lessons::builtIn()
{
    const std::vector<Lesson> lessons = builtInLessons(experiments());
    const std::vector<LessonHeading> headings = builtInLessonHeadings();
    QCOMPARE(lessons.size(), std::size_t(20));
    QCOMPARE(headings.size(), lessons.size());
    for (std::size_t i = 0; i < lessons.size(); ++i) {
        QCOMPARE(lessons[i].order, static_cast<int>(i) + 1);
        QCOMPARE(headings[i].title, lessons[i].title);
        QVERIFY(!lessons[i].summary.empty());
        const auto has = [&](auto *kind) {
            return std::any_of(lessons[i].blocks.begin(), lessons[i].blocks.end(), [&](const LessonBlock &block) {
                return std::holds_alternative<std::remove_pointer_t<decltype(kind)>>(block);
            });
        };
        QVERIFY2(has(static_cast<LessonQuestion *>(nullptr)), lessons[i].name.c_str());
        QVERIFY2(has(static_cast<LessonTask *>(nullptr)), lessons[i].name.c_str());
    }
    QCOMPARE(findLesson("two-streams", experiments()).name, findLesson("1", experiments()).name);
}

void Lessons::builtInTwins()
{
    const std::vector<Lesson> english = builtInLessons(experiments()), german = builtInLessons(experiments(), "de");
    const std::vector<LessonHeading> headings = builtInLessonHeadings("de");
    QCOMPARE(german.size(), english.size());
    for (std::size_t i = 0; i < english.size(); ++i) {
        QCOMPARE(german[i].name, english[i].name);
        QVERIFY2(german[i].title != english[i].title, english[i].name.c_str()); // there is one
        QCOMPARE(headings[i].title, german[i].title);
        QVERIFY(headings[i].summary != english[i].summary);
    }
    QCOMPARE(findLesson("1", experiments(), "xx").title, english.front().title);
}

namespace {

const QByteArray lessonToTranslate = "---\ntitle: T\npreset: two-stream-exercise\n---\nText {a.knob.streams}.\n"
                                     "```question q\nHow long?\n- short (right if: a.makespan < 9 ms)\n"
                                     "- long (right if: a.makespan >= 9 ms)\n```\n```run a\ntitle: Run\n```\n"
                                     "```answer q\n{a.makespan > 1 ms ? \"much\" : \"little\"}\n```\n"
                                     "```task t\nFaster.\nrun: a\nknobs: streams\nreach: yours.makespan < 1 ms\n"
                                     "solution: streams = 2\n```\n";

} // namespace

/// Words may differ, and nothing else.
void Lessons::twinsOfFiles_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("fault");
    const auto row = [](const QByteArray &from, const QByteArray &to, const QString &fault) {
        QTest::newRow(to.constData()) << from << to << fault;
    };
    row("title: T", "title: Titel", "");
    row("Text {a.knob.streams}.", "{a.knob.streams} als Text.", "");
    row("- short", "- kurz", "");
    row("\"much\"", "\"viel\"", "");
    row("Run", "Lauf", "");
    row("Faster.", "Schneller.", "");
    row("{a.knob.streams}", "{a.knob.chunks}", "placeholders");
    row("{a.knob.streams}", "viele", "placeholders");
    row("< 9 ms)", "<= 9 ms)", "choices");
    row("question q\nHow", "question q\n{a.knob.streams}", "placeholders");
    row("title: Run", "streams = 1", "settings");
    row("run: a", "run: a\nhint: Weniger.", "placeholders");
    row("yours.makespan < 1 ms", "yours.makespan < 2 ms", "settings");
    row("> 1 ms ? ", "> 2 ms ? ", "placeholders");
    row("```task t", "Mehr.\n```task t", "kind");
    row("---\ntitle", "---\norder: 3\ntitle", "'order'");
    row("Text", "} Text", "'}' without '{'");
}

void Lessons::twinsOfFiles()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QString, fault);
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir("de"));
    const auto write = [&](const QString &name, const QByteArray &content) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    };
    write("l.md", lessonToTranslate);
    QVERIFY(lessonToTranslate.contains(from));
    write("de/l.md", QByteArray(lessonToTranslate).replace(from, to));
    const std::string path = folder.filePath("l.md").toStdString();
    QCOMPARE(loadLesson(path, experiments()).title, "T");
    QCOMPARE(loadLesson(path, experiments(), "fr").title, "T"); // there is none
    try {
        const Lesson twin = loadLesson(path, experiments(), "de");
        QVERIFY2(fault.isEmpty(), "was taken");
        QCOMPARE(twin.name, path);
        QCOMPARE(twin.file, path);
        QCOMPARE(twin.blocks.size(), loadLesson(path, experiments()).blocks.size());
    } catch (const InputError &error) {
        const QString said = QString::fromUtf8(error.what());
        QVERIFY2(!fault.isEmpty() && said.contains("/de/l.md: line ") && said.contains(fault), error.what());
    }
}

void Lessons::figuresAreDocumented()
{
    QFile file(qEnvironmentVariable("STREAMSCOPE_SOURCE_DIR") + "/docs/lessons.md");
    if (!file.open(QIODevice::ReadOnly))
        QSKIP("no docs here");
    const QByteArray docs = file.readAll();
    const auto documented = [&](std::string_view name) {
        return docs.contains(QByteArray(1, '`').append(name.data(), static_cast<qsizetype>(name.size())).append('`'));
    };
    for (const LessonFigure &figure : lessonFigures())
        QVERIFY2(documented(figure.name), figure.name.data());
    for (const LessonFigure &figure : lessonDeviceFigures())
        QVERIFY2(documented(figure.name), figure.name.data());
    for (const LessonFunction &function : lessonFunctions())
        QVERIFY2(documented(function.name), function.name.data());
}

QTEST_GUILESS_MAIN(Lessons)
#include "tst_lessons.moc"
