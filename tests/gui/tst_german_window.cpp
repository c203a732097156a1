// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// The window in German: every text that it asks for is there, and nothing is cut that English leaves whole.
#include "gui/window/main_window.h"

#include "gui/language/language.h"
#include "gui/lessons/lesson_panel.h"
#include "gui/pictures/exports.h"
#include "gui/record/record_dialog.h"
#include "gui/results/panels.h"
#include "gui/timeline/widget/keys_dialog.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/widgets/elided_label.h"
#include "gui/widgets/message_bar.h"
#include "gui/window/document_tabs.h"
#include "tests/gui/window_driver.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTranslator>

using namespace streamscope;
using namespace streamscope::test;

namespace {

/// Asked before all others: knows what was asked for and is not in the shipped translation.
class MissingTexts : public QTranslator
{
public:
    MissingTexts() { m_isLoaded = m_shipped.load(QStringLiteral(":/translations/streamscope_de.qm")); }

    bool isLoaded() const { return m_isLoaded; }
    bool isEmpty() const override { return false; }
    QString translate(const char *context, const char *text, const char *comment, int n) const override
    {
        const QLatin1String name(context);
        const bool isQts = (name.size() > 1 && name.data()[0] == 'Q' && name != QLatin1String("QObject"))
                           || name == QLatin1String("CloseButton");
        const QString said = m_shipped.translate(context, text, comment, n);
        if (said.isNull() && !isQts && *text)
            m_missing << name + QStringLiteral(": ") + QString::fromUtf8(text);
        return said;
    }
    QStringList takeMissing()
    {
        m_missing.removeDuplicates();
        return std::exchange(m_missing, {});
    }

private:
    QTranslator m_shipped;
    bool m_isLoaded;
    mutable QStringList m_missing; // asked from the window's thread
};

/// Widgets of one line that are narrower than their text, and tab bars with arrows.
QStringList cutIn(const QWidget &window)
{
    QStringList cut;
    const auto note = [&cut](const QWidget *widget, const QString &text) {
        cut << QStringLiteral("%1 %2 “%3”")
                   .arg(QLatin1String(widget->metaObject()->className()), widget->objectName(), text);
    };
    for (const QWidget *widget : window.findChildren<QWidget *>()) {
        if (!widget->isVisibleTo(&window))
            continue;
        const bool isNarrow = widget->width() < widget->minimumSizeHint().width()
                              || widget->height() < widget->minimumSizeHint().height();
        if (const auto *label = qobject_cast<const QLabel *>(widget)) {
            const bool mayElide = qobject_cast<const ElidedLabel *>(label);
            if (!mayElide && !label->wordWrap() && !label->text().isEmpty()
                && (isNarrow || label->width() < label->sizeHint().width()))
                note(label, label->text());
        } else if (const auto *button = qobject_cast<const QAbstractButton *>(widget)) {
            if (!button->text().isEmpty() && (isNarrow || button->width() < button->sizeHint().width()))
                note(button, button->text());
        } else if (const auto *bar = qobject_cast<const QTabBar *>(widget)) {
            for (const QToolButton *arrow : bar->findChildren<QToolButton *>(QString(), Qt::FindDirectChildrenOnly))
                if (arrow->isVisibleTo(&window) && arrow->arrowType() != Qt::NoArrow)
                    note(bar, bar->tabText(0));
        }
    }
    return cut;
}

/// What stands twice among the letters that follow & in a menu.
QStringList sharedMnemonics(const QMenu &menu)
{
    QMap<QChar, QStringList> texts;
    for (const QAction *action : menu.actions()) {
        const QString text = action->text();
        const qsizetype at = text.indexOf(QLatin1Char('&'));
        if (action->isVisible() && at >= 0 && at + 1 < text.size() && text[at + 1] != QLatin1Char('&'))
            texts[text[at + 1].toLower()] << text;
    }
    QStringList shared;
    for (const QStringList &same : texts)
        if (same.size() > 1)
            shared << same.join(QStringLiteral(" / "));
    return shared;
}

} // namespace

class GermanWindowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QVERIFY(m_asked.isLoaded());
    }
    void init() { openIn(Language::German); }
    void cleanup()
    {
        m_window.reset();
        QCoreApplication::removeTranslator(&m_asked);
        useLanguage(Language::English);
        QFile::remove(Settings::fileName());
    }
    void everyTextIsThere();
    void findingsAndKnobsAreGerman();
    void nothingIsCut_data();
    void nothingIsCut();
    void dialogsAreWhole();
    void lettersOfMenusAreUnique();
    void theLanguageIsChosenInTheMenu();
    void filesStayEnglish();
    void lessonsAreGerman();
    void brokenFilesAreNamedInGerman_data();
    void brokenFilesAreNamedInGerman();

private:
    void openIn(Language language)
    {
        m_window.reset();
        QCoreApplication::removeTranslator(&m_asked);
        useLanguage(language);
        if (language == Language::German)
            QCoreApplication::installTranslator(&m_asked);
        m_window = firstWindow();
    }
    void run()
    {
        QSignalSpy finished(&m_window->controller(), &RunController::finished);
        action("run")->trigger();
        QVERIFY(finished.wait(20'000));
        QTRY_VERIFY(!m_window->controller().isBusy());
    }
    QAction *action(const char *name) const { return m_window->findChild<QAction *>(QLatin1String(name)); }
    void openEveryPage() const
    {
        for (QTabWidget *book : m_window->findChildren<QTabWidget *>())
            for (int page = 0; page < book->count(); ++page) {
                openPage(*m_window, book->widget(page));
                QCoreApplication::processEvents();
            }
    }
    /// The least width of each page.
    QString widths() const
    {
        QStringList all;
        for (const QTabWidget *book : m_window->findChildren<QTabWidget *>())
            for (int page = 0; page < book->count(); ++page)
                all << QStringLiteral("%1: %2")
                           .arg(book->tabText(page))
                           .arg(book->widget(page)->minimumSizeHint().width());
        return all.join(QStringLiteral(", "));
    }
    QStringList cutAt(QSize size)
    {
        action("predict")->setChecked(false); // curves come while the window is idle, and make the knobs higher
        action("restoreLayout")->trigger();
        QCoreApplication::processEvents(); // the panels settle: until then they are as wide as before
        m_window->resize(size);
        QStringList cut;
        for (QTabWidget *book : m_window->findChildren<QTabWidget *>())
            for (int page = 0; page < book->count(); ++page) {
                openPage(*m_window, book->widget(page));
                QCoreApplication::processEvents();
                cut += cutIn(*m_window);
            }
        cut.removeDuplicates();
        return cut;
    }

    MissingTexts m_asked;
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void GermanWindowTest::everyTextIsThere()
{
    run();
    openEveryPage();
    for (const char *name : {"keys", "reportProblem", "recordProgram", "whatIf", "sweep", "editProgram"})
        action(name)->trigger();
    QCoreApplication::processEvents();
    for (QWidget *dialog : m_window->findChildren<QDialog *>())
        dialog->close();
    m_window->grab();
    const QStringList missing = m_asked.takeMissing();
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char('\n'))));
}

void GermanWindowTest::findingsAndKnobsAreGerman()
{
    run();
    auto *findings = m_window->findChild<FindingsPanel *>();
    QTRY_VERIFY2(findings->toPlainText().contains(QStringLiteral("Begrenzt durch")),
                 qPrintable(findings->toPlainText()));
    QTRY_VERIFY2(findings->toPlainText().contains(QStringLiteral("vorhergesagt"))
                     || findings->toPlainText().contains(QStringLiteral("ausprobiert")),
                 qPrintable(findings->toPlainText()));
    for (const char *english : {" the ", " is ", " are ", " of "})
        QVERIFY2(!findings->toPlainText().contains(QLatin1String(english)), qPrintable(findings->toPlainText()));
    const QLabel *label = qobject_cast<const QLabel *>(m_window->findChild<ParameterForm *>("parameterForm")
                                                           ->field("bytes")
                                                           ->editor()
                                                           ->parentWidget()
                                                           ->childAt(10, 10));
    QVERIFY(!label || !label->text().contains(QStringLiteral("Data size")));
    QVERIFY(m_window->findChild<ExperimentTree *>()
                ->findItems(QStringLiteral("Kopien in beide Richtungen"), Qt::MatchExactly)
                .size()
            == 1);
}

void GermanWindowTest::nothingIsCut_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("1366x768") << QSize(1366, 768);
    QTest::newRow("1920x1080") << QSize(1920, 1080);
    QTest::newRow("2560x1600 at 2x") << QSize(1280, 800); // in units of the window
}

void GermanWindowTest::nothingIsCut()
{
    QFETCH(QSize, size);
    run();
    QVERIFY2(m_window->minimumSizeHint().width() <= size.width(),
             qPrintable(QString::number(m_window->minimumSizeHint().width())));
    const QStringList cut = cutAt(size);
    QVERIFY2(m_window->size() == size, qPrintable(QStringLiteral("%1 x %2: %3")
                                                      .arg(m_window->width())
                                                      .arg(m_window->height())
                                                      .arg(widths()))); // nothing needs more
    const QSize plot = m_window->timeline()->viewport()->size();
    QVERIFY2(plot.width() >= 0.6 * size.width(), qPrintable(QString::number(plot.width())));
    openIn(Language::English);
    run();
    const qsizetype inEnglish = cutAt(size).size();
    QVERIFY2(cut.size() <= inEnglish, qPrintable(cut.join(QLatin1Char('\n'))));
}

void GermanWindowTest::dialogsAreWhole()
{
    run();
    for (const char *name : {"keys", "reportProblem", "recordProgram", "editProgram"}) {
        action(name)->trigger();
        QCoreApplication::processEvents();
        int windows = 0;
        for (QWidget *window : QApplication::topLevelWidgets()) {
            if (window == m_window.get() || !window->isVisible() || qobject_cast<QMenu *>(window))
                continue;
            ++windows;
            const QStringList cut = cutIn(*window);
            QVERIFY2(cut.isEmpty(),
                     qPrintable(QLatin1String(name) + QStringLiteral(": ") + cut.join(QLatin1Char('\n'))));
            window->close();
        }
        QVERIFY2(windows > 0, name);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
}

void GermanWindowTest::lettersOfMenusAreUnique()
{
    QStringList shared;
    for (const QMenu *menu : m_window->findChildren<QMenu *>())
        shared += sharedMnemonics(*menu);
    QMenu bar;
    bar.addActions(m_window->menuBar()->actions());
    shared += sharedMnemonics(bar);
    QVERIFY2(shared.isEmpty(), qPrintable(shared.join(QLatin1Char('\n'))));
}

void GermanWindowTest::theLanguageIsChosenInTheMenu()
{
    QVERIFY(action("languageSystem")->isChecked());
    QCOMPARE(action("language_de")->text(), QStringLiteral("Deutsch"));
    action("language_en")->trigger();
    QCOMPARE(Settings::language(), QStringLiteral("en"));
    QVERIFY(m_window->findChild<MessageBar *>()->text().contains(QStringLiteral("nächste Mal")));
    QCOMPARE(action("run")->text(), QStringLiteral("&Ausführen")); // as long as this window lives
    openIn(Language::German);                                      // with the settings as at first
    QVERIFY(action("languageSystem")->isChecked());
}

/// A report that the window writes is what the command line writes.
void GermanWindowTest::filesStayEnglish()
{
    run();
    auto *findings = m_window->findChild<FindingsPanel *>();
    QTRY_VERIFY(findings->toPlainText().contains(QStringLiteral("Begrenzt durch")));
    const auto result = m_window->workspace().shown().result;
    QVERIFY(result && !result->analysis.findings.empty());
    const QString path = m_folder.filePath(QStringLiteral("report.json"));
    exportResult(*result, path.toStdString());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray report = file.readAll();
    QVERIFY2(report.contains("The limit is the "), report.constData());
    QVERIFY(report.contains("\"Every time is a prediction of the model of NVIDIA H200, not a measurement.\""));
    QVERIFY(!report.contains("Begrenzt") && !report.contains("Vorhersage"));
}

/// Under the name of the lesson: what was done in one language is done in the other.
void GermanWindowTest::lessonsAreGerman()
{
    QVERIFY(action("lesson1")->text().contains(QStringLiteral("Zwei Streams")));
    action("lesson1")->trigger();
    auto *panel = m_window->findChild<LessonPanel *>();
    QVERIFY(panel->findChild<QLabel *>("lessonTitle")->text().contains(QStringLiteral("Zwei Streams")));
    panel->findChild<QLineEdit *>("lessonNumber")->setText(QStringLiteral("5"));
    Q_EMIT panel->findChild<QLabel *>("lessonAnyway")->linkActivated(QStringLiteral("run:"));
    QTRY_VERIFY_WITH_TIMEOUT(panel->findChild<QLabel *>("lessonVerdict"), 30'000);
    QString said;
    for (const QLabel *label : panel->findChildren<QLabel *>())
        said += label->text() + QLatin1Char('\n');
    QVERIFY2(said.contains(QStringLiteral("5 Einheiten ist es nicht: es waren")), qPrintable(said));
    for (const char *english : {" the ", " is ", " are ", " of "})
        QVERIFY2(!said.contains(QLatin1String(english)), qPrintable(said));
    const QStringList missing = m_asked.takeMissing();
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char('\n'))));
    m_window->workspace().letGo();
    QCoreApplication::removeTranslator(&m_asked);
    useLanguage(Language::English);
    m_window = std::make_unique<MainWindow>(); // with the settings of the one before
    m_window->show();
    action("lesson1")->trigger();
    panel = m_window->findChild<LessonPanel *>();
    QVERIFY(panel->findChild<QLabel *>("lessonTitle")->text().contains(QStringLiteral("Two streams")));
    QCOMPARE(panel->findChild<QLineEdit *>("lessonNumber")->text(), QStringLiteral("5"));
}

void GermanWindowTest::brokenFilesAreNamedInGerman_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *name, const QByteArray &content, const QString &said) {
        QTest::newRow(qPrintable(said)) << QString(name) << content << said;
    };
    row("x.json", "{\"format\": \"streamscope-preset\", \"version\": 1}", "x.json: „experiment“ fehlt");
    row("x.json", "{\"format\": \"streamscope-preset\", ", "x.json: beschädigtes JSON bei");
    row("x.json", "", "beschädigtes JSON bei Zeile 1, Spalte 1: ");
    row("x.json", "{\"format\": \"streamscope-program\", \"version\": 1, \"streams\": [], \"operations\": []}",
        "eine leere Liste ist nicht erlaubt; erwartet: mindestens eine Operation");
    row("x.csv", "index,kind,name,device\n0,h2d,a,0\n", "x.csv: Zeile 1: die Spalte „stream“ fehlt");
    row("x.json.gz", QByteArray("\x1f\x8b\x08\0\0\0\0\0\0\0", 10), "die gzip-Daten enden zu früh");
    row("x.md", "---\ntitle: T\n---\n} x\n", "x.md: Zeile 4: '}' ohne '{'");
}

void GermanWindowTest::brokenFilesAreNamedInGerman()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    QFETCH(QString, said);
    QFile file(m_folder.filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();
    m_window->openFiles({file.fileName()});
    const auto *bar = m_window->findChild<MessageBar *>();
    QTRY_VERIFY(!bar->text().isEmpty());
    QVERIFY2(bar->text().contains(said), qPrintable(bar->text()));
}

QTEST_MAIN(GermanWindowTest)
#include "tst_german_window.moc"
