// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Opens the ranks of a job in the real window. With STREAMSCOPE_PICTURES=FOLDER each test leaves a picture there.
#include "gui/ranks/rank_heat_map.h"
#include "gui/ranks/ranks_model.h"
#include "gui/ranks/ranks_panel.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/widgets/message_bar.h"
#include "tests/gui/window_driver.h"
#include "tests/support/files.h"
#include "tests/support/kineto_file.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSortFilterProxyModel>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>

using namespace streamscope;
using namespace streamscope::test;

namespace {

constexpr int ranksOfJob = 12, slowRank = 10;

/// Four rounds of a kernel and an all-reduce; the kernel of one rank takes five times as long.
QByteArray rankJson(int rank)
{
    Kineto file(rank, ranksOfJob);
    for (std::int64_t round = 0; round < 4; ++round) {
        const std::int64_t begin = round * 1'000'000, length = rank == slowRank ? 500'000 : 100'000;
        file.kernel("step", begin, begin + length);
        file.allReduce(begin + length + rank, begin + 600'000);
    }
    return file.json();
}

} // namespace

class TestRanksWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { m_window = firstWindow(); }
    void cleanup();
    void theSlowestFirst();
    void checkedRanksAreShown();
    void aCellOpensItsRank();
    void aCollectiveIsZoomedTo();
    void noReplayOfSeveral();
    void filesNamedAsRanks();
    void theNextWindowHasThem();
    void foldersWithoutTraces();

private:
    void open();
    const ShownRanks &job() { return *m_window->workspace().shown().result->ranks; }
    RanksPanel *panel() { return m_window->findChild<RanksPanel *>(); }
    QString folder() { return m_folder.filePath("job"); }
    TimelineState *state() { return m_window->timeline()->state(); }

    std::unique_ptr<MainWindow> m_window;
    QTemporaryDir m_folder;
};

void TestRanksWindow::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    QVERIFY(QDir(m_folder.path()).mkdir("job"));
    for (int rank = 0; rank < ranksOfJob; ++rank)
        store(folder() + QString("/job.rank%1.json").arg(rank), rankJson(rank));
}

void TestRanksWindow::cleanup()
{
    if (const QString pictures = qEnvironmentVariable("STREAMSCOPE_PICTURES"); !pictures.isEmpty()) {
        QTest::qWait(50);
        m_window->grab().save(QString("%1/%2.png").arg(pictures, QTest::currentTestFunction()));
    }
    m_window.reset();
}

void TestRanksWindow::open()
{
    m_window->openFile(folder());
    QTRY_VERIFY(m_window->workspace().shown().result && m_window->workspace().shown().result->ranks);
    QTRY_VERIFY(state()->content());
}

/// Eight of twelve are loaded, the one for which the others wait among them; the page is open and says why.
void TestRanksWindow::theSlowestFirst()
{
    open();
    QCOMPARE(job().job.ranks.size(), std::size_t{ranksOfJob});
    QCOMPARE(job().shown.size(), std::size_t{8});
    QVERIFY(job().isShown(slowRank));
    QCOMPARE(state()->content()->timeline().size(), std::size_t{8 * 8});
    QVERIFY(m_window->windowTitle().startsWith("job (12 rank"));
    QVERIFY(panel()->isVisible());
    const QString text = panel()->findChild<QLabel *>("ranksText")->text();
    QVERIFY2(text.contains(QRegularExpression("the others wait 17.6.ms for rank 10: step, 1.6.ms longer")),
             qPrintable(text));
    const auto *table = panel()->findChild<QTableView *>("rankTable");
    QCOMPARE(table->model()->index(0, RanksModel::Rank).data().toInt(), slowRank);
    QCOMPARE(table->model()->rowCount(), ranksOfJob);
}

void TestRanksWindow::checkedRanksAreShown()
{
    open();
    auto *button = panel()->findChild<QPushButton *>("showRanks");
    QVERIFY(!button->isEnabled());
    auto *model = panel()->findChild<RanksModel *>();
    for (int rank = 0; rank < ranksOfJob; ++rank)
        QVERIFY(model->setData(model->index(rank, RanksModel::Rank), rank < 2 ? Qt::Checked : Qt::Unchecked,
                               Qt::CheckStateRole));
    QVERIFY(button->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_COMPARE(job().shown, (std::vector<int>{0, 1}));
    QTRY_VERIFY(state()->content() && state()->content()->timeline().size() == 16);
    QCOMPARE(state()->content()->timeline().deviceLabel(1), std::string("Rank 1"));
    QVERIFY(!button->isEnabled());
    QCOMPARE(m_window->workspace().documents().size(), std::size_t{1}); // the same document
}

/// A double click on a cell brings its rank, if it is not there, and zooms to its step.
void TestRanksWindow::aCellOpensItsRank()
{
    open();
    std::size_t hidden = 0;
    while (job().isShown(job().job.ranks[hidden].rank))
        ++hidden;
    const int rank = job().job.ranks[hidden].rank;
    auto *map = panel()->findChild<RankHeatMap *>();
    QVERIFY(map->isVisible());
    const QPoint centre = map->rectOf({hidden, 0}).center().toPoint();
    QCOMPARE(map->cellAt(centre), std::optional(RankHeatMap::Cell{hidden, 0}));
    QTest::mouseClick(map, Qt::LeftButton, {}, centre);
    const auto *table = panel()->findChild<QTableView *>("rankTable");
    QCOMPARE(table->currentIndex().siblingAtColumn(RanksModel::Rank).data().toInt(), rank);
    QTest::mouseDClick(map, Qt::LeftButton, {}, centre);
    QTRY_VERIFY(job().isShown(rank));
    QCOMPARE(job().shown.size(), std::size_t{9});
}

void TestRanksWindow::aCollectiveIsZoomedTo()
{
    open();
    panel()->findChild<QComboBox *>("rankRows")->setCurrentIndex(1);
    auto *table = panel()->findChild<QTableView *>("collectiveTable");
    QVERIFY(table->isVisible());
    QCOMPARE(table->model()->rowCount(), 4);
    table->setCurrentIndex(table->model()->index(0, 0));
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Return);
    const auto visible = [this] { return state()->visibleRange().second - state()->visibleRange().first; };
    QTRY_VERIFY2(visible() < 1'000'000, qPrintable(QString::number(visible()))); // its ranks are read first
}

void TestRanksWindow::noReplayOfSeveral()
{
    open();
    for (const char *name : {"replayTrace", "replayRange", "runReplay"})
        QVERIFY2(!m_window->findChild<QAction *>(name)->isEnabled(), name);
}

void TestRanksWindow::filesNamedAsRanks()
{
    m_window->openFiles({folder() + "/job.rank3.json", folder() + "/job.rank4.json"});
    QTRY_VERIFY(m_window->workspace().shown().result && m_window->workspace().shown().result->ranks);
    QCOMPARE(job().job.ranks.size(), std::size_t{2});
}

void TestRanksWindow::theNextWindowHasThem()
{
    m_window->keepDocuments();
    open();
    m_window.reset();
    m_window = std::make_unique<MainWindow>();
    m_window->reopen();
    QTRY_VERIFY(m_window->workspace().shown().result && m_window->workspace().shown().result->ranks);
    QCOMPARE(job().job.ranks.size(), std::size_t{ranksOfJob});
}

void TestRanksWindow::foldersWithoutTraces()
{
    QTemporaryDir empty;
    m_window->openFile(empty.path());
    QTRY_VERIFY(m_window->messages()->isVisible());
    QVERIFY(m_window->messages()->text().contains("no file in this folder is a trace"));
}

QTEST_MAIN(TestRanksWindow)
#include "tst_ranks_window.moc"
