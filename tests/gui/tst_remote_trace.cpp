// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Traces on another machine: this one, through an SSH server of its own where one is installed. With
// STREAMSCOPE_PICTURES=FOLDER the tests leave pictures there.
#include "engine/formats/traces/operations_csv.h"
#include "engine/run/trace_job.h"
#include "engine/timeline/span_query.h"
#include "gui/language/language.h"
#include "gui/remote/open_remote_dialog.h"
#include "gui/remote/picture_look.h"
#include "gui/remote/remote_lane.h"
#include "gui/remote/remote_trace.h"
#include "gui/remote/row_bars.h"
#include "gui/remote/served_content.h"
#include "gui/results/panels.h"
#include "gui/results/range_panel.h"
#include "gui/timeline/paint/timeline_painter.h"
#include "gui/timeline/scene/timeline_geometry.h"
#include "gui/timeline/widget/search_bar.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/widgets/message_bar.h"
#include "gui/workspace/session/session_json.h"
#include "tests/gui/sample_runs.h"
#include "tests/gui/window_driver.h"
#include "tests/support/engine/ssh_server.h"
#include "tests/support/files.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPainter>
#include <QRegularExpression>
#include <QStandardPaths>

#include <csignal>
#include <utility>

using namespace streamscope;
using namespace streamscope::test;

namespace {

constexpr int patienceMs = 30'000;

/// A trace that lies "there", without a process between: what travels is written and read.
struct There
{
    explicit There(const std::shared_ptr<const RunResult> &result)
        : local({result, &result->recording}), served(serveResult(result)),
          opened(readOpenedTrace(writeOpenedTrace(served->opened())))
    {
        GivenContent given;
        for (std::uint32_t i = 0; i < opened.facts.lanes.size(); ++i)
            given.lanes.push_back(std::make_shared<RemoteLane>(opened.facts.lanes[i], i, rows));
        given.beginNs = opened.facts.beginNs;
        given.endNs = opened.facts.endNs;
        given.severalDevices = opened.facts.severalDevices;
        given.bars = rows;
        remote = TimelineContent(std::make_shared<const Recording>(opened.recording), std::move(given));
    }

    /// Fetches what was drawn and is not here; false where nothing is wanted.
    bool fetch() const
    {
        const auto wanted = rows->takeWantedRows();
        if (!wanted)
            return false;
        const RowsQuestion asked = readRowsQuestion(writeRowsQuestion(*wanted));
        rows->take(asked, readRowsAnswer(writeRowsAnswer(served->rows(asked)), asked));
        return true;
    }

    std::shared_ptr<RowStore> rows = std::make_shared<RowStore>();
    TimelineContent local;
    std::unique_ptr<ServedTrace> served;
    OpenedTrace opened;
    TimelineContent remote;
};

std::shared_ptr<const RunResult> traceOf(const char *name)
{
    return std::make_shared<const RunResult>(openTrace({tracePath(name).toStdString(), {}, {}, true}, {}));
}

std::shared_ptr<const RunResult> asTrace(const std::shared_ptr<const Recording> &recording)
{
    auto result = std::make_shared<RunResult>();
    result->recording = *recording;
    result->import = std::make_shared<const ImportReport>();
    return result;
}

QImage pictureOf(const TimelineContent &content, const TimeAxis &axis)
{
    SceneRequest request;
    request.size = {1000, 700};
    request.axis = axis;
    const TimelineScene scene = buildScene(content, request);
    QImage image(1000, 700, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    paintScene(painter, scene, TimelineTheme::light());
    return image;
}

int differentPixels(const QImage &a, const QImage &b)
{
    int count = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x)
            count += a.pixel(x, y) != b.pixel(x, y) ? 1 : 0;
    return count;
}

} // namespace

class TestRemoteTrace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void cleanup()
    {
        m_window.reset();
        useLanguage(Language::English);
    }
    void picturesAreTheSame_data();
    void picturesAreTheSame();
    void stretchedUntilItCame();
    void onlyWhatIsLookedAtIsAsked();
    void pointingAsksTheOtherMachine();
    void opensInTheWindow();
    void speaksTheLanguageOfTheWindow();
    void aLostLinkIsMadeAgain();
    void sayWhyNothingOpens_data();
    void sayWhyNothingOpens();
    void dialogAsksForHostAndPath();
    void searchesThere();
    void exportsThere_data();
    void exportsThere();
    void anExportIsStopped_data();
    void anExportIsStopped();
    void triesChangesThere();
    void fetchesTheFile();
    void saysWhyNothingWasFetched();
    void picturesLookAsHere();
    void sessionsConnectAgain();
    void sessionsOfOthersAreAskedAbout();
    void theNextWindowOpensItAgain();
    void brokenAddressesInSessionsAreRefused_data();
    void brokenAddressesInSessionsAreRefused();

private:
    void openThere(const QString &name)
    {
        m_window = firstWindow();
        m_window->openFiles({address(name)});
    }
    QString address(const QString &name) const
    {
        return QString::fromStdString("ssh://" + m_server.machine()) + m_server.path(name);
    }
    TimelineState *state() const { return m_window->timeline()->state(); }
    bool isHere() const { return state()->hasContent() && state()->content()->coming()->waitingText().isEmpty(); }
    template <typename Widget>
    Widget *find(const char *name) const
    {
        return m_window->findChild<Widget *>(QLatin1String(name));
    }
    QString said() const { return m_window->messages()->text(); }
    QPushButton *offer(const QString &text) const
    {
        for (QPushButton *button : m_window->messages()->findChildren<QPushButton *>())
            if (button->text() == text)
                return button;
        return nullptr;
    }
    /// The middle of the first wide bar.
    QPointF someBar() const
    {
        for (const SceneBar &bar : state()->scene().bars)
            if (bar.rect.width() > 3 && bar.count == 1 && !bar.waiting)
                return bar.rect.center();
        return {};
    }
    /// Of the window, or of another one.
    void picture(const char *name, QWidget *of = nullptr) const
    {
        const QString folder = qEnvironmentVariable("STREAMSCOPE_PICTURES");
        if (!folder.isEmpty())
            (of ? of : m_window.get())->grab().save(folder + '/' + name + ".png");
    }

    /// The session of the window, saved; the window is closed and another one opens it.
    void saveAndReopen()
    {
        const QString session = m_server.path("work.streamscope");
        m_window->saveSessionTo(session);
        QTRY_VERIFY2_WITH_TIMEOUT(said().contains("Saved"), qPrintable(said()), patienceMs);
        openSessionAlone(session);
    }
    void openSessionAlone(const QString &session)
    {
        m_window.reset();
        m_window = std::make_unique<MainWindow>(); // with the settings of the former one
        m_window->resize(1440, 900);
        m_window->show();
        m_window->openFile(session);
    }
    int tabs() const { return static_cast<int>(m_window->workspace().documents().size()); }

    SshServer m_server;
    std::unique_ptr<MainWindow> m_window;
};

void TestRemoteTrace::picturesAreTheSame_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<double>("share"); ///< of the run that is shown
    for (const char *trace : {"swim_blocking.json.gz", "chunked_depth.json.gz", "even"})
        for (const double share : {1.0, 0.2, 0.01})
            QTest::newRow(qPrintable(QString("%1, %2").arg(trace).arg(share))) << trace << share;
}

/// All bars, labels and texts, but for what a screen does not show.
void TestRemoteTrace::picturesAreTheSame()
{
    QFETCH(QString, what);
    QFETCH(double, share);
    const There there(what == "even" ? asTrace(evenKernels(3'000, 1'000, 400, 300))
                                     : traceOf(what.toLatin1().constData()));
    const auto length = static_cast<double>(there.local.endNs() - there.local.beginNs());
    const TimeAxis axis =
        TimeAxis::fitted(there.local.beginNs() + static_cast<std::int64_t>(length * 0.4 * (1 - share)),
                         there.local.beginNs() + static_cast<std::int64_t>(length * (0.4 * (1 - share) + share)), 800);
    const QImage local = pictureOf(there.local, axis);
    const QImage before = pictureOf(there.remote, axis);
    QVERIFY(!there.rows->waitingText().isEmpty());
    while (there.fetch())
        pictureOf(there.remote, axis);
    QVERIFY(there.rows->waitingText().isEmpty());
    const QImage after = pictureOf(there.remote, axis);
    const int differ = differentPixels(local, after), atFirst = differentPixels(local, before);
    // Heights of cells are rounded.
    QVERIFY2(differ * 20 < std::max(atFirst, 4'000), qPrintable(QString("%1 of %2").arg(differ).arg(atFirst)));
}

void TestRemoteTrace::stretchedUntilItCame()
{
    const There there(asTrace(evenKernels(50, 10'000, 5'000, 0)));
    const TimeAxis whole = TimeAxis::fitted(there.remote.beginNs(), there.remote.endNs(), 800);
    pictureOf(there.remote, whole);
    QVERIFY(there.fetch());
    const TimeAxis part = whole.zoomedAt(400, 4);
    const QImage stretched = pictureOf(there.remote, part);
    QVERIFY(!there.rows->waitingText().isEmpty());
    QVERIFY(there.fetch());
    const QImage sharp = pictureOf(there.remote, part), local = pictureOf(there.local, part);
    const int asStretched = differentPixels(local, stretched), asSharp = differentPixels(local, sharp);
    QCOMPARE(asSharp, 0);
    QVERIFY(asStretched > 0);
    QVERIFY(asStretched < 40'000);                      // bars where bars are
    const QImage back = pictureOf(there.remote, whole); // is still here
    QVERIFY(!there.fetch());
    QCOMPARE(differentPixels(pictureOf(there.local, whole), back), 0);
}

void TestRemoteTrace::onlyWhatIsLookedAtIsAsked()
{
    const There there(traceOf("swim_blocking.json.gz"));
    const PixelGrid grid({0, 1'000}, 500);
    SceneBars bars;
    bars.start(0, 1);
    bars.beginRow(0, 0, 1);
    int announced = 0;
    there.rows->setAnnounce([&announced] { ++announced; });
    there.rows->draw({0, 0}, grid, bars);
    there.rows->draw({0, 0}, grid, bars); // again, and not asked twice
    there.rows->draw({1, 0}, grid, bars);
    QCOMPARE(announced, 1);
    const auto wanted = there.rows->takeWantedRows();
    QVERIFY(wanted && wanted->view == viewOf(grid));
    QCOMPARE(wanted->rows, (std::vector<TraceRow>{{0, 0}, {1, 0}}));
    QVERIFY(!there.rows->takeWantedRows());
    QVERIFY_THROWS_EXCEPTION(RunError, there.served->rows({viewOf(grid), {{10'000, 0}}}));
    QVERIFY_THROWS_EXCEPTION(RunError, there.served->rows({viewOf(grid), {{0, 10'000}}}));
}

void TestRemoteTrace::pointingAsksTheOtherMachine()
{
    const There there(asTrace(evenKernels(50, 10'000, 5'000, 0)));
    SceneRequest request;
    request.size = {1000, 400};
    request.axis = TimeAxis::fitted(0, 100'000, 800);
    buildScene(there.remote, request);
    QVERIFY(there.fetch());
    const TimelineScene scene = buildScene(there.remote, request), local = buildScene(there.local, request);
    const SceneBar bar = scene.bars[2], same = local.bars[2];
    QCOMPARE(bar.rect, same.rect);
    const ContentLane &lane = *scene.lanes[bar.lane].content;
    const double x = bar.rect.center().x();
    const QString asked = lane.barToolTip(there.remote, scene, bar, x);
    const auto question = there.rows->takeWantedBar();
    QVERIFY(question);
    there.rows->take(*question, readBarAnswer(writeBarAnswer(there.served->bar(*question))));
    const QString known = lane.barToolTip(there.remote, scene, bar, x);
    QVERIFY(asked != known);
    QCOMPARE(known, local.lanes[same.lane].content->barToolTip(there.local, local, same, x));
    const BarAnswer answer = there.served->bar(*question);
    QCOMPARE(answer.times->second - answer.times->first, std::int64_t{5'000});
    QVERIFY(!answer.facts.empty());
    QVERIFY(there.served->bar({question->view, question->row, 799, 799}).facts.empty()); // no bar begins there
    for (const SceneBar &operation : scene.bars.operations()) {                          // none is one of ours
        QVERIFY2(false, qPrintable(QString::number(operation.span)));
    }
}

/// What the other machine says of lanes and bars, too.
void TestRemoteTrace::speaksTheLanguageOfTheWindow()
{
    const std::string path = tracePath("swim_blocking.json.gz").toStdString();
    const auto textsIn = [&path](const std::string &language) {
        QString all;
        for (const TraceLane &lane : serveTrace({path, false, language}, {})->opened().facts.lanes)
            all += QString::fromStdString(lane.toolTip + lane.countText + lane.busyText + '\n');
        return all;
    };
    const QString english = textsIn({});
    QCOMPARE(textsIn("xx"), english);
    const QString german = textsIn("de");
    QVERIFY2(german != english && german.contains("Operationen") && !german.contains("operations"), qPrintable(german));
    QCOMPARE(languageInUse(), Language::German); // of this process, which is the other machine here
    NEEDS_SSH_SERVER(m_server);
    QFile::copy(tracePath("swim_blocking.json.gz"), m_server.path("german.json.gz"));
    openThere("german.json.gz");
    QTRY_VERIFY_WITH_TIMEOUT(state()->hasContent(), patienceMs);
    QTRY_VERIFY_WITH_TIMEOUT((m_window->grab(), isHere()), patienceMs);
    const QPointF at = someBar();
    QVERIFY(!at.isNull());
    QTest::mouseClick(m_window->timeline()->viewport(), Qt::LeftButton, {}, at.toPoint());
    auto *selection = m_window->findChild<SelectionPanel *>();
    QTRY_VERIFY_WITH_TIMEOUT(!selection->value("Dauer").isEmpty(), patienceMs);
    QVERIFY(selection->value("Duration").isEmpty());
}

void TestRemoteTrace::opensInTheWindow()
{
    NEEDS_SSH_SERVER(m_server);
    QFile::copy(tracePath("swim_blocking.json.gz"), m_server.path("t.json.gz"));
    openThere("t.json.gz");
    QCOMPARE(m_window->workspace().front().displayName(), QString("t.json.gz on 127.0.0.1:%1").arg(m_server.port()));
    QTRY_VERIFY_WITH_TIMEOUT(state()->hasContent(), patienceMs);
    QTRY_VERIFY_WITH_TIMEOUT((m_window->grab(), isHere()), patienceMs);
    picture("remote-whole");
    const auto local = traceOf("swim_blocking.json.gz");
    QCOMPARE(state()->content()->endNs() - state()->content()->beginNs(),
             local->recording.timeline.end() - local->recording.timeline.begin());
    QVERIFY(m_window->findChild<FindingsPanel *>()->toPlainText().size() > 20);
    for (const char *name : {"whatIf", "replayTrace", "keepAsBaseline", "compareFile", "foldSteps"})
        QVERIFY2(!find<QAction>(name)->isEnabled(), name);
    for (const char *name : {"exportPng", "exportCsv", "find", "copyPicture", "fetchRemote"})
        QVERIFY2(find<QAction>(name)->isEnabled(), name);
    QVERIFY(find<QAction>("zoomIn")->isEnabled());

    find<QAction>("zoomIn")->trigger();
    find<QAction>("zoomIn")->trigger();
    QVERIFY((m_window->grab(), !isHere()));
    QTRY_VERIFY_WITH_TIMEOUT((m_window->grab(), isHere()), patienceMs);
    picture("remote-zoomed");

    const QPointF at = someBar();
    QVERIFY(!at.isNull());
    QWidget *viewport = m_window->timeline()->viewport();
    QTest::mouseClick(viewport, Qt::LeftButton, {}, at.toPoint());
    auto *selection = m_window->findChild<SelectionPanel *>();
    QTRY_VERIFY_WITH_TIMEOUT(state()->selectedRange().has_value() && !selection->value("Duration").isEmpty(),
                             patienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(!state()->rangeTable().empty(), patienceMs);
    picture("remote-selected");

    // Another document in front, and back: the view is as it was, and nothing is read again.
    const TimeAxis axis = state()->axis();
    clickTab(*m_window, 0);
    m_window->openFile(address("t.json.gz"));
    QTRY_VERIFY(state()->content() && state()->content()->coming());
    QCOMPARE(state()->axis(), axis);
    find<QAction>("closeDocument")->trigger();
}

void TestRemoteTrace::aLostLinkIsMadeAgain()
{
    NEEDS_SSH_SERVER(m_server);
    m_server.script("there/streamscope", "echo $$ > '" + m_server.path("engine").toUtf8() + "'\nexec '"
                                             + qgetenv("STREAMSCOPE_PROGRAM") + "' \"$@\"");
    QFile::copy(tracePath("swim_blocking.json.gz"), m_server.path("t.json.gz"));
    openThere("t.json.gz");
    QTRY_VERIFY_WITH_TIMEOUT((m_window->grab(), isHere()), patienceMs);
    const int first = contentOf(m_server.path("engine")).trimmed().toInt();
    ::kill(first, SIGKILL);
    find<QAction>("zoomIn")->trigger();
    const TimeAxis axis = state()->axis();
    QTRY_VERIFY_WITH_TIMEOUT((m_window->grab(), isHere()), patienceMs);
    QVERIFY(contentOf(m_server.path("engine")).trimmed().toInt() != first);
    QVERIFY2(said().contains("It was made again."), qPrintable(said()));
    QCOMPARE(state()->axis(), axis);

    // It cannot be made again at first.
    QFile::rename(m_server.path("there/streamscope"), m_server.path("there/gone"));
    ::kill(contentOf(m_server.path("engine")).trimmed().toInt(), SIGKILL);
    find<QAction>("zoomIn")->trigger();
    m_window->grab();
    QTRY_VERIFY2_WITH_TIMEOUT(said().contains("has no program 'streamscope'"), qPrintable(said()), patienceMs);
    QVERIFY(state()->content()->coming()->waitingText().contains("no connection to 127.0.0.1"));
    picture("remote-lost");
    QFile::rename(m_server.path("there/gone"), m_server.path("there/streamscope"));
    offer("Connect again")->click();
    QTRY_VERIFY_WITH_TIMEOUT((m_window->grab(), isHere()), patienceMs);
}

void TestRemoteTrace::sayWhyNothingOpens_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("expected");
    QTest::newRow("no file") << "absent.json" << QByteArray() << "absent.json";
    QTest::newRow("no trace") << "words.json" << QByteArray("words") << "words.json";
}

void TestRemoteTrace::sayWhyNothingOpens()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, content);
    QFETCH(QString, expected);
    NEEDS_SSH_SERVER(m_server);
    if (!content.isEmpty())
        store(m_server.path(file), content);
    openThere(file);
    QTRY_VERIFY2_WITH_TIMEOUT(said().contains("was not opened"), qPrintable(said()), patienceMs);
    QVERIFY2(said().contains(expected) && !said().contains('\n'), qPrintable(said()));
    QVERIFY(!m_window->timeline()->placeholder().isEmpty());
    QVERIFY(offer("Try again"));
}

void TestRemoteTrace::dialogAsksForHostAndPath()
{
    m_window = firstWindow();
    find<QAction>("openRemote")->trigger();
    auto *dialog = m_window->findChild<OpenRemoteDialog *>();
    QVERIFY(dialog);
    auto *machine = dialog->findChild<QComboBox *>("remoteMachine");
    auto *path = dialog->findChild<QLineEdit *>("remotePath");
    machine->setCurrentText("gpu1;reboot");
    path->setText("data/t.json.gz");
    QTest::keyClick(path, Qt::Key_Return);
    QVERIFY(dialog->findChild<QLabel *>("remoteProblem")->text().contains("is no name of a host"));
    QVERIFY(dialog->isVisible());
    picture("remote-dialog");
    m_window->openFile("ssh://-oProxyCommand=touch/t.json");
    QVERIFY(said().contains("is no name of a host"));
}

void TestRemoteTrace::searchesThere()
{
    NEEDS_SSH_SERVER(m_server);
    QFile::copy(tracePath("swim_blocking.json.gz"), m_server.path("t.json.gz"));
    openThere("t.json.gz");
    QTRY_VERIFY_WITH_TIMEOUT((m_window->grab(), isHere()), patienceMs);
    const auto local = traceOf("swim_blocking.json.gz");
    const std::vector<std::uint32_t> all = SpanMatcher(parseQuery("kernel"), local->recording.timeline).all();
    QVERIFY(all.size() > 2);

    find<QAction>("find")->trigger();
    auto *bar = m_window->findChild<SearchBar *>();
    auto *line = bar->findChild<QLineEdit *>("searchLine");
    const auto says = [bar](const QString &text) {
        for (const QLabel *label : bar->findChildren<QLabel *>())
            if (label->text().contains(text))
                return true;
        return false;
    };
    QTest::keyClicks(line, "kernel");
    QTRY_VERIFY_WITH_TIMEOUT(says(QString("%1 found").arg(all.size())), patienceMs);
    const auto isAt = [&](std::size_t number) {
        const Span span = local->recording.timeline.span(all[number]);
        const std::int64_t begin = local->recording.timeline.begin();
        return state()->selectedRange()
               && state()->selectedRange()->begin - state()->content()->beginNs() == span.start - begin
               && says(QString("%1 of %2").arg(number + 1).arg(all.size()));
    };
    QTest::keyClick(line, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(isAt(0), patienceMs);
    auto *selection = m_window->findChild<SelectionPanel *>();
    QVERIFY(!selection->value("Duration").isEmpty());
    QTest::keyClick(line, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(isAt(1), patienceMs);
    picture("remote-search");
    QTest::keyClick(line, Qt::Key_Return, Qt::ShiftModifier);
    QTRY_VERIFY_WITH_TIMEOUT(isAt(0), patienceMs);
    QTest::keyClick(line, Qt::Key_Return, Qt::ShiftModifier); // round
    QTRY_VERIFY_WITH_TIMEOUT(isAt(all.size() - 1), patienceMs);

    line->setText("waited>1parsec");
    QTRY_VERIFY_WITH_TIMEOUT(says("not understood"), patienceMs);
    line->setText("no such kernel");
    QTRY_VERIFY_WITH_TIMEOUT(says("none"), patienceMs);
    clickTab(*m_window, 0);
}

void TestRemoteTrace::exportsThere_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("part");
    QTest::newRow("csv") << "run.csv"
                         << "pictureWhole";
    QTest::newRow("csv of the visible span") << "part.csv"
                                             << "pictureVisible";
    QTest::newRow("report") << "report.json"
                            << "pictureWhole";
    QTest::newRow("trace") << "again.trace.json"
                           << "pictureWhole";
    QTest::newRow("svg") << "run.svg"
                         << "pictureWhole";
    QTest::newRow("png") << "run.png"
                         << "pictureVisible";
}

/// What is written is what the same file, opened here, would give.
void TestRemoteTrace::exportsThere()
{
    QFETCH(QString, name);
    QFETCH(QString, part);
    NEEDS_SSH_SERVER(m_server);
    QFile::copy(tracePath("swim_blocking.json.gz"), m_server.path("t.json.gz"));
    openThere("t.json.gz");
    QTRY_VERIFY_WITH_TIMEOUT((m_window->grab(), isHere()), patienceMs);
    find<QAction>("zoomIn")->trigger();
    find<QAction>("zoomIn")->trigger();
    find<QAction>(part.toLatin1().constData())->trigger();
    const QString there = m_server.path("there-" + name), here = m_server.path("here-" + name);
    const auto [begin, end] = state()->visibleRange();
    const auto write = [this](const QString &path) {
        m_window->exportTo(path);
        QTRY_VERIFY2_WITH_TIMEOUT(said().contains("Wrote " + path), qPrintable(said()), patienceMs);
    };
    write(there);
    m_window->openFile(m_server.path("t.json.gz"));
    QTRY_VERIFY_WITH_TIMEOUT(state()->hasContent() && !state()->content()->coming(), patienceMs);
    state()->fitRange(begin, end);
    state()->setAxis({begin, static_cast<double>(end - begin) / state()->plotWidth()});
    write(here);
    QByteArray one = contentOf(there), other = contentOf(here);
    for (QByteArray *svg : {&one, &other}) { // the order of an embedded font's letters is that of a hash
        for (qsizetype font; (font = svg->indexOf(";base64,")) >= 0;)
            svg->remove(font, svg->indexOf(')', font) - font);
        static const QRegularExpression opened("opened [-0-9]+ [:0-9]+");
        if (name.endsWith("svg"))
            *svg = QString::fromUtf8(*svg).remove(opened).toUtf8();
    }
    QVERIFY(one.size() > 500);
    if (name.endsWith("png"))
        QCOMPARE(QImage::fromData(one).size(), QImage::fromData(other).size());
    else {
        const auto [a, b] = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
        const QByteArray differ = one.mid(std::max<qsizetype>(a - one.begin() - 80, 0), 160) + " | "
                                  + other.mid(std::max<qsizetype>(b - other.begin() - 80, 0), 160);
        QVERIFY2(a == one.end() && b == other.end(), differ.constData());
    }
    if (name == "part.csv")
        QVERIFY(static_cast<std::size_t>(other.count('\n'))
                < traceOf("swim_blocking.json.gz")->recording.timeline.size());
    QFile::remove(there);
    QFile::remove(here);
    QFile::remove(m_server.path("t.json.gz"));
}

void TestRemoteTrace::anExportIsStopped_data()
{
    QTest::addColumn<bool>("there"); ///< the trace lies there, or here
    QTest::newRow("there") << true;
    QTest::newRow("here") << false;
}

/// The old file stays, nothing half-written is beside it, and the window goes on.
void TestRemoteTrace::anExportIsStopped()
{
    QFETCH(bool, there);
    NEEDS_SSH_SERVER(m_server);
    const Recording many = *evenKernels(60'000, 1'000, 400, 300);
    store(m_server.path("many.csv"), operationsCsv(many.timeline));
    const QString folder = m_server.path("exports"), file = folder + "/run.trace.json.gz";
    QDir().mkpath(folder);
    store(file, "the old one");
    m_window = firstWindow();
    m_window->openFiles({there ? address("many.csv") : m_server.path("many.csv")});
    QTRY_VERIFY_WITH_TIMEOUT(m_window->workspace().shown().isTrace() && state()->hasContent(), patienceMs);
    if (there)
        QTRY_VERIFY_WITH_TIMEOUT((m_window->grab(), isHere()), patienceMs);

    bool isPressed = false;
    const auto press = [&](const QString &line) {
        if (!line.contains("Exporting run.trace.json.gz: ") || std::exchange(isPressed, true))
            return;
        picture(there ? "remote-export-stop" : "export-stop");
        QMetaObject::invokeMethod(
            m_window.get(), [this] { offer("Stop")->click(); }, Qt::QueuedConnection); // it is offered next
    };
    connect(m_window->messages(), &MessageBar::said, m_window.get(), press);
    m_window->exportTo(file);
    QTRY_VERIFY2_WITH_TIMEOUT(said().contains("Stopped: run.trace.json.gz was not exported."), qPrintable(said()),
                              patienceMs);
    const auto inFolder = [&folder] { return QDir(folder).entryList(QDir::Files | QDir::Hidden); };
    QTRY_COMPARE_WITH_TIMEOUT(inFolder(), QStringList("run.trace.json.gz"), patienceMs);
    QCOMPARE(contentOf(file), QByteArray("the old one"));

    m_window->exportTo(folder + "/run.svg");
    QTRY_VERIFY2_WITH_TIMEOUT(said().contains("Wrote "), qPrintable(said()), patienceMs);
    QCOMPARE(contentOf(file), QByteArray("the old one"));
    QDir(folder).removeRecursively();
    QFile::remove(m_server.path("many.csv"));
}

/// The findings with the predictions of the same file opened here.
void TestRemoteTrace::triesChangesThere()
{
    NEEDS_SSH_SERVER(m_server);
    QFile::copy(tracePath("swim_blocking.json.gz"), m_server.path("t.json.gz"));
    openThere("t.json.gz");
    QTRY_VERIFY_WITH_TIMEOUT((m_window->grab(), isHere()), patienceMs);
    auto *findings = m_window->findChild<FindingsPanel *>();
    QTRY_VERIFY_WITH_TIMEOUT(!findings->isTrying(), patienceMs);
    const QString there = findings->toPlainText();
    picture("remote-advice");
    // It needs the operations here: the window offers to fetch them.
    Q_EMIT findings->applyWanted("unsync");
    QVERIFY2(said().contains("unsync"), qPrintable(said()));
    QVERIFY(offer("Fetch to this computer…"));

    m_window->openFile(m_server.path("t.json.gz"));
    QTRY_VERIFY_WITH_TIMEOUT(state()->hasContent() && !state()->content()->coming(), patienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(!findings->isTrying(), patienceMs);
    QCOMPARE(there, findings->toPlainText());
    QVERIFY2(there.contains("%"), qPrintable(there));
    QFile::remove(m_server.path("t.json.gz"));
}

void TestRemoteTrace::fetchesTheFile()
{
    NEEDS_SSH_SERVER(m_server);
    QFile::copy(tracePath("swim_blocking.json.gz"), m_server.path("t.json.gz"));
    openThere("t.json.gz");
    const QString wanted = m_server.path("fetched.json.gz");
    m_window->setFileChoosers({}, [&](const QString &, const QString &suggested, const QString &) {
        return suggested.endsWith("/t.json.gz") ? wanted : QString();
    });
    QTRY_VERIFY_WITH_TIMEOUT((m_window->grab(), isHere()), patienceMs);
    const auto question = [this] { return m_window->findChild<QMessageBox *>("fetchQuestion"); };
    find<QAction>("fetchRemote")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(question(), patienceMs);
    QVERIFY2(question()->informativeText().contains("KiB") || question()->informativeText().contains("MiB"),
             qPrintable(question()->informativeText()));
    question()->reject();
    QTRY_VERIFY(!question());
    QVERIFY(!QFile::exists(wanted));

    find<QAction>("fetchRemote")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(question(), patienceMs);
    picture("remote-fetch", question());
    question()->defaultButton()->click();
    QTRY_VERIFY_WITH_TIMEOUT(state()->hasContent() && !state()->content()->coming(), patienceMs);
    QCOMPARE(m_window->workspace().front().displayName(), QString("fetched.json.gz"));
    QCOMPARE(contentOf(wanted), contentOf(tracePath("swim_blocking.json.gz")));
    for (const char *name : {"whatIf", "replayTrace", "compareFile"}) // it has everything
        QVERIFY2(find<QAction>(name)->isEnabled(), name);
}

void TestRemoteTrace::saysWhyNothingWasFetched()
{
    NEEDS_SSH_SERVER(m_server);
    QFile::copy(tracePath("swim_blocking.json.gz"), m_server.path("gone.json.gz"));
    openThere("gone.json.gz");
    QTRY_VERIFY_WITH_TIMEOUT((m_window->grab(), isHere()), patienceMs);
    QFile::remove(m_server.path("gone.json.gz"));
    find<QAction>("fetchRemote")->trigger();
    QTRY_VERIFY2_WITH_TIMEOUT(said().contains("is no file that can be fetched"), qPrintable(said()), patienceMs);
    m_window->exportTo(m_server.path("x.unknown"));
    QTRY_VERIFY2_WITH_TIMEOUT(said().contains("an export ends in"), qPrintable(said()), patienceMs);
    QVERIFY(!QFile::exists(m_server.path("x.unknown")));
}

void TestRemoteTrace::picturesLookAsHere()
{
    ImageOptions options;
    options.width = 900;
    options.devicePixelRatio = 4;
    options.dark = true;
    options.blockLanes = false;
    options.paths = ShownPaths::All;
    options.colouring = KernelColouring::Stream;
    options.kernelTags = {{"gemm", 17}, {"“relu”", 18}};
    options.lanes.pinned << "stream:0:7";
    const ImageOptions again = readPictureLook(pictureLookText(options));
    QVERIFY(again.width == 900 && again.devicePixelRatio == 4 && again.dark && !again.blockLanes
            && again.paths == options.paths && again.colouring == options.colouring
            && again.kernelTags == options.kernelTags && again.lanes == options.lanes);
    QVERIFY_THROWS_EXCEPTION(InputError, readPictureLook("{}"));
    QVERIFY_THROWS_EXCEPTION(InputError, readPictureLook("words"));
    std::string huge = pictureLookText(options);
    huge.replace(huge.find("\"scale\":4"), 9, "\"scale\":4000");
    QVERIFY_THROWS_EXCEPTION(InputError, readPictureLook(huge));
}

/// The view, its marks and its notes come back, and the other documents with it whether the machine answers or not.
void TestRemoteTrace::sessionsConnectAgain()
{
    NEEDS_SSH_SERVER(m_server);
    QFile::copy(tracePath("swim_blocking.json.gz"), m_server.path("t.json.gz"));
    openThere("t.json.gz");
    m_window->openFile(tracePath("chunked_depth.json.gz"));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->workspace().shown().isTrace(), patienceMs);
    m_window->openFile(address("t.json.gz"));
    QTRY_VERIFY_WITH_TIMEOUT((m_window->grab(), isHere()), patienceMs);
    find<QAction>("zoomIn")->trigger();
    find<QAction>("zoomIn")->trigger();
    const auto [begin, end] = state()->visibleRange();
    state()->changeMarks([begin = begin](TimelineMarks &marks) { marks.add({begin + 2'000, "look here"}); });
    state()->setRange(TimeRange{begin + 1'000, end - 1'000});
    const TimeAxis axis = state()->axis();
    const TimelineMarks marks = state()->marks();
    const auto range = state()->selectedRange();
    const int count = tabs();

    saveAndReopen();
    QTRY_COMPARE_WITH_TIMEOUT(tabs(), count, patienceMs);
    QTRY_VERIFY_WITH_TIMEOUT((m_window->grab(), isHere()), patienceMs);
    QCOMPARE(state()->axis(), axis);
    QCOMPARE(state()->marks(), marks);
    QCOMPARE(state()->selectedRange(), range);
    QTRY_VERIFY_WITH_TIMEOUT(!state()->rangeTable().empty(), patienceMs);

    // The machine does not answer: one line, and all else is there.
    const QString session = m_server.path("work.streamscope");
    m_server.stop();
    openSessionAlone(session);
    QTRY_VERIFY2_WITH_TIMEOUT(said().contains("t.json.gz was not opened: "), qPrintable(said()), patienceMs);
    QVERIFY2(!said().contains('\n'), qPrintable(said()));
    QCOMPARE(tabs(), count);
    QVERIFY(offer("Try again"));
    picture("remote-session-unreachable");
    for (int i = 0; i < tabs(); ++i)
        if (m_window->workspace().documents()[static_cast<std::size_t>(i)]->displayName() == "chunked_depth.json.gz")
            clickTab(*m_window, i);
    QTRY_VERIFY_WITH_TIMEOUT(state()->hasContent() && !state()->content()->coming(), patienceMs);

    // The tab still says why, and tries again when it is asked to.
    m_window->openFile(address("t.json.gz"));
    QTRY_VERIFY_WITH_TIMEOUT(offer("Try again"), patienceMs);
}

/// What no window of this user has started there yet is not started by opening a file.
void TestRemoteTrace::sessionsOfOthersAreAskedAbout()
{
    NEEDS_SSH_SERVER(m_server);
    QFile::copy(tracePath("swim_blocking.json.gz"), m_server.path("t.json.gz"));
    openThere("t.json.gz");
    QTRY_VERIFY_WITH_TIMEOUT((m_window->grab(), isHere()), patienceMs);
    m_server.script("there/streamscope", "touch '" + m_server.path("started").toUtf8() + "'\nexec '"
                                             + qgetenv("STREAMSCOPE_PROGRAM") + "' \"$@\"");
    const QString session = m_server.path("theirs.streamscope");
    m_window->saveSessionTo(session);
    QTRY_VERIFY2_WITH_TIMEOUT(said().contains("Saved"), qPrintable(said()), patienceMs);
    m_window.reset();
    QFile::remove(m_server.path("started"));
    m_window = firstWindow(); // of somebody else
    m_window->openFile(session);
    QTRY_VERIFY2_WITH_TIMEOUT(said().contains("starts the program streamscope there"), qPrintable(said()), patienceMs);
    picture("remote-session-asks");
    QVERIFY(!QFile::exists(m_server.path("started")));
    offer("Connect")->click();
    QTRY_VERIFY_WITH_TIMEOUT((m_window->grab(), isHere()), patienceMs);
    QVERIFY(QFile::exists(m_server.path("started")));
}

void TestRemoteTrace::theNextWindowOpensItAgain()
{
    NEEDS_SSH_SERVER(m_server);
    QFile::copy(tracePath("swim_blocking.json.gz"), m_server.path("t.json.gz"));
    openThere("t.json.gz");
    m_window->keepDocuments();
    QTRY_VERIFY_WITH_TIMEOUT((m_window->grab(), isHere()), patienceMs);
    m_window.reset();
    m_window = std::make_unique<MainWindow>();
    m_window->show();
    m_window->reopen();
    QTRY_VERIFY_WITH_TIMEOUT((m_window->grab(), isHere()), patienceMs);
    QVERIFY(m_window->workspace().front().displayName().startsWith("t.json.gz on "));
}

void TestRemoteTrace::brokenAddressesInSessionsAreRefused_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("problem");
    QTest::newRow("address") << QByteArray("ssh://gpu1/") << QByteArray("ssh://-oProxyCommand=x/")
                             << "documents[0].path";
    QTest::newRow("no address") << QByteArray("ssh://gpu1/t.json") << QByteArray("/t.json") << "documents[0].path";
    QTest::newRow("program") << QByteArray("/opt/streamscope") << QByteArray("/opt/x;reboot")
                             << "documents[0].program_there";
}

void TestRemoteTrace::brokenAddressesInSessionsAreRefused()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QString, problem);
    KeptTrace trace{"ssh://gpu1/t.json", {}, false, {}, {}, true, "/opt/streamscope"};
    KeptSession session{QDateTime::currentDateTimeUtc(), {{"t.json on gpu1", {}, trace}}, 0, {}};
    SessionParts parts;
    QByteArray json = sessionJson(session, parts, TraceStore::Embedded);
    ReadSession read;
    read.documents = json.toStdString();
    const KeptSession again = readKeptSession(read, "s", MissingRuns::Refused);
    const auto &same = std::get<KeptTrace>(again.documents.at(0).content);
    QVERIFY(same.isElsewhere && same.path == trace.path && same.programThere == trace.programThere);
    QVERIFY(json.contains(from));
    read.documents = json.replace(from, to).toStdString();
    try {
        readKeptSession(read, "s", MissingRuns::Refused);
        QFAIL("a broken address is taken");
    } catch (const InputError &error) {
        QVERIFY2(QString(error.what()).contains(problem), error.what());
    }
}

QTEST_MAIN(TestRemoteTrace)
#include "tst_remote_trace.moc"
