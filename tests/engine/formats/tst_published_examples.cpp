// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files/published_example.h"

#include "engine/program/errors.h"
#include "experiments/registry.h"
#include "tests/support/files.h"

#include <QFile>
#include <QtTest>

#include <algorithm>
#include <set>

using namespace streamscope;
using namespace streamscope::test;

namespace {

QByteArray exampleJson(const char *presets)
{
    return QByteArray(R"({"format":"streamscope-example","version":1,"name":"x","order":1,"source":"s",)"
                      R"("published":"p","teaches":"t","presets":)")
           + presets + '}';
}

} // namespace

class TestPublishedExamples : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachHasItsPresets();
    void theirNamesFindTheirPresets();
    void theirPageNamesAll();
    void mistakesAreNamed_data();
    void mistakesAreNamed();
};

void TestPublishedExamples::eachHasItsPresets()
{
    const std::vector<Preset> presets = builtInPresets(experiments());
    std::set<int> orders;
    for (const PublishedExample &example : publishedExamples()) {
        QVERIFY2(orders.insert(example.order).second, example.id.c_str());
        for (const std::string &name : example.presets)
            QVERIFY2(std::ranges::count(presets, name, &Preset::name) == 1, name.c_str());
    }
    QVERIFY(orders.size() >= 7);
}

void TestPublishedExamples::theirNamesFindTheirPresets()
{
    const std::vector<Preset> presets = builtInPresets(experiments());
    for (const PublishedExample &example : publishedExamples())
        for (const Preset &preset : presets) {
            const bool isOne = std::ranges::find(example.presets, preset.name) != example.presets.end();
            if (isOne)
                QVERIFY2(hasEachWord(wordsOf(preset), example.name), example.name.c_str());
        }
    QVERIFY(!hasEachWord("streams of water", "swimming streams"));
    QVERIFY(hasEachWord("Swimming in STREAMS", " streams  swim "));
}

void TestPublishedExamples::theirPageNamesAll()
{
    QFile page(sourcePath("docs/examples.md"));
    QVERIFY(page.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(page.readAll());
    for (const PublishedExample &example : publishedExamples()) {
        QVERIFY2(text.contains("## " + QString::fromStdString(example.name) + '\n'), example.name.c_str());
        for (const std::string &part : {example.published, example.teaches, example.source})
            QVERIFY2(text.contains(QString::fromStdString(part)), part.c_str());
        for (const std::string &preset : example.presets)
            QVERIFY2(text.contains('`' + QString::fromStdString(preset) + '`'), preset.c_str());
    }
}

void TestPublishedExamples::mistakesAreNamed_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("says");
    QTest::newRow("no preset") << exampleJson("[]") << "presets";
    QTest::newRow("a number") << exampleJson("[1]") << "names of presets";
    QTest::newRow("not a list") << exampleJson("\"prefetch\"") << "a list of one or more";
    QTest::newRow("another file") << QByteArray(R"({"format":"streamscope-preset","version":1})")
                                  << "streamscope-example";
}

void TestPublishedExamples::mistakesAreNamed()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, says);
    try {
        readPublishedExample(json, "x.json");
        QFAIL("it was read");
    } catch (const InputError &error) {
        const QString message = QString::fromUtf8(error.what());
        QVERIFY2(message.contains(says) && message.contains("x.json"), error.what());
    }
}

QTEST_GUILESS_MAIN(TestPublishedExamples)
#include "tst_published_examples.moc"
