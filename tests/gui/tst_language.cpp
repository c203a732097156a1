// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// The choice of a language, and the engine's sentences in it. tst_german_window has the window.
#include "gui/language/engine_phrases.h"
#include "gui/language/language.h"
#include "gui/language/translated.h"

#include "engine/analysis/definitions.h"
#include "engine/changes/change.h"
#include "experiments/registry.h"

#include <QFile>
#include <QMessageBox>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

using namespace streamscope;

namespace {

struct Text
{
    QString context, source;
    QStringList translations; ///< with a count: one for each form
};

QList<Text> shippedTexts()
{
    QFile file(qEnvironmentVariable("STREAMSCOPE_SOURCE_DIR")
               + QStringLiteral("/resources/translations/streamscope_de.ts"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("there is no translation");
    QXmlStreamReader xml(&file);
    QList<Text> texts;
    QString context, said;
    while (!xml.atEnd()) {
        const auto token = xml.readNext();
        if (token == QXmlStreamReader::Characters)
            said += xml.text();
        else if (token == QXmlStreamReader::StartElement)
            said.clear();
        if (token != QXmlStreamReader::EndElement)
            continue;
        if (xml.name() == QLatin1String("name"))
            context = said;
        else if (xml.name() == QLatin1String("source"))
            texts.append({context, said, {}});
        else if (xml.name() == QLatin1String("numerusform")
                 || (xml.name() == QLatin1String("translation") && texts.back().translations.isEmpty()))
            texts.back().translations << said;
    }
    return texts;
}

QStringList matchesOf(const char *pattern, const QString &text)
{
    QStringList all;
    for (auto found = QRegularExpression(QLatin1String(pattern)).globalMatch(text); found.hasNext();)
        all << found.next().captured();
    all.removeDuplicates();
    all.sort();
    return all;
}

EnginePhrases somePhrases()
{
    EnginePhrases phrases;
    phrases.add("Nothing waits.", "Nichts wartet.");
    phrases.add("the H2D copy engine", "die H2D-Copy-Engine");
    phrases.add("The limit is %1: %2 in a makespan of %3 (%4).", "Die Grenze ist %1: %2 von %3 (%4).");
    phrases.add("%1 copies wait", "%1 Kopien warten");
    phrases.add("%1 to %2", "%1 bis %2");
    phrases.add("parameter '%1': '%2' %3; allowed: %4", "Parameter „%1“: „%2“ %3; erlaubt: %4");
    phrases.add("is out of range", "liegt außerhalb");
    phrases.add("%1 waits for %2, and %1 is late", "%2 lässt %1 warten");
    return phrases;
}

} // namespace

class LanguageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void choosesTheFirstLanguageThatItSpeaks()
    {
        QCOMPARE(chosenLanguage({}, {"de-AT", "en"}), Language::German);
        QCOMPARE(chosenLanguage({}, {"fr-FR", "de", "en"}), Language::German);
        QCOMPARE(chosenLanguage({}, {"en-GB", "de"}), Language::English);
        QCOMPARE(chosenLanguage({}, {"C"}), Language::English);
        QCOMPARE(chosenLanguage("de", {"en-US"}), Language::German);
        QCOMPARE(chosenLanguage("en", {"de-DE"}), Language::English);
    }
    void knowsSentencesWithTheirArguments_data()
    {
        QTest::addColumn<QString>("english");
        QTest::addColumn<QString>("said");
        QTest::newRow("plain") << "Nothing waits."
                               << "Nichts wartet.";
        QTest::newRow("arguments, one of them a phrase")
            << "The limit is the H2D copy engine: 5.1 ms in a makespan of 6 ms (85 %)."
            << "Die Grenze ist die H2D-Copy-Engine: 5.1 ms von 6 ms (85 %).";
        QTest::newRow("phrases in a phrase") << "parameter 'x': '9' is out of range; allowed: 1 to 8"
                                             << "Parameter „x“: „9“ liegt außerhalb; erlaubt: 1 bis 8";
        QTest::newRow("sentence behind sentence") << "Nothing waits. 3 copies wait"
                                                  << "Nichts wartet. 3 Kopien warten";
        QTest::newRow("one of them unknown") << "Something new. Nothing waits."
                                             << "Something new. Nichts wartet.";
        QTest::newRow("a full stop more") << "3 copies wait. Nothing waits."
                                          << "3 Kopien warten. Nichts wartet.";
        QTest::newRow("of a file") << "run.json: is out of range"
                                   << "run.json: liegt außerhalb";
        QTest::newRow("one argument twice") << "A waits for B, and A is late"
                                            << "B lässt A warten";
        QTest::newRow("no such sentence") << "A waits for B, and C is late"
                                          << "A waits for B, and C is late";
        QTest::newRow("a name, no range") << "copy to host"
                                          << "copy to host";
        QTest::newRow("a name") << "fma_kernel"
                                << "fma_kernel";
        QTest::newRow("nothing") << ""
                                 << "";
    }
    void knowsSentencesWithTheirArguments()
    {
        QFETCH(QString, english);
        QFETCH(QString, said);
        QCOMPARE(somePhrases().translate(english), said);
    }
    void everyTextIsFinishedAndComplete();
    void sentencesCanBeToldFromNames();
    void noSentenceTakesTheWordsOfAnother();
    void whatIsDeclaredIsTranslated();
    void englishIsTheTextOfTheSources()
    {
        useLanguage(Language::English);
        QCOMPARE(translated("Pin host memory"), QString("Pin host memory"));
        QCOMPARE(QCoreApplication::translate("streamscope::WindowActions", "&Run"), QString("&Run"));
    }
    /// Qt's own: the buttons of a box.
    void speaksInQtsBoxes()
    {
        useLanguage(Language::German);
        const QMessageBox box(QMessageBox::Question, {}, {}, QMessageBox::Cancel | QMessageBox::Save);
        QCOMPARE(box.button(QMessageBox::Cancel)->text().remove('&'), QString("Abbrechen"));
        QCOMPARE(box.button(QMessageBox::Save)->text().remove('&'), QString("Speichern"));
    }
    void numbersKeepTheirPoint()
    {
        const QLocale before;
        useLanguage(Language::German);
        QCOMPARE(QString::number(1.5), QString("1.5"));
        QCOMPARE(QLocale(), before);
    }
    void cleanup() { useLanguage(Language::English); }
};

/// With the same arguments, spaces at the ends and markup. scripts.tst_translations looks for texts that are missing.
void LanguageTest::everyTextIsFinishedAndComplete()
{
    const QList<Text> texts = shippedTexts();
    QVERIFY(texts.size() > 2000);
    for (const Text &text : texts) {
        const bool counts = text.source.contains("%n");
        QVERIFY2(text.translations.size() == (counts ? 2 : 1), qPrintable(text.source));
        for (const QString &said : text.translations) {
            const auto same = [&](const char *pattern) {
                return matchesOf(pattern, text.source) == matchesOf(pattern, said);
            };
            QVERIFY2(same("%[1-9n]"), qPrintable(text.source + " / " + said));
            QVERIFY2(same("</?[a-z0-9]+[ >]"), qPrintable(text.source + " / " + said));
            QVERIFY2(same("^\\s|\\s$"), qPrintable(text.source + " / " + said));
            QVERIFY2(matchesOf("&[^ &]", text.source).size() == matchesOf("&[^ &]", said).size(),
                     qPrintable(text.source + " / " + said));
        }
    }
}

/// A sentence of the engine is known by the words around its arguments: these must be there, and between any two.
void LanguageTest::sentencesCanBeToldFromNames()
{
    int sentences = 0;
    for (const Text &text : shippedTexts()) {
        if (text.context != "engine" || !text.source.contains("%1"))
            continue;
        ++sentences;
        QVERIFY2(!text.source.contains(QRegularExpression("%[1-9]%[1-9]")), qPrintable(text.source));
        QVERIFY2(QString(text.source).remove(QRegularExpression("%[1-9]")).contains(QRegularExpression("[a-z]{2}")),
                 qPrintable(text.source));
    }
    QVERIFY(sentences > 250);
}

/// Every sentence is known again when it has arguments, and said in its own words.
void LanguageTest::noSentenceTakesTheWordsOfAnother()
{
    useLanguage(Language::German);
    QStringList others;
    for (const Text &text : shippedTexts()) {
        if (text.context != "engine")
            continue;
        QString english = text.source, german = text.translations.front();
        for (int i = 1; i <= 9; ++i) {
            const QString place = QStringLiteral("%%1").arg(i), argument = QStringLiteral("q%1").arg(i * 7);
            english.replace(place, argument);
            german.replace(place, argument);
        }
        if (const QString said = translated(english); said != german)
            others << english + QStringLiteral("\n  ") + said + QStringLiteral("\n  ") + german;
    }
    QVERIFY2(others.isEmpty(), qPrintable(others.join('\n')));
}

void LanguageTest::whatIsDeclaredIsTranslated()
{
    useLanguage(Language::German);
    const auto isSaid = [](std::string_view english) {
        return english.empty() || translated(english) != QString::fromUtf8(english.data(), qsizetype(english.size()));
    };
    QStringList left;
    const auto look = [&](const std::string &text) {
        if (!isSaid(text))
            left << QString::fromStdString(text);
    };
    for (const Experiment *experiment : experiments()) {
        look(experiment->title());
        look(experiment->summary());
        look(experiment->explanation());
        for (const ParameterSpec &spec : experiment->defaults().specs()) {
            look(spec.label);
            look(spec.help);
        }
    }
    for (const Change *change : changes()) {
        look(change->title());
        look(change->summary());
        look(change->assumes());
        for (const ParameterSpec &spec : change->parameters())
            look(spec.help);
    }
    for (const FigureDefinition &definition : figureDefinitions())
        look(std::string(definition.text));
    left.removeDuplicates();
    for (const char *same :
         {"Position", "Pipeline", "Version", "Batches", "Streams", "Chunks", "Batch", "GPUs", "SMs", "Bucket"})
        left.removeAll(same); // the same word in both
    QVERIFY2(left.isEmpty(), qPrintable(left.join('\n')));
}

QTEST_MAIN(LanguageTest)
#include "tst_language.moc"
