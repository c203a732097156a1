// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// The Code page in the real window. With STREAMSCOPE_PICTURES=FOLDER the tests leave pictures of the window there.
#include "engine/codegen/code_language.h"
#include "engine/run/run_job.h"
#include "gui/code/code_highlighter.h"
#include "gui/code/code_page.h"
#include "gui/code/code_view.h"
#include "gui/results/panels.h"
#include "gui/what_if/what_if_controller.h"
#include "gui/widgets/message_bar.h"
#include "tests/gui/window_driver.h"
#include "tests/support/files.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextLayout>
#include <QToolButton>

#include <algorithm>
#include <cmath>

using namespace streamscope;
using namespace streamscope::test;

namespace {

constexpr int answerMs = 30'000; ///< a slow machine under a sanitizer

double luminance(const QColor &colour)
{
    const auto linear = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

double contrast(const QColor &a, const QColor &b)
{
    const double light = std::max(luminance(a), luminance(b)), dark = std::min(luminance(a), luminance(b));
    return (light + 0.05) / (dark + 0.05);
}

} // namespace

class CodeWindowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init();
    void cleanup() { m_window.reset(); }
    void showsTheCodeOfTheCommand();
    void marksWhatAKnobChanges();
    void marksWhatAChangeChanges();
    void saysWhatCannotBeApplied();
    void showsRemovedLines();
    void followsTheDocumentInFront();
    void showsTheAdviceForATrace();
    void copiesAndSaves();
    void keepsTheLanguage();
    void coloursTheCode();
    void coloursAreReadable();

private:
    bool isCodeOf(const Parameters &values);
    int marked(CodeView::Mark mark);
    template <typename Type>
    Type *child(const char *name)
    {
        return m_window->findChild<Type *>(QLatin1String(name));
    }
    CodePage *page() { return child<CodePage>("codePage"); }
    CodeView *view() { return child<CodeView>("codeView"); }
    QString summary() { return child<QLabel>("codeSummary")->text(); }
    const Preset &preset() { return m_window->document().preset(); }
    void takePicture(const char *name);

    std::unique_ptr<MainWindow> m_window;
};

void CodeWindowTest::init()
{
    m_window = firstWindow();
    openPage(*m_window, page());
    QTRY_VERIFY_WITH_TIMEOUT(page()->code(), answerMs);
}

/// Where pictures are wanted.
void CodeWindowTest::takePicture(const char *name)
{
    const QString folder = qEnvironmentVariable("STREAMSCOPE_PICTURES");
    if (folder.isEmpty())
        return;
    QCoreApplication::processEvents();
    m_window->grab().save(QString("%1/code-%2.png").arg(folder, name));
}

/// Below its head, which names the command.
bool CodeWindowTest::isCodeOf(const Parameters &values)
{
    const auto body = [](const std::string &code) {
        return code.substr(std::min(code.find("\n#include"), code.find("\nimport")));
    };
    CodeOrigin origin;
    origin.warmup = runOptionsOf(values).warmup;
    origin.repeat = runOptionsOf(values).repeat;
    const Program program = buildProgram(*preset().experiment, values);
    return page()->code() && body(page()->code()->text) == body(page()->language().write(program, origin));
}

int CodeWindowTest::marked(CodeView::Mark mark)
{
    return static_cast<int>(std::ranges::count(view()->lines(), mark, &CodeView::Line::mark));
}

void CodeWindowTest::showsTheCodeOfTheCommand()
{
    QVERIFY(isCodeOf(preset().parameters));
    QVERIFY(
        QString::fromStdString(page()->code()->text).contains("streamscope codegen large-pipeline --language cuda"));
    QCOMPARE(view()->toPlainText() + '\n', QString::fromStdString(page()->code()->text));
    QCOMPARE(summary(), QString());
    QCOMPARE(view()->changes(), 0);
    QVERIFY(!child<QToolButton>("codeNext")->isVisible());
    takePicture("plain");
}

void CodeWindowTest::marksWhatAKnobChanges()
{
    setKnob(*m_window, "streams", "3");
    QTRY_VERIFY_WITH_TIMEOUT(isCodeOf(preset().parameters), answerMs);
    QVERIFY(marked(CodeView::Mark::Added) > 0);
    QCOMPARE(marked(CodeView::Mark::Removed), 0);
    QVERIFY2(summary().startsWith('+') && summary().contains("Streams"), qPrintable(summary()));
    // Each line that is marked is one that the code of the saved values does not have at its place.
    const QStringList now = view()->toPlainText().split('\n');
    const std::string before = page()->code()->before;
    for (std::size_t i = 0; i < view()->lines().size(); ++i)
        if (view()->lines()[i].mark == CodeView::Mark::Added)
            QVERIFY2(before.find(now[int(i)].toStdString() + "\n") == std::string::npos
                         || now[int(i)].trimmed().size() < 20,
                     qPrintable(now[int(i)]));
    QVERIFY(view()->seesChange()); // it has scrolled there
    QTest::mouseClick(child<QToolButton>("codeNext"), Qt::LeftButton);
    QVERIFY(view()->lines()[std::size_t(view()->textCursor().blockNumber())].mark != CodeView::Mark::None);
    takePicture("knob");
    child<QAction>("revert")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(view()->changes(), 0, answerMs);
    QCOMPARE(summary(), QString());
}

void CodeWindowTest::marksWhatAChangeChanges()
{
    m_window->findChild<WhatIfController *>()->list()->add(parseChange("order=breadth-first"));
    QTRY_VERIFY_WITH_TIMEOUT(marked(CodeView::Mark::Added) > 0, answerMs);
    QVERIFY(page()->code()->text != page()->code()->before);
    QVERIFY(page()->code()->text.find("--language cuda --change order=breadth-first\n") != std::string::npos);
    QVERIFY2(summary().contains(QString::fromStdString(findChange("order")->title())), qPrintable(summary()));
    takePicture("change");
    m_window->findChild<WhatIfController *>()->list()->setOn(0, false);
    QTRY_COMPARE_WITH_TIMEOUT(view()->changes(), 0, answerMs);
}

void CodeWindowTest::saysWhatCannotBeApplied()
{
    m_window->findChild<WhatIfController *>()->list()->add(parseChange("pin:duration >"));
    QTRY_VERIFY_WITH_TIMEOUT(summary().contains("left out: pin:duration >: "), answerMs);
    QCOMPARE(view()->changes(), 0);
}

void CodeWindowTest::showsRemovedLines()
{
    setKnob(*m_window, "streams", "3");
    QTRY_VERIFY_WITH_TIMEOUT(marked(CodeView::Mark::Added) > 0, answerMs);
    const int blocks = view()->blockCount();
    child<QCheckBox>("codeRemoved")->setChecked(true);
    const auto removed = std::ranges::count(page()->code()->lines, LineChange::Removed, &LineChange::kind);
    QVERIFY(removed > 0);
    QCOMPARE(marked(CodeView::Mark::Removed), int(removed));
    QCOMPARE(view()->blockCount(), blocks + int(removed));
    takePicture("removed");
    QTest::mouseClick(child<QPushButton>("codeCopy"), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), QString::fromStdString(page()->code()->text));
}

void CodeWindowTest::followsTheDocumentInFront()
{
    m_window->workspace().choose(*m_window->findChild<ExperimentTree *>()->preset("launch-cost"));
    QTRY_VERIFY_WITH_TIMEOUT(isCodeOf(preset().parameters), answerMs);
    QVERIFY(page()->code()->text.find("launch-cost") != std::string::npos);
    m_window->openFile(sourcePath("tests/data/whatif/loader-pin.before.json.gz"));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->workspace().isTraceInFront(), answerMs);
    QTRY_VERIFY(!page()->code() || !child<QComboBox>("codeLanguage")->isEnabled()); // the advice may be there already
    QVERIFY(child<QLabel>("codeProblem")->text().contains("A trace has no code of its own"));
}

/// What the advice for a trace means in code; a link of the advice leads there.
void CodeWindowTest::showsTheAdviceForATrace()
{
    m_window->openFile(sourcePath("tests/data/whatif/loader-pin.before.json.gz"));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->workspace().isTraceInFront(), answerMs);
    auto *findings = child<FindingsPanel>("findings");
    QTRY_VERIFY_WITH_TIMEOUT(findings->toHtml().contains("href=\"code:pin:h2d%20pageable\""), answerMs);
    Q_EMIT findings->anchorClicked(QUrl("code:pin:h2d%20pageable"));
    QVERIFY(page()->isVisible() && page()->code() && !child<QComboBox>("codeLanguage")->isEnabled());
    QCOMPARE(child<QComboBox>("codeLanguage")->currentText(), QString("PyTorch"));
    QVERIFY2(view()->textCursor().block().text().startsWith("# pin:h2d pageable: "),
             qPrintable(view()->textCursor().block().text()));
    const QString text = QString::fromStdString(page()->code()->text);
    QVERIFY2(text.contains("    batch = batch.to(device, non_blocking=True)\n"), qPrintable(text));
    QVERIFY(!text.contains("    batch = batch.to(device)\n"));
    QVERIFY(marked(CodeView::Mark::Added) > 0 && marked(CodeView::Mark::Removed) > 0);
    QVERIFY(!child<QPushButton>("codeSave")->isEnabled() && !child<QCheckBox>("codeRemoved")->isVisible());
    takePicture("advice");
    m_window->workspace().choose(*m_window->findChild<ExperimentTree *>()->preset("launch-cost"));
    openPage(*m_window, page());
    QTRY_VERIFY_WITH_TIMEOUT(isCodeOf(preset().parameters), answerMs);
    QVERIFY(child<QComboBox>("codeLanguage")->isEnabled() && child<QPushButton>("codeSave")->isEnabled());
    QCOMPARE(child<QComboBox>("codeLanguage")->currentText(), QString("CUDA C++"));
    QCOMPARE(marked(CodeView::Mark::Removed), 0);
}

void CodeWindowTest::copiesAndSaves()
{
    const QTemporaryDir folder;
    QString suggested;
    m_window->setFileChoosers({},
                              [&](const QString &, const QString &at, const QString &) {
                                  suggested = at;
                                  return folder.filePath("mine");
                              },
                              {});
    QTest::mouseClick(child<QPushButton>("codeSave"), Qt::LeftButton);
    QTRY_COMPARE(m_window->messages()->text(), "Wrote " + folder.filePath("mine.cu"));
    QVERIFY2(suggested.endsWith("/large-pipeline.cu"), qPrintable(suggested));
    QFile file(folder.filePath("mine.cu"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll().toStdString(), page()->code()->text);
}

void CodeWindowTest::keepsTheLanguage()
{
    auto *languages = child<QComboBox>("codeLanguage");
    QCOMPARE(languages->count(), int(codeLanguages().size()));
    const int last = languages->count() - 1;
    languages->setCurrentIndex(last);
    QTRY_VERIFY_WITH_TIMEOUT(isCodeOf(preset().parameters), answerMs);
    m_window = std::make_unique<MainWindow>();
    QCOMPARE(child<QComboBox>("codeLanguage")->currentIndex(), last);
}

void CodeWindowTest::coloursTheCode()
{
    const auto colourAt = [this](const QString &text, const char *part) {
        for (QTextBlock block = view()->document()->begin(); block.isValid(); block = block.next())
            if (const int at = int(block.text().indexOf(part)); block.text().contains(text))
                for (const auto &range : block.layout()->formats())
                    if (range.start <= at && at < range.start + range.length)
                        return range.format.foreground().color();
        return QColor();
    };
    using Part = CodeHighlighter;
    QCOMPARE(colourAt("#include", "#include"), Part::colourOf(Part::Preprocessor, false));
    QCOMPARE(colourAt("// The program", "//"), Part::colourOf(Part::Comment, false));
    QCOMPARE(colourAt("cudaMemcpyAsync", "cudaMemcpyAsync"), Part::colourOf(Part::Runtime, false));
    QCOMPARE(colourAt("    for (", "for"), Part::colourOf(Part::Keyword, false));
}

void CodeWindowTest::coloursAreReadable()
{
    for (const bool dark : {false, true}) {
        applyTheme(dark ? ApplicationTheme::Dark : ApplicationTheme::Light);
        for (const QColor &ground :
             {QGuiApplication::palette().color(QPalette::Base), CodeView::groundOf(CodeView::Mark::Added, dark),
              CodeView::groundOf(CodeView::Mark::Removed, dark)})
            for (int part = 0; part < CodeHighlighter::partCount; ++part)
                QVERIFY2(contrast(CodeHighlighter::colourOf(CodeHighlighter::Part(part), dark), ground) >= 4.5,
                         qPrintable(QString("part %1 on %2").arg(part).arg(ground.name())));
        takePicture(dark ? "dark" : "light");
    }
    applyTheme(ApplicationTheme::Light);
}

QTEST_MAIN(CodeWindowTest)
#include "tst_code_window.moc"
