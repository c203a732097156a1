// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// High contrast, no motion, and every action of the window by keyboard.
#include "gui/results/panels.h"
#include "gui/timeline/text/timeline_theme.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/widgets/fact_list.h"
#include "gui/window/main_window.h"
#include "gui/workspace/settings.h"
#include "tests/gui/window_driver.h"
#include "tests/support/model_testers.h"

#include <QAction>
#include <QApplication>
#include <QFile>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QStandardPaths>
#include <QStyle>
#include <QTest>
#include <QToolBar>

#include <set>

using namespace streamscope;
using namespace streamscope::test;

class ThemesAndKeyboardTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init() { m_window = firstWindow(); }
    void cleanup() { m_window.reset(); }
    void highContrastIsHigh();
    void theSystemsHighContrastIsFollowed();
    void contrastThemesApplyAndAreKept();
    void linksFollowTheTheme();
    void buttonsHaveEdgesOnBlack();
    void nothingMoves();
    void everyActionCanBeReachedByKeyboard();

private:
    void collect(const QMenu *menu, std::vector<std::pair<const QMenu *, QAction *>> &all) const
    {
        for (QAction *action : menu->actions()) {
            if (action->isSeparator())
                continue;
            all.emplace_back(menu, action);
            if (action->menu())
                collect(action->menu(), all);
        }
    }

    std::unique_ptr<MainWindow> m_window;
};

void ThemesAndKeyboardTest::highContrastIsHigh()
{
    for (const TimelineTheme *theme : {&TimelineTheme::of(false, true), &TimelineTheme::of(true, true)}) {
        QVERIFY(theme->highContrast);
        for (const QColor &ink : {theme->text, theme->mutedText, theme->selection, theme->warning})
            QVERIFY2(contrastRatio(ink, theme->background) >= 7, qPrintable(ink.name()));
        QVERIFY(contrastRatio(theme->badge, theme->badgeText) >= 7);
        QVERIFY(contrastRatio(theme->grid, theme->background) >= 3);
        std::set<QRgb> fills;
        for (const KindStyle &style : theme->kinds) {
            QVERIFY2(contrastRatio(style.text, style.fill) >= 7, qPrintable(style.fill.name()));
            QVERIFY(contrastRatio(style.waitText, style.waiting) >= 7);
            QVERIFY(contrastRatio(style.outline, theme->background) >= 7);
            QVERIFY(contrastRatio(style.hatch, style.waiting) >= 4.5);
            fills.insert(style.fill.rgb());
        }
        QVERIFY(fills.size() >= 9); // the kinds that matter still differ; greys of the host may fall together
    }
}

void ThemesAndKeyboardTest::theSystemsHighContrastIsFollowed()
{
    QPalette palette;
    const auto themeOf = [&palette](Qt::GlobalColor window, Qt::GlobalColor text) {
        palette.setColor(QPalette::Window, window);
        palette.setColor(QPalette::WindowText, text);
        return &TimelineTheme::of(palette);
    };
    QCOMPARE(themeOf(Qt::black, Qt::white), &TimelineTheme::of(true, true));
    QCOMPARE(themeOf(Qt::white, Qt::black), &TimelineTheme::of(false, true));
    QCOMPARE(themeOf(Qt::lightGray, Qt::black), &TimelineTheme::light());
    QCOMPARE(themeOf(Qt::darkGray, Qt::white), &TimelineTheme::light());
    palette.setColor(QPalette::Window, QColor(0x23, 0x26, 0x29));
    palette.setColor(QPalette::WindowText, QColor(0xfc, 0xfc, 0xfc));
    QCOMPARE(&TimelineTheme::of(palette), &TimelineTheme::of(true));
}

void ThemesAndKeyboardTest::contrastThemesApplyAndAreKept()
{
    for (const char *name : {"themeContrastDark", "themeContrastLight"}) {
        auto *action = m_window->findChild<QAction *>(QLatin1String(name));
        QVERIFY2(action, name);
        action->trigger();
        QCoreApplication::processEvents();
        const TimelineTheme &wanted = QLatin1String(name) == QLatin1String("themeContrastDark")
                                          ? TimelineTheme::of(true, true)
                                          : TimelineTheme::of(false, true);
        QCOMPARE(&TimelineTheme::of(m_window->timeline()->palette()), &wanted);
        const QImage image = m_window->timeline()->viewport()->grab().toImage();
        QCOMPARE(image.pixelColor(image.width() - 4, image.height() / 2), wanted.background);
        QCOMPARE(themeNamed(themeName(Settings::theme())), Settings::theme());
    }
    QCOMPARE(Settings::theme(), ApplicationTheme::ContrastLight);
    m_window.reset();
    m_window = std::make_unique<MainWindow>();
    watchModels(*m_window);
    QVERIFY(m_window->findChild<QAction *>(QStringLiteral("themeContrastLight"))->isChecked());
}

/// Links that stand there already were dark blue on black.
void ThemesAndKeyboardTest::linksFollowTheTheme()
{
    RunAnalysis analysis;
    Finding finding;
    finding.suggestion.text = "Pin the host memory.";
    finding.suggestion.change = "pin";
    finding.suggestion.gain = 0.5;
    analysis.findings.push_back(finding);
    FindingsPanel findings;
    findings.setAnalysis(&analysis);
    FactList facts;
    facts.addLink(QStringLiteral("its stream"), QStringLiteral("a kernel"), 1);
    for (const auto theme : {ApplicationTheme::Dark, ApplicationTheme::Light}) {
        applyTheme(theme);
        QCOMPARE(facts.topLevelItem(0)->foreground(1).color(), facts.palette().link().color());
        QTextCursor cursor = findings.document()->find(QStringLiteral("Apply"));
        QVERIFY(cursor.charFormat().isAnchor());
        const QColor drawn = cursor.charFormat().foreground().color();
        QVERIFY2(contrastRatio(drawn, findings.palette().base().color()) > 4, qPrintable(drawn.name()));
    }
}

void ThemesAndKeyboardTest::buttonsHaveEdgesOnBlack()
{
    applyTheme(ApplicationTheme::ContrastDark);
    QPushButton button(QStringLiteral("x"));
    button.resize(80, 30);
    button.show();
    const QImage image = button.grab().toImage();
    int white = 0;
    for (int x = 0; x < image.width(); ++x)
        white += image.pixelColor(x, 0).lightness() > 200 ? 1 : 0;
    QVERIFY2(white > 70, qPrintable(QString::number(white)));
}

void ThemesAndKeyboardTest::nothingMoves()
{
    for (const auto theme : {ApplicationTheme::System, ApplicationTheme::Light, ApplicationTheme::ContrastDark}) {
        applyTheme(theme);
        QCOMPARE(QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration), 0);
        QCOMPARE(QApplication::style()->styleHint(QStyle::SH_Widget_Animate), 0);
    }
    QVERIFY(!m_window->isAnimated());
}

void ThemesAndKeyboardTest::everyActionCanBeReachedByKeyboard()
{
    std::vector<std::pair<const QMenu *, QAction *>> inMenus;
    std::set<QChar> bar;
    for (QAction *action : m_window->menuBar()->actions()) {
        const QKeySequence mnemonic = QKeySequence::mnemonic(action->text());
        QVERIFY2(!mnemonic.isEmpty(), qPrintable(action->text()));
        QVERIFY2(bar.insert(QChar(mnemonic[0].key())).second, qPrintable(action->text()));
        collect(action->menu(), inMenus);
    }
    QVERIFY(inMenus.size() > 30);
    std::map<const QMenu *, std::set<int>> letters;
    std::map<QString, QString> shortcuts;
    std::set<const QAction *> reached;
    for (const auto &[menu, action] : inMenus) {
        reached.insert(action);
        // Arrow keys reach every entry of a menu; a letter that two of them share would only step between them.
        if (const QKeySequence mnemonic = QKeySequence::mnemonic(action->text()); !mnemonic.isEmpty())
            QVERIFY2(letters[menu].insert(mnemonic[0].key()).second, qPrintable(action->text()));
        QVERIFY2(!action->text().isEmpty(), qPrintable(action->objectName()));
        for (const QKeySequence &key : action->shortcuts()) {
            const QString text = key.toString();
            QVERIFY2(!shortcuts.contains(text) || shortcuts[text] == action->text(), qPrintable(text));
            shortcuts[text] = action->text();
        }
    }
    // What a button of the tool bar does is in a menu, too, or has a key.
    for (QToolBar *tools : m_window->findChildren<QToolBar *>())
        for (QAction *action : tools->actions())
            if (!action->isSeparator() && !action->text().isEmpty() && !action->menu())
                QVERIFY2(reached.contains(action) || !action->shortcut().isEmpty(), qPrintable(action->text()));
}

QTEST_MAIN(ThemesAndKeyboardTest)
#include "tst_themes_and_keyboard.moc"
