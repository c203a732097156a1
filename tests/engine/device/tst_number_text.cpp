// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/device/number_text.h"

#include <QtTest>

#include <cstdio>
#include <limits>

using namespace streamscope;

class TestNumberText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isPrintfsInTheCLocale();
    void signsAndUnits();
};

void TestNumberText::isPrintfsInTheCLocale()
{
    // What printf makes of a number holds where nobody has set a locale, as here: no comma is printed.
    for (const double value : {0.0, -0.0, 1.0, 54.7833, -1.3509, 0.66545, 123456789.5, 1e-7, 1e300, -2.5, 0.5, 1e15,
                               std::numeric_limits<double>::max(), std::numeric_limits<double>::denorm_min()}) {
        for (const int decimals : {0, 1, 4, 9}) {
            char text[512];
            std::snprintf(text, sizeof text, "%.*f", decimals, value);
            QCOMPARE(decimalText(value, decimals), std::string(text));
        }
        for (const int digits : {1, 6, 15, 17}) {
            char text[64];
            std::snprintf(text, sizeof text, "%.*g", digits, value);
            QCOMPARE(significantText(value, digits), std::string(text));
        }
    }
}

void TestNumberText::signsAndUnits()
{
    QCOMPARE(signedDecimalText(5.84, 1), std::string("+5.8"));
    QCOMPARE(signedDecimalText(-5.84, 1), std::string("-5.8"));
    QCOMPARE(millisecondsText(5'781'499), std::string("5.781 ms"));
    QCOMPARE(microsecondsText(12'344), std::string("12.34 us"));
    QCOMPARE(rightAligned("12", 4), std::string("  12"));
    QCOMPARE(rightAligned("12345", 4), std::string("12345"));
}

QTEST_GUILESS_MAIN(TestNumberText)
#include "tst_number_text.moc"
