// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/errors.h"
#include "engine/program/parameter.h"
#include "experiments/registry.h"

#include <QtTest>

using namespace streamscope;

class TestParameter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsSizes_data();
    void readsSizes();
    void refuses_data();
    void refuses();
    void writesWhatItReads();
    void refusedValueChangesNothing();
    void readsLists();
    void numbersAndTexts();
    void refusesNumbersAndTexts();
    void everyDefaultIsAllowed();
};

namespace {

Parameters pipelineValues()
{
    return findExperiment("copy-compute-pipeline")->defaults();
}

QString messageOf(const std::string &name, const std::string &text)
{
    try {
        Parameters values = pipelineValues();
        values.setText(name, text);
    } catch (const InputError &error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

} // namespace

void TestParameter::readsSizes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("bytes");
    QTest::newRow("plain") << "4096" << qint64{4096};
    QTest::newRow("MiB") << "64MiB" << (qint64{64} << 20);
    QTest::newRow("space") << " 1 GiB " << (qint64{1} << 30);
    QTest::newRow("decimal unit") << "2MB" << qint64{2'000'000};
    QTest::newRow("fraction") << "1.5KiB" << qint64{1536};
    QTest::newRow("B") << "128B" << qint64{128};
}

void TestParameter::readsSizes()
{
    QFETCH(QString, text);
    QFETCH(qint64, bytes);
    Parameters values = pipelineValues();
    values.setText("bytes", text.toStdString());
    QCOMPARE(qint64{values.integer("bytes")}, bytes);
}

void TestParameter::refuses_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("says");
    QTest::newRow("unknown") << "chunk"
                             << "4" << QStringList{"unknown parameter 'chunk'", "chunks"};
    QTest::newRow("not a number") << "chunks"
                                  << "four" << QStringList{"chunks", "four", "1 to 65536"};
    QTest::newRow("fraction") << "chunks"
                              << "4.5" << QStringList{"4.5"};
    QTest::newRow("empty") << "chunks"
                           << "" << QStringList{"chunks"};
    QTest::newRow("too small") << "chunks"
                               << "0" << QStringList{"'0'", "out of range", "1 to 65536"};
    QTest::newRow("too large") << "streams"
                               << "1025" << QStringList{"1 to 1024"};
    QTest::newRow("overflow") << "chunks"
                              << "99999999999999999999" << QStringList{"chunks"};
    QTest::newRow("size overflow") << "bytes"
                                   << "99999999999GiB" << QStringList{"bytes"};
    QTest::newRow("unknown unit") << "bytes"
                                  << "4XB" << QStringList{"4XB"};
    QTest::newRow("half a byte") << "bytes"
                                 << "0.5B" << QStringList{"0.5B"};
    QTest::newRow("choice") << "host_memory"
                            << "unpinned" << QStringList{"unpinned", "pageable, pinned"};
    QTest::newRow("list") << "priorities"
                          << "0,,1" << QStringList{"0,,1"};
    QTest::newRow("list range") << "priorities"
                                << "0,5" << QStringList{"'5'"};
}

void TestParameter::refuses()
{
    QFETCH(QString, name);
    QFETCH(QString, text);
    QFETCH(QStringList, says);
    const QString message = messageOf(name.toStdString(), text.toStdString());
    QVERIFY(!message.isEmpty());
    QVERIFY(!message.contains(QLatin1Char('\n')));
    for (const QString &part : says)
        QVERIFY2(message.contains(part), qPrintable(message));
}

void TestParameter::writesWhatItReads()
{
    for (const Experiment *experiment : experiments()) {
        Parameters values = experiment->defaults();
        for (const ParameterSpec &spec : values.specs()) {
            const ParameterValue before = values.value(spec.name);
            values.setText(spec.name, valueText(spec, before));
            QVERIFY(values.value(spec.name) == before);
        }
    }
    const Parameters values = pipelineValues();
    QCOMPARE(valueText(values.specs().front(), std::int64_t{64} << 20), std::string("64MiB"));
    QCOMPARE(valueText(values.specs().front(), std::int64_t{1000}), std::string("1000"));
}

void TestParameter::refusedValueChangesNothing()
{
    Parameters values = pipelineValues();
    QVERIFY_THROWS_EXCEPTION(InputError, values.set("chunks", std::int64_t{0}));
    QVERIFY_THROWS_EXCEPTION(InputError, values.set("chunks", std::string("4")));
    QVERIFY(values == pipelineValues());
}

void TestParameter::readsLists()
{
    Parameters values = pipelineValues();
    values.setText("priorities", "0, -5,0");
    QCOMPARE(values.list("priorities"), (std::vector<std::int64_t>{0, -5, 0}));
}

namespace {

Parameters numberAndText()
{
    ParameterSpec factor;
    factor.name = factor.label = "factor";
    factor.type = ParameterType::Number;
    factor.lowest = 0.001;
    factor.highest = 1000;
    factor.defaultValue = 0.5;
    ParameterSpec stream;
    stream.name = stream.label = "stream";
    stream.type = ParameterType::Text;
    stream.defaultValue = std::string("moved");
    return Parameters({factor, stream});
}

} // namespace

void TestParameter::numbersAndTexts()
{
    Parameters values = numberAndText();
    QCOMPARE(values.number("factor"), 0.5);
    QCOMPARE(values.text("stream"), std::string("moved"));
    for (const double number : {0.1, 2.0, 1.0 / 3, 1000.0, 0.001}) {
        values.set("factor", number);
        const std::string text = valueText(values.specs()[0], number);
        QCOMPARE(std::get<double>(parseValue(values.specs()[0], text)), number);
    }
    QCOMPARE(valueText(values.specs()[0], 0.1), std::string("0.1"));
    QCOMPARE(valueText(values.specs()[0], 2.0), std::string("2"));
    values.setText("factor", " +1e-2 ");
    QCOMPARE(values.number("factor"), 0.01);
    values.setText("stream", " copy stream ");
    QCOMPARE(values.text("stream"), std::string("copy stream"));
    QCOMPARE(valueText(values.specs()[1], values.value("stream")), std::string("copy stream"));
    QCOMPARE(allowedText(values.specs()[0]), std::string("0.001 to 1000"));
    QCOMPARE(parameterTypeName(ParameterType::Number), std::string_view("number"));
    QCOMPARE(parameterTypeName(ParameterType::Text), std::string_view("text"));
}

void TestParameter::refusesNumbersAndTexts()
{
    Parameters values = numberAndText();
    for (const char *text : {"", "fast", "0", "1001", "-1", "nan", "inf", "1e999", "0,5"})
        QVERIFY_THROWS_EXCEPTION(InputError, values.setText("factor", text));
    QVERIFY_THROWS_EXCEPTION(InputError, values.set("factor", std::int64_t{1}));
    for (const std::string &text : {std::string("two\nlines"), std::string("\"quoted\""), std::string(1001, 'x')})
        QVERIFY_THROWS_EXCEPTION(InputError, values.setText("stream", text));
    QVERIFY(values == numberAndText());
}

void TestParameter::everyDefaultIsAllowed()
{
    for (const Experiment *experiment : experiments())
        for (const ParameterSpec &spec : experiment->defaults().specs()) {
            checkValue(spec, spec.defaultValue);
            QVERIFY2(!spec.help.empty() && !spec.label.empty(), spec.name.c_str());
        }
}

QTEST_GUILESS_MAIN(TestParameter)
#include "tst_parameter.moc"
