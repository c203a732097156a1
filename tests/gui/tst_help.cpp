// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/code/code_page.h"
#include "gui/help/manual_folder.h"
#include "gui/help/manual_window.h"
#include "gui/help/problem_report.h"
#include "gui/language/language.h"
#include "gui/window/main_window.h"
#include "tests/gui/window_driver.h"
#include "tests/support/files.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QDir>
#include <QDirIterator>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>

using namespace streamscope;
using namespace streamscope::test;

class HelpTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void cleanup() { useLanguage(Language::English); }
    void everyLinkOfTheManualLeadsSomewhere();
    void theIndexNamesEveryPage();
    void everyPageHasATwin();
    void twinsAreLikeTheirPages_data();
    void twinsAreLikeTheirPages();
    void f1OpensThePageOfTheFocus();
    void speaksTheLanguageOfTheWindow();
    void linksAndBack();
    void picturesFitThePage();
    void findsInThePage();
    void aReportNamesNothingUnasked();
    void aReportIsSaved();
};

namespace {

ManualWindow *manual()
{
    for (QWidget *widget : QApplication::topLevelWidgets())
        if (auto *found = qobject_cast<ManualWindow *>(widget))
            return found;
    return nullptr;
}

QString placeOf(QString heading)
{
    static const QRegularExpression other(QStringLiteral("[^\\w\\- ]"), QRegularExpression::UseUnicodePropertiesOption);
    return heading.toLower().remove(other).replace(' ', '-');
}

QStringList placesOf(const QString &path)
{
    QStringList places;
    for (const QString &line : QString::fromUtf8(contentOf(path)).split('\n'))
        if (line.startsWith('#'))
            places << placeOf(line.section(' ', 1));
    return places;
}

} // namespace

void HelpTest::everyLinkOfTheManualLeadsSomewhere()
{
    static const QRegularExpression link(QStringLiteral("\\]\\(([^)\\s]+)\\)"));
    static const QRegularExpression code(QStringLiteral("`[^`\n]*`"));
    int links = 0;
    QDirIterator pages(sourcePath("docs"), {"*.md"}, QDir::Files, QDirIterator::Subdirectories);
    while (pages.hasNext()) {
        const QFileInfo page(pages.next());
        const QString text = QString::fromUtf8(contentOf(page.filePath())).remove(code);
        for (auto found = link.globalMatch(text); found.hasNext();) {
            const QString target = found.next().captured(1);
            if (target.startsWith("http"))
                continue;
            ++links;
            const QString name = target.section('#', 0, 0), place = target.section('#', 1);
            const QString path = name.isEmpty() ? page.filePath() : page.dir().filePath(name);
            QVERIFY2(QFileInfo::exists(path), qPrintable(page.fileName() + ": " + target));
            // The pages are installed without the rest of the sources.
            QVERIFY2(QDir::cleanPath(path).startsWith(sourcePath("docs")), qPrintable(page.fileName() + ": " + target));
            QVERIFY2(place.isEmpty() || placesOf(path).contains(place), qPrintable(page.fileName() + ": " + target));
        }
    }
    QVERIFY(links > 100);
}

void HelpTest::theIndexNamesEveryPage()
{
    const QString index = QString::fromUtf8(contentOf(sourcePath("docs/index.md")));
    for (const QString &page : QDir(sourcePath("docs")).entryList({"*.md"}))
        QVERIFY2(page == "index.md" || index.contains("](" + page), qPrintable(page));
}

/// The reference is made from declarations, which are English.
void HelpTest::everyPageHasATwin()
{
    QStringList pages = QDir(sourcePath("docs")).entryList({"*.md"});
    pages.removeOne("reference.md");
    QCOMPARE(QDir(sourcePath("docs/de")).entryList({"*.md"}), pages);
}

void HelpTest::twinsAreLikeTheirPages_data()
{
    QTest::addColumn<QString>("page");
    for (const QString &page : QDir(sourcePath("docs/de")).entryList({"*.md"}))
        QTest::newRow(qPrintable(page)) << page;
}

/// The same headings, rows of tables, pictures and code: a change of the page that its twin lacks is seen.
void HelpTest::twinsAreLikeTheirPages()
{
    QFETCH(QString, page);
    const auto skeleton = [](const QString &path) {
        QStringList lines;
        for (const QString &line : QString::fromUtf8(contentOf(path)).split('\n')) {
            static const QRegularExpression picture(QStringLiteral("^!\\[.*pictures/(.*)\\)$"));
            if (line.startsWith('#'))
                lines << line.section(' ', 0, 0);
            else if (line.startsWith('|'))
                lines << QStringLiteral("| %1").arg(line.count('|'));
            else if (const auto found = picture.match(line); found.hasMatch())
                lines << found.captured(1);
            else if (line.startsWith("    "))
                lines << line;
        }
        return lines;
    };
    QCOMPARE(skeleton(sourcePath(qPrintable("docs/de/" + page))), skeleton(sourcePath(qPrintable("docs/" + page))));
}

void HelpTest::speaksTheLanguageOfTheWindow()
{
    useLanguage(Language::German);
    ManualWindow pages(sourcePath("docs"));
    pages.show();
    auto *text = pages.findChild<QTextBrowser *>();
    const auto *otherLanguage = pages.findChild<QLabel *>("manualOtherLanguage");
    pages.open("window.md#knobs"); // the place of the English page
    QCOMPARE(pages.page(), QStringLiteral("window.md"));
    QCOMPARE(text->textCursor().block().text(), QStringLiteral("Regler"));
    QVERIFY(!otherLanguage->isVisible());
    Q_EMIT text->anchorClicked(QUrl("experiments.md#nicht-gespeicherte-arbeit"));
    QCOMPARE(pages.page(), QStringLiteral("experiments.md"));
    QCOMPARE(text->textCursor().block().text(), QStringLiteral("Nicht gespeicherte Arbeit"));
    Q_EMIT text->anchorClicked(QUrl("../measurements/README.md"));
    QCOMPARE(pages.page(), QStringLiteral("measurements/README.md"));
    QVERIFY(otherLanguage->isVisible());
    QVERIFY(otherLanguage->text().contains("Englisch"));
    Q_EMIT text->anchorClicked(QUrl("../index.md"));
    QVERIFY(text->toPlainText().contains("Das Handbuch von StreamScope"));
    QVERIFY(!otherLanguage->isVisible());
    text->backward();
    QVERIFY(otherLanguage->isVisible());
    useLanguage(Language::English);
    pages.open("window.md");
    QVERIFY(text->toPlainText().contains("The window"));
    QVERIFY(!otherLanguage->isVisible());
}

void HelpTest::f1OpensThePageOfTheFocus()
{
    const auto window = firstWindow();
    QVERIFY(!manualFolder().isEmpty());
    openPage(*window, window->findChild<CodePage *>("codePage"));
    QVERIFY(QTest::qWaitForWindowActive(window.get()));
    QTRY_VERIFY_WITH_TIMEOUT(window->findChild<CodePage *>("codePage")->code(), 30'000);
    window->findChild<QPlainTextEdit *>("codeView")->setFocus();
    QCOMPARE(QApplication::focusWidget(), window->findChild<QPlainTextEdit *>("codeView"));
    window->findChild<QAction *>("manual")->trigger();
    QVERIFY(manual());
    QCOMPARE(manual()->page(), QStringLiteral("code.md"));
    QVERIFY(manual()->findChild<QTextBrowser *>()->toPlainText().contains("The code of an experiment"));
    window->findChild<QLineEdit *>("experimentFilter")->setFocus();
    window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window.get()));
    window->findChild<QLineEdit *>("experimentFilter")->setFocus();
    window->findChild<QAction *>("manual")->trigger();
    QCOMPARE(manual()->page(), QStringLiteral("experiments.md"));
}

void HelpTest::linksAndBack()
{
    ManualWindow pages(sourcePath("docs"));
    pages.open("index.md");
    auto *text = pages.findChild<QTextBrowser *>();
    Q_EMIT text->anchorClicked(QUrl("window.md#knobs"));
    QCOMPARE(pages.page(), QStringLiteral("window.md"));
    QCOMPARE(text->textCursor().block().text(), QStringLiteral("Knobs"));
    Q_EMIT text->anchorClicked(QUrl("measurements/README.md"));
    QCOMPARE(pages.page(), QStringLiteral("measurements/README.md"));
    Q_EMIT text->anchorClicked(QUrl("../index.md"));
    QCOMPARE(pages.page(), QStringLiteral("index.md"));
    text->backward();
    QCOMPARE(pages.page(), QStringLiteral("measurements/README.md"));
}

void HelpTest::picturesFitThePage()
{
    ManualWindow pages(sourcePath("docs"));
    pages.resize(700, 600);
    pages.show();
    pages.open("window.md");
    const auto *text = pages.findChild<QTextBrowser *>();
    QVERIFY(text->document()->size().width() <= text->viewport()->width());
    const QString folder = qEnvironmentVariable("STREAMSCOPE_PICTURES");
    if (!folder.isEmpty())
        pages.grab().save(folder + "/manual.png");
    pages.open("index.md");
    QCoreApplication::processEvents();
    if (!folder.isEmpty())
        pages.grab().save(folder + "/manual-index.png");
}

void HelpTest::findsInThePage()
{
    ManualWindow pages(sourcePath("docs"));
    pages.open("window.md");
    auto *search = pages.findChild<QLineEdit *>("manualSearch");
    QTest::keyClicks(search, "presentation");
    QTest::keyClick(search, Qt::Key_Return);
    QCOMPARE(pages.findChild<QTextBrowser *>()->textCursor().selectedText().toLower(), QStringLiteral("presentation"));
}

void HelpTest::aReportNamesNothingUnasked()
{
    const auto window = firstWindow();
    QTRY_VERIFY_WITH_TIMEOUT(window->workspace().devices(), 30'000); // looked for in the background
    window->openFile(QDir::homePath() + "/secret-project.json");     // there is none; the log names it
    window->findChild<QAction *>("reportProblem")->trigger();
    auto *report = window->findChild<ProblemReport *>();
    QVERIFY(report);
    QVERIFY(report->text().contains("commit: ") && report->text().contains("chosen: "));
    QVERIFY(!report->text().contains("secret-project"));
    QVERIFY(!report->text().contains("uuid", Qt::CaseInsensitive));
    report->findChild<QCheckBox *>("problemLog")->setChecked(true);
    QVERIFY2(report->text().contains("secret-project"), qPrintable(report->text()));
    QVERIFY(!report->text().contains(QDir::homePath() + "/secret"));
    report->findChild<QPlainTextEdit *>("problemWords")->setPlainText("It stopped.");
    QCOMPARE(report->findChild<QPlainTextEdit *>("problemPreview")->toPlainText(), report->text());
    QVERIFY(report->text().startsWith("## What happened\n\nIt stopped.\n"));
    report->findChild<QCheckBox *>("problemSettings")->setChecked(true);
    QVERIFY(report->text().contains("## Settings") && !report->text().contains("@ByteArray"));
    QTest::mouseClick(report->findChild<QPushButton *>("problemCopy"), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), report->text());
    if (const QString folder = qEnvironmentVariable("STREAMSCOPE_PICTURES"); !folder.isEmpty())
        report->grab().save(folder + "/problem.png");
}

void HelpTest::aReportIsSaved()
{
    const QTemporaryDir folder;
    const auto window = firstWindow();
    const auto choose = [&](const QString &, const QString &, const QString &) { return folder.filePath("r.md"); };
    window->setFileChoosers(choose, choose);
    window->findChild<QAction *>("reportProblem")->trigger();
    auto *report = window->findChild<ProblemReport *>();
    QTest::mouseClick(report->findChild<QPushButton *>("problemSave"), Qt::LeftButton);
    QCOMPARE(QString::fromUtf8(contentOf(folder.filePath("r.md"))), report->text());
}

QTEST_MAIN(HelpTest)
#include "tst_help.moc"
