// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/results/repeats_panel.h"
#include "gui/widgets/empty_page.h"

#include <QImage>
#include <QLabel>
#include <QtTest>

using namespace streamscope;

class TestRepeatsPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysWhatWillBeHere();
    void drawsRunsAndTheirSpread();
    void modelHasNoSpread();

private:
    static Makespans noisyRuns();
    static int pixelsOf(const QImage &image, const QColor &color, const QRect &area);
};

Makespans TestRepeatsPanel::noisyRuns()
{
    Makespans makespans;
    for (int i = 0; i < 60; ++i)
        makespans.plain.push_back(5'780'000 + (i * 7919 % 97) * 300 + (i % 20 == 7 ? 150'000 : 0));
    makespans.instrumented = 5'900'000;
    return makespans;
}

int TestRepeatsPanel::pixelsOf(const QImage &image, const QColor &color, const QRect &area)
{
    int count = 0;
    for (int y = area.top(); y <= area.bottom(); ++y)
        for (int x = area.left(); x <= area.right(); ++x)
            count += image.pixelColor(x, y) == color;
    return count;
}

void TestRepeatsPanel::saysWhatWillBeHere()
{
    RepeatsPanel panel;
    panel.show();
    QVERIFY(panel.emptyPage()->isVisible());
    QVERIFY(panel.findChild<QLabel *>()->text().contains("after a run"));
}

void TestRepeatsPanel::drawsRunsAndTheirSpread()
{
    RepeatsPanel panel;
    panel.resize(1100, 260);
    panel.show();
    const Makespans makespans = noisyRuns();
    panel.setMakespans(&makespans, false);
    QTest::qWait(50);
    const QImage image = panel.grab().toImage();
    if (qEnvironmentVariableIsSet("SAVE_GRABS"))
        image.save(qEnvironmentVariable("SAVE_GRABS"));
    const QColor points(0x00, 0x72, 0xb2), median(0xd5, 0x5e, 0x00);
    QVERIFY(pixelsOf(image, points, {0, 0, 660, 260}) > 50);
    QVERIFY(pixelsOf(image, median, {0, 0, 660, 260}) > 50);
    QVERIFY(pixelsOf(image, points, {670, 0, 430, 260}) > 500); // the bars are filled
    panel.setMakespans(nullptr, false);
    QVERIFY(panel.emptyPage()->isVisible());
}

void TestRepeatsPanel::modelHasNoSpread()
{
    RepeatsPanel panel;
    panel.resize(1100, 260);
    panel.show();
    Makespans makespans;
    makespans.plain.assign(5, 4'000'000);
    panel.setMakespans(&makespans, true);
    QTest::qWait(50);
    const QImage image = panel.grab().toImage();
    QVERIFY(pixelsOf(image, QColor(0xd5, 0x5e, 0x00), {0, 0, 1100, 260}) > 100);
    int visible = 0;
    for (const QWidget *chart : panel.findChildren<QWidget *>())
        visible += chart->isVisible() && chart->accessibleName() == "How often which makespan";
    QCOMPARE(visible, 0);
}

QTEST_MAIN(TestRepeatsPanel)
#include "tst_repeats_panel.moc"
