// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// A lesson in the real window. With STREAMSCOPE_PICTURES=FOLDER the tests leave pictures of the window there.
#include "gui/lessons/bars_view.h"
#include "gui/lessons/kept_run_folder.h"
#include "gui/lessons/lesson_panel.h"
#include "gui/widgets/message_bar.h"
#include "tests/gui/window_driver.h"
#include "tests/support/files.h"

#include <QAction>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace streamscope;
using namespace streamscope::test;

namespace {
constexpr int lessonMs = 30'000; ///< a slow machine under a sanitizer
}

class LessonWindowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init();
    void cleanup() { m_window.reset(); }
    void opensAtOnce();
    void asksBeforeItRuns();
    void saysWhatIsRight();
    void runsWithoutAnAnswer();
    void showsEachRun();
    void judgesTheTask();
    void keepsProgressAndForgetsIt();
    void keepsRunsAndForgetsThem();
    void saysWhereRunsCannotBeKept();
    void savesTheSheet();
    void listsLessons();
    void findsLessons_data();
    void findsLessons();
    void opensAFile();
    void eachRunsToItsEnd();

private:
    template <typename Type>
    Type *child(const char *name)
    {
        return m_window->findChild<Type *>(QLatin1String(name));
    }
    template <typename Type>
    QList<Type *> children(const char *name)
    {
        return m_window->findChildren<Type *>(QLatin1String(name));
    }
    LessonPanel *panel() { return child<LessonPanel>("lessonPanel"); }
    void openLesson(int number) { child<QAction>(qPrintable(QString("lesson%1").arg(number)))->trigger(); }
    void startAnew();
    void type(const QString &number);
    void draw(const std::vector<double> &starts);
    void runStep();
    QStringList texts(const char *name);
    void takePicture(const QString &name);

    std::unique_ptr<MainWindow> m_window;
};

void LessonWindowTest::init()
{
    m_window = firstWindow();
    m_window->workspace().setDevice("sim:h200");
}

/// Where pictures are wanted: the window as it is, and all of the lesson's page.
void LessonWindowTest::takePicture(const QString &name)
{
    const QString folder = qEnvironmentVariable("STREAMSCOPE_PICTURES");
    if (folder.isEmpty())
        return;
    QTest::qWait(50);
    m_window->grab().save(QString("%1/lesson-%2.png").arg(folder, name));
    child<QWidget>("lessonPage")->grab().save(QString("%1/lesson-%2-page.png").arg(folder, name));
}

void LessonWindowTest::type(const QString &number)
{
    auto *edit = child<QLineEdit>("lessonNumber");
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, number);
}

/// With the mouse.
void LessonWindowTest::draw(const std::vector<double> &starts)
{
    auto *bars = child<BarsView>("lessonBars");
    for (std::size_t i = 0; i < starts.size(); ++i) {
        const QPoint from = bars->placeOf(i).center().toPoint(), to = bars->placeAt(i, starts[i]).center().toPoint();
        QTest::mousePress(bars, Qt::LeftButton, {}, from);
        QTest::mouseMove(bars, (from + to) / 2);
        QTest::mouseMove(bars, to);
        QTest::mouseRelease(bars, Qt::LeftButton, {}, to);
    }
}

void LessonWindowTest::runStep()
{
    auto *run = child<QPushButton>("lessonRun");
    QVERIFY(run);
    const auto before = texts("lessonRunLine").size();
    if (run->isEnabled())
        QTest::mouseClick(run, Qt::LeftButton);
    else
        Q_EMIT child<QLabel>("lessonAnyway")->linkActivated("run:");
    QTRY_VERIFY_WITH_TIMEOUT(texts("lessonRunLine").size() > before, lessonMs);
}

QStringList LessonWindowTest::texts(const char *name)
{
    QStringList texts;
    for (const QLabel *label : children<QLabel>(name))
        texts << label->text();
    return texts;
}

void LessonWindowTest::opensAtOnce()
{
    QVERIFY(!panel()->isVisible());
    [[maybe_unused]] constexpr int allowedMs = 300; ///< in a release
    for (int number = 1; number <= 20; ++number) {
        QElapsedTimer clock;
        clock.start();
        openLesson(number);
        QCoreApplication::processEvents();
        panel()->grab();
        qInfo("lesson %d: %lld ms", number, clock.elapsed());
#ifdef NDEBUG
        QVERIFY2(clock.elapsed() <= allowedMs, qPrintable(QString("%1 ms").arg(clock.elapsed())));
#endif
        QVERIFY(panel()->isVisible());
        QVERIFY(child<QLabel>("lessonTitle")->text().startsWith(QString("%1. ").arg(number)));
        QVERIFY(child<QPushButton>("lessonRun"));
        QCOMPARE(child<QScrollArea>("lessonScroll")->horizontalScrollBar()->maximum(), 0);
        takePicture(QString::number(number));
    }
    QVERIFY(panel()->width() >= 360);
    QVERIFY(!child<QPushButton>("lessonNext")->isEnabled());
    QTest::mouseClick(child<QPushButton>("lessonFormer"), Qt::LeftButton);
    QVERIFY(child<QLabel>("lessonTitle")->text().startsWith("19. "));
}

void LessonWindowTest::asksBeforeItRuns()
{
    openLesson(1);
    QVERIFY(!child<QPushButton>("lessonRun")->isEnabled());
    QVERIFY(child<QLabel>("lessonAnyway")->isVisible());
    type("four");
    draw({0, 1, 2, 1, 2, 3});
    QVERIFY(!child<QPushButton>("lessonRun")->isEnabled()); // four is no number
    type("4");
    QVERIFY(child<QPushButton>("lessonRun")->isEnabled());
    QVERIFY(!child<QLabel>("lessonAnyway")->isVisible());
    QVERIFY(texts("lessonAnswer").isEmpty());
    takePicture("1-answered");
}

void LessonWindowTest::saysWhatIsRight()
{
    openLesson(1);
    type("5");
    draw({0, 1, 2, 1, 2, 3});
    runStep();
    QStringList verdicts = texts("lessonVerdict");
    QCOMPARE(verdicts.size(), 2);
    QVERIFY2(verdicts[0].contains("✗") && verdicts[0].contains("5 units") && verdicts[0].contains("4 units"),
             qPrintable(verdicts[0]));
    QVERIFY2(verdicts[1].contains("✓ Right") && verdicts[1].contains("6 of 6"), qPrintable(verdicts[1]));
    QVERIFY2(texts("lessonAnswer")[0].contains("6 ms, on two 4 ms: 1.50 times"), qPrintable(texts("lessonAnswer")[0]));
    QCOMPARE(m_window->workspace().front().displayName(), QString("Lesson 1: Two streams"));
    QVERIFY(m_window->workspace().shown().result);
    QVERIFY(!m_window->workspace().front().isModified());
    takePicture("1-ran");
    runStep();
    QVERIFY(!child<QPushButton>("lessonRun"));
    QCOMPARE(m_window->workspace().front().displayName(), QString("Lesson 1: The same with 512 MiB"));
    takePicture("1-end");
}

void LessonWindowTest::runsWithoutAnAnswer()
{
    openLesson(2);
    Q_EMIT child<QLabel>("lessonAnyway")->linkActivated("run:");
    QTRY_COMPARE_WITH_TIMEOUT(texts("lessonVerdict").size(), 1, lessonMs);
    QVERIFY2(texts("lessonVerdict")[0].startsWith("You gave no answer. It is: "),
             qPrintable(texts("lessonVerdict")[0]));
    QVERIFY(!children<QRadioButton>("lessonChoice")[0]->isEnabled());
    QTest::mouseClick(children<QRadioButton>("lessonChoice").last(), Qt::LeftButton);
    QVERIFY(children<QRadioButton>("lessonChoice").last()->isChecked());
    takePicture("2-ran");
    runStep();
    QCOMPARE(texts("lessonVerdict").size(), 2);
    takePicture("2-end");
}

void LessonWindowTest::showsEachRun()
{
    openLesson(1);
    Q_EMIT child<QLabel>("lessonAnyway")->linkActivated("run:");
    QTRY_COMPARE_WITH_TIMEOUT(texts("lessonRunLine").size(), 2, lessonMs);
    const auto documents = m_window->workspace().documents().size();
    Q_EMIT children<QLabel>("lessonRunLine")[0]->linkActivated("show:");
    QCOMPARE(m_window->workspace().front().displayName(), QString("Lesson 1: One stream"));
    QCOMPARE(m_window->workspace().documents().size(), documents + 1);
    Q_EMIT children<QLabel>("lessonRunLine")[1]->linkActivated("show:");
    QCOMPARE(m_window->workspace().documents().size(), documents + 1);
}

void LessonWindowTest::judgesTheTask()
{
    openLesson(1);
    runStep();
    runStep();
    QTest::mouseClick(child<QPushButton>("lessonKnobs"), Qt::LeftButton);
    const PresetDocument *document = m_window->workspace().experiment();
    QCOMPARE(document->displayName(), QString("Lesson 1: change it"));
    QVERIFY(document->result() && texts("lessonJudged").isEmpty());
    const auto judged = [this] { return texts("lessonJudged").value(0); };
    setKnob(*m_window, "chunks", "3");
    child<QAction>("run")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(judged().startsWith("**✗ Not yet.**"), lessonMs);
    QVERIFY2(judged().contains("your run's makespan is ") && judged().contains("Make the pieces smaller"),
             qPrintable(judged()));
    takePicture("1-not-yet");
    QVERIFY(!child<QAction>("lesson1")->isChecked());
    setKnob(*m_window, "chunks", "16");
    setKnob(*m_window, "streams", "4");
    child<QAction>("run")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(judged().startsWith("**✓ Done.**"), lessonMs);
    QVERIFY(child<QAction>("lesson1")->isChecked());
    takePicture("1-done");
    applyTheme(ApplicationTheme::Dark);
    takePicture("1-dark");
    applyTheme(ApplicationTheme::ContrastDark);
    takePicture("1-contrast");
    applyTheme(ApplicationTheme::Light);
    m_window->workspace().bringToFront(m_window->workspace().documents().front().get());
    QTest::mouseClick(child<QPushButton>("lessonKnobs"), Qt::LeftButton);
    QCOMPARE(m_window->workspace().experiment(), document);
    QCOMPARE(document->preset().parameters.integer("chunks"), std::int64_t(16));
}

void LessonWindowTest::keepsProgressAndForgetsIt()
{
    openLesson(1);
    type("4.5");
    draw({0, 1.5});
    startAnew();
    openLesson(1);
    QCOMPARE(child<QLineEdit>("lessonNumber")->text(), QString("4.5"));
    QCOMPARE(child<BarsView>("lessonBars")->starts()[1], std::optional<double>(1.5));
    QVERIFY(!child<BarsView>("lessonBars")->starts()[2]);
    QTest::mouseClick(child<QPushButton>("lessonRestart"), Qt::LeftButton);
    QVERIFY(child<QLineEdit>("lessonNumber")->text().isEmpty());
    openLesson(2);
    openLesson(1);
    QVERIFY(child<QLineEdit>("lessonNumber")->text().isEmpty());
}

/// The next day: another process, as far as the window can tell.
void LessonWindowTest::startAnew()
{
    m_window->workspace().letGo();
    m_window = std::make_unique<MainWindow>();
    m_window->resize(1440, 900);
    m_window->show();
}

/// What was answered stands beside what was measured, on the device of then, and the pictures come back.
void LessonWindowTest::keepsRunsAndForgetsThem()
{
    openLesson(1);
    type("5");
    draw({0, 1, 2, 1, 2, 3});
    runStep();
    const QStringList verdicts = texts("lessonVerdict"), answers = texts("lessonAnswer"),
                      lines = texts("lessonRunLine");
    startAnew();
    m_window->workspace().setDevice("sim:k20c");
    openLesson(1);
    QCOMPARE(texts("lessonVerdict"), verdicts);
    QCOMPARE(texts("lessonAnswer"), answers);
    QCOMPARE(texts("lessonRunLine"), lines);
    QVERIFY2(child<QLabel>("lessonDevice")
                 ->text()
                 .startsWith("It runs on NVIDIA H200 · sim:h200, simulated.\nThese runs are from "),
             qPrintable(child<QLabel>("lessonDevice")->text()));
    takePicture("1-next-day");
    Q_EMIT children<QLabel>("lessonRunLine")[1]->linkActivated("show:");
    QCOMPARE(m_window->workspace().front().displayName(), QString("Lesson 1: Two streams"));
    QVERIFY(m_window->workspace().shown().result);
    runStep(); // the next one, on the device of the others
    QCOMPARE(child<QLabel>("lessonDevice")->text(), QString("It runs on NVIDIA H200 · sim:h200, simulated."));
    QCOMPARE(m_window->workspace().shown().result->recording.device.id, std::string("sim:h200"));
    startAnew();
    openLesson(1);
    QVERIFY(!child<QPushButton>("lessonRun"));
    QTest::mouseClick(child<QPushButton>("lessonKnobs"), Qt::LeftButton);
    QCOMPARE(m_window->workspace().front().displayName(), QString("Lesson 1: change it"));
    QTest::mouseClick(child<QPushButton>("lessonRestart"), Qt::LeftButton);
    QVERIFY(texts("lessonVerdict").isEmpty() && child<QPushButton>("lessonRun"));
    startAnew();
    openLesson(1);
    QVERIFY(texts("lessonVerdict").isEmpty() && child<QPushButton>("lessonRun"));
}

void LessonWindowTest::saysWhereRunsCannotBeKept()
{
    const QString folder = KeptRunFolder::standardPath();
    QVERIFY(QDir().mkpath(QFileInfo(folder).path()));
    QFile inTheWay(folder);
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    openLesson(1);
    runStep();
    QVERIFY(child<QLabel>("lessonProblem")->isVisible());
    QVERIFY2(child<QLabel>("lessonProblem")->text().contains("not kept for the next time"),
             qPrintable(child<QLabel>("lessonProblem")->text()));
    QCOMPARE(texts("lessonVerdict").size(), 2);
    QVERIFY(inTheWay.remove());
}

void LessonWindowTest::savesTheSheet()
{
    const QTemporaryDir folder;
    m_window->setFileChoosers(
        {}, [&](const QString &, const QString &, const QString &) { return folder.filePath("one"); }, {});
    openLesson(1);
    QTest::mouseClick(child<QPushButton>("lessonSheet"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->messages()->text(), "Wrote " + folder.filePath("one.pdf"), lessonMs);
    QFile file(folder.filePath("one.pdf"));
    QVERIFY(file.open(QIODevice::ReadOnly) && file.readAll().startsWith("%PDF"));
}

/// Among the experiments, in order, with what is done.
void LessonWindowTest::listsLessons()
{
    auto *tree = child<ExperimentTree>("experimentTree");
    const LessonGroup *lessons = tree->lessons();
    QCOMPARE(tree->topLevelItem(0), lessons);
    QCOMPARE(lessons->childCount(), 20);
    QCOMPARE(lessons->text(0), QString("Lessons"));
    QCOMPARE(lessons->child(0)->text(0).mid(2), QString("1. Two streams: six units of work in four"));
    QCOMPARE(lessons->child(19)->text(0).mid(2, 4), QString("20. "));
    const auto state = [&](int number) { return lessons->child(number - 1)->toolTip(0).section('\n', -1); };
    QCOMPARE(state(1), QString("Not begun"));
    tree->scrollToItem(tree->topLevelItem(0));
    const auto clickGroup = [&] {
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualItemRect(lessons).center());
    };
    clickGroup();
    QVERIFY(lessons->isExpanded() && !panel()->isVisible());
    clickGroup();
    QVERIFY(!lessons->isExpanded());
    clickGroup();
    const auto place = [&](int number) { return tree->visualItemRect(lessons->child(number - 1)).center(); };
    tree->scrollToItem(lessons->child(0));
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, place(1));
    QTest::mouseDClick(tree->viewport(), Qt::LeftButton, {}, place(1));
    QVERIFY(panel()->isVisible());
    QVERIFY(child<QLabel>("lessonTitle")->text().startsWith("1. "));
    QCOMPARE(m_window->workspace().documents().size(), std::size_t(1));
    QCOMPARE(state(1), QString("Not begun"));
    type("4");
    QCOMPARE(state(1), QString("Begun"));
    QTest::mouseClick(child<QPushButton>("lessonRestart"), Qt::LeftButton);
    QCOMPARE(state(1), QString("Not begun"));
    runStep();
    QCOMPARE(state(1), QString("Begun"));
    QCOMPARE(tree->currentItem(), lessons->child(0)); // its run is in front
    tree->setFocus();
    tree->setCurrentItem(lessons->child(1));
    QTest::keyClick(tree, Qt::Key_Return);
    QVERIFY(child<QLabel>("lessonTitle")->text().startsWith("2. "));
    QTest::mouseClick(child<QPushButton>("lessonNext"), Qt::LeftButton);
    QCOMPARE(tree->currentItem(), lessons->child(2));
    Settings::setLessonProgress("02-swimming-in-streams", R"({"done": true})");
    startAnew();
    const LessonGroup *next = child<ExperimentTree>("experimentTree")->lessons();
    QCOMPARE(next->text(0), QString("Lessons (1 of 20 done)"));
    QVERIFY(next->child(0)->text(0).startsWith("◐") && next->child(1)->text(0).startsWith("✓")
            && next->child(2)->text(0).startsWith("○"));
    setKnob(*m_window, "streams", "3"); // the marks of changed presets leave them alone
    QCOMPARE(next->child(0)->text(0), QString("◐ 1. Two streams: six units of work in four"));
    takePicture("list");
}

void LessonWindowTest::findsLessons_data()
{
    QTest::addColumn<int>("lesson");
    QTest::newRow("two streams") << 1;
    QTest::newRow("two streams exercise") << 1;
    QTest::newRow("swimming in streams") << 2;
    QTest::newRow("pageable") << 3;
    QTest::newRow("async.cu") << 6;
    QTest::newRow("simpleHyperQ") << 11;
    QTest::newRow("VLM stages") << 12;
    QTest::newRow("gradient buckets") << 18;
    QTest::newRow("prefetch") << 19;
}

void LessonWindowTest::findsLessons()
{
    QFETCH(const int, lesson);
    const LessonGroup *lessons = child<ExperimentTree>("experimentTree")->lessons();
    auto *filter = child<QLineEdit>("experimentFilter");
    filter->setText(QTest::currentDataTag());
    QVERIFY(!lessons->isHidden() && lessons->isExpanded());
    QVERIFY(!lessons->child(lesson - 1)->isHidden());
    QVERIFY(lessons->child(9)->isHidden()); // priorities
    filter->clear();
    QVERIFY(!lessons->isExpanded() && !lessons->child(9)->isHidden());
    child<ExperimentTree>("experimentTree")->topLevelItem(0)->setExpanded(true);
    filter->setText(QTest::currentDataTag());
    filter->clear();
    QVERIFY(lessons->isExpanded()); // as it was
}

void LessonWindowTest::opensAFile()
{
    m_window->openFile(sourcePath("resources/lessons/03-pageable-copies.md"));
    QVERIFY(panel()->isVisible());
    QCOMPARE(child<QLabel>("lessonTitle")->text(), QString("Asynchronous copies that are not"));
    QVERIFY(!child<QPushButton>("lessonNext")->isEnabled());
    const QTemporaryDir folder;
    QFile file(folder.filePath("broken.md"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("no lesson") > 0);
    file.close();
    m_window->openFile(file.fileName());
    QVERIFY2(m_window->messages()->text().contains("broken.md"), qPrintable(m_window->messages()->text()));
    QCOMPARE(child<QLabel>("lessonTitle")->text(), QString("Asynchronous copies that are not"));
}

void LessonWindowTest::eachRunsToItsEnd()
{
    for (int number = 1; number <= 20; ++number) {
        openLesson(number);
        while (child<QPushButton>("lessonRun"))
            runStep();
        QVERIFY2(!child<QLabel>("lessonProblem")->isVisible(), qPrintable(child<QLabel>("lessonProblem")->text()));
        for (const QLabel *label : child<QWidget>("lessonPage")->findChildren<QLabel *>())
            QVERIFY2(!label->text().contains("⚠"), qPrintable(label->text()));
        QVERIFY(!texts("lessonAnswer").isEmpty());
        takePicture(QString("%1-all").arg(number));
    }
}

QTEST_MAIN(LessonWindowTest)
#include "tst_lesson_window.moc"
