// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// A lesson as a student works through it, without a window.
#include "engine/formats/lessons/lesson_reader.h"
#include "engine/run/devices.h"
#include "engine/run/lessons/lesson_run.h"
#include "experiments/registry.h"
#include "gui/lessons/kept_run_folder.h"
#include "gui/lessons/lesson_session.h"

#include <QDateTime>
#include <QDir>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

using namespace streamscope;

class LessonSessionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void showsWhatMayBeSeen();
    void countsWhatIsNotAnswered();
    void judgesAnswers();
    void judgesDrawings();
    void isDoneWithItsTasks();
    void keepsProgress();
    void ignoresForeignProgress();
    void keepsRuns_data();
    void keepsRuns();
    void keepsOnlyRunsThatFit();
    void refusesBrokenRuns();
    void keepsNoMoreThanThereIsRoomFor();
    void startsAgain();
    void staysOnItsDevice();

private:
    void runStep();
    const LessonQuestion &question(const char *name) const { return *m_session->lesson().question(name); }
    const LessonTask &task() const { return *m_session->lesson().task("faster"); }
    std::shared_ptr<const RunResult> taskRun(const Parameters &values) const
    {
        return runLessonTask(*m_session->lesson().run(task().run), values, *m_device, {});
    }
    std::unique_ptr<LessonSession> opened() const
    {
        return std::make_unique<LessonSession>(findLesson("1", experiments()), m_device->device());
    }

    std::unique_ptr<Executor> m_device;
    std::unique_ptr<LessonSession> m_session;
};

void LessonSessionTest::init()
{
    m_device = openDevice("sim:h200");
    m_session = opened();
}

void LessonSessionTest::runStep()
{
    for (const LessonRun &run : m_session->nextRuns())
        m_session->take(run.name, runLessonRun(run, *m_device, {}));
}

void LessonSessionTest::showsWhatMayBeSeen()
{
    const std::size_t first = m_session->shown();
    QVERIFY(first < m_session->lesson().blocks.size());
    QCOMPARE(m_session->nextRuns().size(), std::size_t(2));
    runStep();
    QVERIFY(m_session->shown() > first);
    QCOMPARE(m_session->nextRuns().size(), std::size_t(1));
    QCOMPARE(m_session->nextRuns()[0].name, std::string("real"));
    runStep();
    QCOMPARE(m_session->shown(), m_session->lesson().blocks.size());
    QVERIFY(m_session->nextRuns().empty());
}

void LessonSessionTest::countsWhatIsNotAnswered()
{
    QCOMPARE(m_session->unanswered(), std::size_t(2));
    m_session->answer(question("length"), std::string("a few"));
    QCOMPARE(m_session->unanswered(), std::size_t(2));
    m_session->answer(question("length"), std::string(" 4,1 "));
    QCOMPARE(m_session->unanswered(), std::size_t(1));
    m_session->answer(question("drawing"), DrawnStarts{0, 1, 2, 1, 2, std::nullopt});
    QCOMPARE(m_session->unanswered(), std::size_t(1));
    m_session->answer(question("drawing"), DrawnStarts{0, 1, 2, 1, 2, 3});
    QCOMPARE(m_session->unanswered(), std::size_t(0));
    QVERIFY(!m_session->verdict(question("length"))); // nothing ran
    QVERIFY(m_session->isOpen(question("length")));
    QCOMPARE(m_session->numberOf(question("drawing")), 2);
}

void LessonSessionTest::judgesAnswers()
{
    m_session->answer(question("length"), std::string("4.1"));
    runStep();
    QVERIFY(!m_session->isOpen(question("length")));
    QVERIFY(m_session->verdict(question("length"))->right);
    m_session->answer(question("length"), std::string("6"));
    const auto wrong = m_session->verdict(question("length"));
    QVERIFY(!wrong->right);
    QVERIFY2(wrong->text.find("4 units") != std::string::npos, wrong->text.c_str());
    QVERIFY(!m_session->verdict(question("drawing"))); // not answered
}

void LessonSessionTest::judgesDrawings()
{
    m_session->answer(question("drawing"), DrawnStarts{0, 1, 2, 0, 1, 2});
    runStep();
    const auto wrong = m_session->verdict(question("drawing"));
    QVERIFY(wrong && !wrong->right);
    QVERIFY(wrong->details.size() >= 3); // the second piece runs one unit later
    m_session->answer(question("drawing"), DrawnStarts{0, 1, 2, 1, 2, 3});
    QVERIFY(m_session->verdict(question("drawing"))->right);
    QVERIFY(m_session->verdict(question("drawing"))->details.empty());
}

void LessonSessionTest::isDoneWithItsTasks()
{
    runStep();
    runStep();
    QVERIFY(!m_session->isDone() && !m_session->judged(task()));
    m_session->judge(task(), taskRun(startOfTask(m_session->lesson(), task())));
    QVERIFY(!m_session->judged(task())->done && !m_session->judged(task())->missing.empty());
    QVERIFY(!m_session->isDone());
    m_session->judge(task(), taskRun(solutionOfTask(m_session->lesson(), task())));
    QVERIFY(m_session->judged(task())->done && m_session->isDone(task()) && m_session->isDone());
    m_session->judge(task(), taskRun(startOfTask(m_session->lesson(), task())));
    QVERIFY(!m_session->judged(task())->done);
    QVERIFY(m_session->isDone(task()) && m_session->isDone()); // once done stays done
}

void LessonSessionTest::keepsProgress()
{
    m_session->answer(question("length"), std::string("4.1"));
    m_session->answer(question("drawing"), DrawnStarts{0, 1.5, std::nullopt, 1, 2, 3});
    runStep();
    runStep();
    m_session->judge(task(), taskRun(solutionOfTask(m_session->lesson(), task())));
    QVERIFY(LessonSession::isDone(m_session->progress()));
    const auto next = opened();
    next->restore(m_session->progress());
    QVERIFY(next->isDone() && next->isDone(task()));
    QVERIFY(!next->hasRun());
    QVERIFY(LessonSession::isBegun(next->progress()) && !LessonSession::isBegun(opened()->progress()));
    QCOMPARE(std::get<std::string>(*next->given(question("length"))), std::string("4.1"));
    QVERIFY(std::get<DrawnStarts>(*next->given(question("drawing"))) == (DrawnStarts{0, 1.5, std::nullopt, 1, 2, 3}));
    QCOMPARE(next->progress(), m_session->progress());
}

void LessonSessionTest::keepsRuns_data()
{
    QTest::addColumn<QString>("lesson");
    for (const LessonHeading &heading : builtInLessonHeadings({}))
        QTest::newRow(heading.name.c_str()) << QString::fromStdString(heading.name);
}

/// Every lesson says the same of the runs that were kept: programs, traces, several devices.
void LessonSessionTest::keepsRuns()
{
    QFETCH(const QString, lesson);
    const std::string name = lesson.toStdString();
    m_session = std::make_unique<LessonSession>(findLesson(name, experiments()), m_device->device());
    while (!m_session->nextRuns().empty())
        runStep();
    const QTemporaryDir folder;
    const KeptRunFolder kept(folder.path());
    QCOMPARE(kept.bytes(name), std::uint64_t(0));
    kept.write(name, m_session->lesson(), m_session->runs());
    qInfo("%s: %d KiB", name.c_str(), static_cast<int>(kept.bytes(name) >> 10));
    LessonSession next(findLesson(name, experiments(), "de"), DeviceInfo());
    QElapsedTimer clock;
    clock.start();
    next.restore(kept.read(name, next.lesson(), {}));
    qInfo("%lld ms", clock.elapsed());
    QCOMPARE(next.device().name, m_session->device().name);
    QVERIFY(next.nextRuns().empty());
    QVERIFY(next.lastRan() == m_session->lastRan() && next.lastRan());
    QCOMPARE(next.figures().finished(), m_session->figures().finished());
    for (std::size_t i = 0; i < next.lesson().blocks.size(); ++i) // the words of the same lesson
        if (const auto *answer = std::get_if<LessonAnswer>(&m_session->lesson().blocks[i]))
            QCOMPARE(filledText(answer->text, next.figures()), filledText(answer->text, m_session->figures()));
    kept.remove(name);
    QCOMPARE(kept.bytes(name), std::uint64_t(0));
}

/// The lesson was edited since.
void LessonSessionTest::keepsOnlyRunsThatFit()
{
    runStep();
    const QTemporaryDir folder;
    const KeptRunFolder kept(folder.path());
    kept.write("1", m_session->lesson(), m_session->runs());
    Lesson edited = m_session->lesson();
    for (LessonBlock &block : edited.blocks)
        if (auto *run = std::get_if<LessonRun>(&block)) {
            if (run->name == "two")
                run->parameters.setText("chunks", "3");
            else if (run->name == "real")
                run->name = "other";
        }
    const KeptLessonRuns runs = kept.read("1", edited, {});
    QCOMPARE(runs.results.size(), std::size_t(1));
    QVERIFY(runs.results.contains("one"));
    LessonSession next(edited, DeviceInfo());
    next.restore(runs);
    QCOMPARE(next.nextRuns().size(), std::size_t(1));
    QCOMPARE(next.nextRuns()[0].name, std::string("two"));
}

void LessonSessionTest::refusesBrokenRuns()
{
    runStep();
    const QTemporaryDir folder;
    const KeptRunFolder kept(folder.path());
    kept.write("1", m_session->lesson(), m_session->runs());
    QFile file(folder.path() + '/' + QDir(folder.path()).entryList(QDir::Files).first());
    QVERIFY(file.open(QIODevice::ReadWrite));
    const QByteArray whole = file.readAll();
    for (const qint64 bytes : {qint64(0), qint64(20), whole.size() / 2, whole.size() - 1}) {
        QVERIFY(file.resize(bytes));
        QVERIFY_THROWS_EXCEPTION(InputError, kept.read("1", m_session->lesson(), {}));
        QVERIFY(file.resize(0) && file.seek(0) && file.write(whole) == whole.size() && file.flush());
    }
    QCOMPARE(kept.read("1", m_session->lesson(), {}).results.size(), std::size_t(2));
}

void LessonSessionTest::keepsNoMoreThanThereIsRoomFor()
{
    runStep();
    const QTemporaryDir folder;
    const QString path = folder.filePath("one.runs");
    QVERIFY_THROWS_EXCEPTION(RunError,
                             writeLessonRuns(m_session->lesson(), m_session->runs(), path.toStdString(), 100));
    QVERIFY(!QFile::exists(path));
    const KeptRunFolder large(folder.path());
    large.write("1", m_session->lesson(), m_session->runs());
    const std::uint64_t bytes = large.bytes("1");
    const KeptRunFolder small(folder.path(), bytes + bytes / 2);
    QFile first(folder.path() + '/' + QDir(folder.path()).entryList(QDir::Files).first());
    QVERIFY(first.open(QIODevice::ReadWrite));
    QVERIFY(first.setFileTime(QDateTime::currentDateTime().addDays(-1), QFileDevice::FileModificationTime));
    first.close();
    small.write("2", m_session->lesson(), m_session->runs());
    QCOMPARE(small.bytes("1"), std::uint64_t(0));
    QVERIFY(small.bytes("2") > 0);
}

/// The lesson may have changed, or somebody edited the settings.
void LessonSessionTest::ignoresForeignProgress()
{
    m_session->restore("no JSON");
    m_session->restore(
        R"({"answers": {"length": 3, "drawing": [0, 1], "gone": "x"}, "tasks": ["gone", 4], "done": 1})");
    QCOMPARE(m_session->unanswered(), std::size_t(2));
    QVERIFY(!m_session->given(question("length")) && !m_session->given(question("drawing")));
    QVERIFY(!m_session->isDone() && !m_session->isDone(task()));
    LessonSession choices(findLesson("2", experiments()), m_device->device());
    for (const char *wrong : {"-1", "3", "\"a\"", "[]"}) {
        choices.restore(QByteArray(R"({"answers": {"waiting": )") + wrong + "}}");
        QVERIFY(!choices.given(*choices.lesson().question("waiting")));
    }
    choices.restore(R"({"answers": {"waiting": 2}})");
    QCOMPARE(std::get<std::size_t>(*choices.given(*choices.lesson().question("waiting"))), std::size_t(2));
}

void LessonSessionTest::startsAgain()
{
    m_session->answer(question("length"), std::string("4.1"));
    runStep();
    runStep();
    m_session->judge(task(), taskRun(solutionOfTask(m_session->lesson(), task())));
    m_session->restart();
    QVERIFY(!m_session->hasRun() && !m_session->isDone() && !m_session->isDone(task()));
    QVERIFY(!m_session->judged(task()) && !m_session->given(question("length")));
    QCOMPARE(m_session->progress(), opened()->progress());
}

void LessonSessionTest::staysOnItsDevice()
{
    DeviceInfo other = m_device->device();
    other.name = "another";
    m_session->setDevice(other);
    QCOMPARE(m_session->device().name, std::string("another"));
    runStep();
    m_session->setDevice(m_device->device()); // figures of two devices do not belong together
    QCOMPARE(m_session->device().name, std::string("another"));
}

QTEST_GUILESS_MAIN(LessonSessionTest)
#include "tst_lesson_session.moc"
