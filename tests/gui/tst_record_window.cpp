// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Records programs in the real window, with a recorder that needs no GPU. With STREAMSCOPE_PICTURES=FOLDER the tests
// leave pictures there.
#include "gui/comparison/comparison_controller.h"
#include "gui/record/record_bar.h"
#include "gui/record/record_dialog.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/widgets/log_view.h"
#include "gui/widgets/message_bar.h"
#include "tests/gui/window_driver.h"
#include "tests/support/files.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTimer>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace streamscope;
using namespace streamscope::test;

namespace {

constexpr int patienceMs = 30'000;

/// Through which a program is told to go on, a line at a time.
class Baton
{
public:
    explicit Baton(const QString &path) : m_path(QFile::encodeName(path))
    {
        if (mkfifo(m_path.constData(), 0600) != 0)
            qFatal("no pipe %s", m_path.constData());
        m_end = open(m_path.constData(), O_RDWR | O_CLOEXEC);
    }
    Baton(const Baton &) = delete;
    Baton &operator=(const Baton &) = delete;
    ~Baton() { close(m_end); }
    void pass() const { static_cast<void>(!write(m_end, "\n", 1)); }

private:
    QByteArray m_path;
    int m_end;
};

} // namespace

class TestRecordWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init();
    void cleanup();
    void dialogTakesTheCommandApart();
    void dialogKeepsItsValues();
    void enterStartsTheCommand();
    void dialogSaysWhyNothingStarts();
    void growsInTheSameView();
    void startsAndStopsOnRequest();
    void severalProcessesAreOneDocument();
    void endsTheProgramWhenAsked();
    void nothingOnAGpu();
    void againComparesTheTwo();
    void closingTheTabAsks();

private:
    /// Opens the dialog by its action and records this command.
    void record(const QString &command, const char *when = nullptr);
    RecordDialog *dialog() const { return m_window->findChild<RecordDialog *>(); }
    template <typename Widget>
    Widget *find(const char *name) const
    {
        return m_window->findChild<Widget *>(QLatin1String(name));
    }
    QString program(const QString &words) const
    {
        return '\'' + qEnvironmentVariable("STREAMSCOPE_RECORDED_PROGRAM") + "' " + words;
    }
    QString paced(const QString &words) const
    {
        return "sh -c \"exec " + program(words).replace('\'', "'") + " < '" + m_folder->filePath("baton") + "'\"";
    }
    TraceDocument *trace() const { return m_window->workspace().trace(); }
    std::size_t operations() const
    {
        const auto recording = m_window->workspace().shown().recording();
        return recording ? recording->timeline.size() : 0;
    }
    QString state() const { return find<QLabel>("recordState")->text(); }
    bool hasEnded() const { return trace() && !trace()->grows(); }
    QString log() const { return m_window->findChild<LogView *>()->toPlainText(); }
    void picture(const char *name, QWidget *of = nullptr) const
    {
        const QString folder = qEnvironmentVariable("STREAMSCOPE_PICTURES");
        if (!folder.isEmpty())
            (of ? of : m_window.get())->grab().save(folder + '/' + name + ".png");
    }

    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestRecordWindow::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_window = firstWindow();
    if (qEnvironmentVariableIsSet("STREAMSCOPE_DARK"))
        applyTheme(ApplicationTheme::Dark);
}

void TestRecordWindow::cleanup()
{
    m_window.reset();
    m_folder.reset();
}

void TestRecordWindow::record(const QString &command, const char *when)
{
    find<QAction>("recordProgram")->trigger();
    QVERIFY(dialog());
    find<QPlainTextEdit>("recordCommand")->setPlainText(command);
    find<QLineEdit>("recordFolder")->setText(m_folder->path());
    if (when)
        find<QComboBox>("recordWhen")->setCurrentText(when);
    find<QAbstractButton>("recordNow")->click();
    QTRY_VERIFY2(!dialog() || !dialog()->isVisible(), qPrintable(find<QLabel>("recordProblem")->text()));
}

void TestRecordWindow::dialogTakesTheCommandApart()
{
    find<QAction>("recordProgram")->trigger();
    auto *command = find<QPlainTextEdit>("recordCommand");
    const auto words = [this] { return find<QLabel>("recordWords")->text(); };
    command->setPlainText("A=1 python 'my train.py' --name \"a b\" c\\ d");
    QCOMPARE(words(), QString("python  ·  my train.py  ·  --name  ·  a b  ·  c d"));
    QCOMPARE(dialog()->command().parsed().variables.front(), std::pair(std::string("A"), std::string("1")));
    command->setPlainText("python train.py > log");
    QVERIFY(words().contains("the program gets > as it is"));
    command->setPlainText("python 'train.py");
    QVERIFY(words().contains("the quote ' is not closed"));
    picture("dialog-mistake", dialog());
}

void TestRecordWindow::dialogKeepsItsValues()
{
    find<QAction>("recordProgram")->trigger();
    find<QComboBox>("recordWhen")->setCurrentIndex(1);
    find<QDoubleSpinBox>("recordDelay")->setValue(2.5);
    find<QDoubleSpinBox>("recordDuration")->setValue(20);
    find<QComboBox>("recordGraphs")->setCurrentIndex(1);
    find<QAbstractButton>("recordApis")->setChecked(false);
    find<QPlainTextEdit>("recordCommand")->setPlainText(program("launch 3"));
    find<QPlainTextEdit>("recordVariables")->setPlainText("A=b c\nRANK=3");
    find<QLineEdit>("recordFolder")->setText(m_folder->path());
    find<QLineEdit>("recordOutput")->setText("mine");
    const RecordedCommand wanted = dialog()->command();
    QCOMPARE(wanted.options.delayMs, 2500);
    QCOMPARE(wanted.options.durationMs, 20000);
    QVERIFY(!wanted.options.apis && !wanted.options.graphNodes);
    picture("dialog-filled", dialog());
    find<QAbstractButton>("recordNow")->click();
    QTRY_VERIFY_WITH_TIMEOUT(hasEnded(), patienceMs);
    QTRY_VERIFY(!dialog());
    find<QAction>("recordProgram")->trigger();
    const RecordedCommand known = dialog()->command();
    QCOMPARE(known.toJson(), wanted.toJson());
    QVERIFY(known.options == wanted.options);
    find<QComboBox>("recordWhen")->setCurrentIndex(2);
    QVERIFY(!find<QWidget>("recordDuration")->isEnabled());
    QCOMPARE(dialog()->command().options.durationMs, 0);
    QVERIFY(dialog()->command().options.steps);
}

void TestRecordWindow::enterStartsTheCommand()
{
    find<QAction>("recordProgram")->trigger();
    auto *box = find<QPlainTextEdit>("recordCommand");
    box->setPlainText("no-such");
    box->moveCursor(QTextCursor::End);
    QTest::keyClick(box, Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClicks(box, "program");
    QCOMPARE(box->toPlainText().count('\n'), 1);
    QVERIFY(find<QLabel>("recordProblem")->text().isEmpty());
    QTest::keyClick(box, Qt::Key_Return);
    QVERIFY(find<QLabel>("recordProblem")->text().contains("no-such"));
    QCOMPARE(box->toPlainText().count('\n'), 1);
}

void TestRecordWindow::dialogSaysWhyNothingStarts()
{
    find<QAction>("recordProgram")->trigger();
    const auto problemWith = [this](const QString &command, const QString &folder, const QString &variables) {
        find<QPlainTextEdit>("recordCommand")->setPlainText(command);
        find<QLineEdit>("recordFolder")->setText(folder);
        find<QPlainTextEdit>("recordVariables")->setPlainText(variables);
        find<QAbstractButton>("recordNow")->click();
        return find<QLabel>("recordProblem")->text();
    };
    const QString here = m_folder->path();
    QVERIFY(problemWith("", here, "").contains("which program"));
    QVERIFY(problemWith("no-such-program", here, "").contains("no-such-program"));
    QVERIFY(problemWith("true", here + "/gone", "").contains("There is no folder"));
    QVERIFY(problemWith("true", here, "A B").contains("“A B” is no variable"));
    QVERIFY(problemWith("true", here, "CUDA_INJECTION64_PATH=/x.so").contains("another tool"));
    QVERIFY(dialog()->isVisible());
    QCOMPARE(QDir(here).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList()); // nothing is left
    QVERIFY(!trace());
}

void TestRecordWindow::growsInTheSameView()
{
    const Baton baton(m_folder->filePath("baton"));
    record(paced("launch 400 wait launch 500 wait launch 20 exit 3"));
    QTRY_COMPARE_WITH_TIMEOUT(operations(), std::size_t(400), patienceMs);
    QVERIFY(trace()->grows());
    QCOMPARE(trace()->displayName(), QString("● sh"));
    QTRY_COMPARE(state(), QString("● recording"));
    QVERIFY(find<QWidget>("recordBar")->isVisible());
    QVERIFY(find<QWidget>("recordStop")->isVisible() && !find<QWidget>("recordStart")->isVisible());

    TimelineState *timeline = m_window->timeline()->state();
    QVERIFY(timeline->showsAll());
    timeline->fitRange(timeline->content()->beginNs(), timeline->content()->beginNs() + 20'000);
    timeline->selectSpan(3);
    const auto axis = timeline->axis();
    const std::int64_t start = timeline->content()->timeline().starts()[3];
    baton.pass();
    QTRY_COMPARE_WITH_TIMEOUT(operations(), std::size_t(900), patienceMs);
    QVERIFY(timeline->axis() == axis);
    QVERIFY(timeline->selectedSpan());
    QCOMPARE(timeline->content()->timeline().starts()[*timeline->selectedSpan()], start);
    picture("recording");

    timeline->fitAll();
    const auto length = timeline->content()->endNs() - timeline->content()->beginNs();
    QTRY_VERIFY_WITH_TIMEOUT(log().contains("ready"), patienceMs);
    baton.pass();
    QTRY_VERIFY_WITH_TIMEOUT(hasEnded() && operations() == 920, patienceMs);
    QVERIFY(timeline->showsAll()); // who looks at all goes on looking at all
    QVERIFY(timeline->content()->endNs() - timeline->content()->beginNs() > length);
    QCOMPARE(state(), QString("exit code 3"));
    QVERIFY(find<QWidget>("recordAgainButton")->isVisible() && !find<QWidget>("recordStop")->isVisible());
    QVERIFY(trace()->displayName().endsWith(".ssrec"));
    QVERIFY(m_window->messages()->text().startsWith("Recorded 920 operations of 1 process"));
    QVERIFY(log().contains("The program exit code 3") || log().contains("exit code 3"));
    picture("recorded");
    find<QAbstractButton>("recordClose")->click();
    QVERIFY(!find<QWidget>("recordBar")->isVisible());
}

void TestRecordWindow::startsAndStopsOnRequest()
{
    const Baton baton(m_folder->filePath("baton"));
    record(paced("launch 50 wait launch 60 wait launch 70 wait"), "When I press Start");
    QTRY_COMPARE_WITH_TIMEOUT(state(), QString("waiting for Start"), patienceMs);
    picture("waiting");
    find<QAbstractButton>("recordStart")->click();
    QTRY_COMPARE_WITH_TIMEOUT(state(), QString("● recording"), patienceMs);
    baton.pass();
    QTRY_COMPARE_WITH_TIMEOUT(operations(), std::size_t(60), patienceMs);
    find<QAbstractButton>("recordStop")->click();
    QTRY_COMPARE_WITH_TIMEOUT(state(), QString("stopped"), patienceMs);
    baton.pass();
    baton.pass();
    QTRY_VERIFY_WITH_TIMEOUT(hasEnded(), patienceMs);
    QCOMPARE(operations(), std::size_t(60));
}

void TestRecordWindow::severalProcessesAreOneDocument()
{
    const auto ranked = [this](int rank) -> QString {
        return "RANK=" + QString::number(rank) + ' ' + program("launch 30");
    };
    record("sh -c \"" + ranked(0) + " & " + ranked(1) + "; wait\"");
    QTRY_VERIFY_WITH_TIMEOUT(hasEnded(), patienceMs);
    QTRY_VERIFY(m_window->workspace().shown().result);
    QVERIFY(m_window->workspace().shown().result->ranks);
    QCOMPARE(trace()->ranks().size(), 2);
    QCOMPARE(operations(), std::size_t(60));
    QVERIFY(m_window->messages()->text().startsWith("Recorded 60 operations of 2 processes"));
    picture("two-processes");
}

void TestRecordWindow::endsTheProgramWhenAsked()
{
    record("sh -c \"trap : TERM; echo trap''ped; while :; do sleep 0.05; done\"");
    // The log shows the command, too: only what the shell says spells it so, and its trap is set by then.
    QTRY_VERIFY_WITH_TIMEOUT(log().contains("trapped"), patienceMs);
    auto *end = find<QAbstractButton>("recordEnd");
    end->click();
    QTRY_COMPARE(state(), QString("ending"));
    QCOMPARE(end->text(), QString("Kill program"));
    QVERIFY(trace()->grows());
    end->click();
    QTRY_VERIFY_WITH_TIMEOUT(hasEnded(), patienceMs);
    QCOMPARE(state(), QString("killed by KILL"));
}

void TestRecordWindow::nothingOnAGpu()
{
    record("sh -c 'printf \"10 %%\\r50 %%\\rdone\\nlast\"'");
    QTRY_VERIFY_WITH_TIMEOUT(hasEnded(), patienceMs);
    QCOMPARE(state(), QString("ended"));
    QVERIFY(trace()->nothing().startsWith("Nothing was recorded") && log().contains(trace()->nothing()));
    QVERIFY(!find<QWidget>("summaryHint")->isVisible()); // there is no Run
    QVERIFY(log().contains("  done\n") && log().contains("  last"));
    QVERIFY(!log().contains("  50 %")); // of a line that is rewritten in place, its last state
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList());
    picture("nothing");
}

void TestRecordWindow::againComparesTheTwo()
{
    const Baton baton(m_folder->filePath("baton"));
    record(paced("launch 25 wait"));
    baton.pass();
    QTRY_VERIFY_WITH_TIMEOUT(hasEnded() && operations() == 25, patienceMs);
    const TraceDocument *first = trace();
    find<QAbstractButton>("recordAgainButton")->click();
    QTRY_VERIFY_WITH_TIMEOUT(trace() != first && operations() == 25, patienceMs); // live, with as many operations
    QVERIFY(trace()->grows());
    baton.pass();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->workspace().shown().comparison, patienceMs);
    QVERIFY(trace() && trace() != first && !trace()->grows());
    const auto &runs = m_window->workspace().shown().comparison->runs->runs;
    QCOMPARE(runs[0].recording->timeline.size(), std::size_t(25));
    QVERIFY(runs[0].recording.get() == &first->result()->recording);
    QVERIFY(runs[1].recording.get() == &trace()->result()->recording);
    picture("again");
}

void TestRecordWindow::closingTheTabAsks()
{
    record("sleep 60");
    QTRY_VERIFY(trace());
    const QPointer<TraceDocument> document = trace();
    const auto answer = [this](const char *text) {
        QTimer::singleShot(0, m_window.get(), [this, text] {
            auto *box = m_window->findChild<QMessageBox *>("recordQuestion");
            for (QAbstractButton *button : box->buttons())
                if (button->text().remove('&') == QLatin1String(text))
                    button->click();
        });
    };
    answer("Cancel");
    find<QAction>("closeDocument")->trigger();
    QVERIFY(document && document == trace());
    answer("Stop the program");
    find<QAction>("closeDocument")->trigger();
    QTRY_VERIFY(!document);
    QTRY_VERIFY_WITH_TIMEOUT(log().contains("killed by TERM"), patienceMs);
    QVERIFY(!find<QWidget>("recordBar")->isVisible());
}

QTEST_MAIN(TestRecordWindow)
#include "tst_record_window.moc"
