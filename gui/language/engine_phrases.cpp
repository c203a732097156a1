// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/language/engine_phrases.h"

#include "gui/language/translated.h"

#include <QFile>
#include <QXmlStreamReader>

#include <algorithm>
#include <memory>
#include <utility>

namespace streamscope {

namespace {

constexpr int mostNesting = 8; // of sentences in sentences
constexpr qsizetype fewLetters = 6;
const QString engineContext = QStringLiteral("engine");

/// Replaced as a whole, before the window exists.
std::shared_ptr<const EnginePhrases> &phrasesInUse()
{
    static std::shared_ptr<const EnginePhrases> phrases;
    return phrases;
}

bool isPlaceholder(const QString &text, qsizetype at)
{
    return text[at] == QLatin1Char('%') && at + 1 < text.size() && text[at + 1] >= QLatin1Char('1')
           && text[at + 1] <= QLatin1Char('9');
}

/// The texts between the placeholders, and the numbers of these.
std::pair<QStringList, QList<int>> partsOf(const QString &text)
{
    std::pair<QStringList, QList<int>> parts{{QString()}, {}};
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (isPlaceholder(text, i)) {
            parts.second << text[++i].digitValue();
            parts.first << QString();
        } else {
            parts.first.back() += text[i];
        }
    }
    return parts;
}

qsizetype lettersIn(const QStringList &texts)
{
    qsizetype count = 0;
    for (const QString &text : texts)
        count += std::count_if(text.begin(), text.end(), [](QChar c) { return c.isLetter(); });
    return count;
}

/// What stands between the literals, each argument as short as possible and none empty; empty where the text does not
/// have them.
std::optional<QStringList> argumentsBetween(const QStringList &literals, const QString &text)
{
    const QString &last = literals.back();
    if (!text.startsWith(literals.front()) || !text.endsWith(last))
        return std::nullopt;
    QStringList arguments;
    qsizetype at = literals.front().size();
    const qsizetype end = text.size() - last.size();
    for (qsizetype i = 1; i < literals.size(); ++i) {
        const bool isLast = i + 1 == literals.size();
        const qsizetype next = isLast ? end : text.indexOf(literals[i], at + 1);
        if (next <= at || next > end)
            return std::nullopt;
        arguments << text.mid(at, next - at);
        at = next + (isLast ? 0 : literals[i].size());
    }
    return arguments;
}

/// Few letters say little: "copy to host" may be a name, "1 to 64" is a range.
bool areNumbers(const QStringList &arguments)
{
    return std::any_of(arguments.begin(), arguments.end(), [](const QString &text) {
        return std::any_of(text.begin(), text.end(), [](QChar c) { return c.isDigit(); });
    });
}

/// A placeholder that stands twice has one value.
bool agree(const QList<int> &places, const QStringList &arguments)
{
    for (qsizetype i = 0; i < places.size(); ++i)
        if (arguments[places.indexOf(places[i])] != arguments[i])
            return false;
    return true;
}

} // namespace

void EnginePhrases::add(const QString &source, const QString &translation)
{
    auto [literals, places] = partsOf(source);
    if (places.isEmpty()) {
        m_plain.insert(source, translation);
        return;
    }
    const std::pair rank(lettersIn(literals), literals.size());
    const auto before = std::find_if(m_patterns.begin(), m_patterns.end(), [&rank](const Pattern &pattern) {
        return std::pair(pattern.weight, pattern.literals.size()) < rank;
    });
    m_patterns.insert(before, {std::move(literals), std::move(places), translation, rank.first});
}

void EnginePhrases::read(const QString &tsFile)
{
    QFile file(tsFile);
    if (!file.open(QIODevice::ReadOnly))
        return;
    QXmlStreamReader xml(&file);
    QString context, source;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("name"))
            context = xml.readElementText();
        else if (xml.name() == QLatin1String("source"))
            source = xml.readElementText();
        else if (xml.name() == QLatin1String("translation") && context == engineContext
                 && !xml.attributes().hasAttribute(QLatin1String("type")))
            add(source, xml.readElementText());
    }
}

QString EnginePhrases::translate(const QString &english) const
{
    return english.isEmpty() ? english : known(english, 0).value_or(english);
}

std::optional<QString> EnginePhrases::known(const QString &english, int depth) const
{
    if (const auto plain = m_plain.find(english); plain != m_plain.end())
        return *plain;
    if (depth >= mostNesting)
        return std::nullopt;
    if (auto whole = wholeSentence(english, depth))
        return whole;
    return severalSentences(english, depth);
}

std::optional<QString> EnginePhrases::wholeSentence(const QString &english, int depth) const
{
    for (const Pattern &pattern : m_patterns)
        if (const auto arguments = argumentsBetween(pattern.literals, english);
            arguments && agree(pattern.places, *arguments) && (pattern.weight >= fewLetters || areNumbers(*arguments)))
            return filled(pattern, *arguments, depth);
    return std::nullopt;
}

QString EnginePhrases::filled(const Pattern &pattern, const QStringList &arguments, int depth) const
{
    const auto [literals, places] = partsOf(pattern.translation);
    QString made = literals.front();
    for (qsizetype i = 0; i < places.size(); ++i) {
        const qsizetype argument = pattern.places.indexOf(places[i]);
        if (argument >= 0)
            made += known(arguments[argument], depth + 1).value_or(arguments[argument]);
        made += literals[i + 1];
    }
    return made;
}

/// With or without the full stop at its end.
std::optional<QString> EnginePhrases::knownSentence(const QString &english, int depth) const
{
    if (auto said = known(english, depth))
        return said;
    if (auto said = known(english.chopped(1), depth))
        return *said + QLatin1Char('.');
    return std::nullopt;
}

/// Sentence behind sentence, or one behind what it is about: "run.json: …". The first part is as long as possible.
std::optional<QString> EnginePhrases::severalSentences(const QString &english, int depth) const
{
    for (qsizetype at = english.lastIndexOf(QLatin1String(". ")); at > 0;
         at = english.lastIndexOf(QLatin1String(". "), at - 1)) {
        const auto first = knownSentence(english.left(at + 1), depth + 1);
        const auto rest = known(english.mid(at + 2), depth + 1);
        if (first || rest)
            return first.value_or(english.left(at + 1)) + QLatin1Char(' ') + rest.value_or(english.mid(at + 2));
    }
    for (qsizetype at = english.indexOf(QLatin1String(": ")); at > 0; at = english.indexOf(QLatin1String(": "), at + 1))
        if (const auto rest = known(english.mid(at + 2), depth + 1))
            return known(english.left(at), depth + 1).value_or(english.left(at)) + QStringLiteral(": ") + *rest;
    return std::nullopt;
}

void useEnginePhrases(const QString &tsFile)
{
    auto phrases = std::make_shared<EnginePhrases>();
    if (!tsFile.isEmpty())
        phrases->read(tsFile);
    phrasesInUse() = phrases->isEmpty() ? nullptr : std::move(phrases);
}

QString translated(const QString &english)
{
    const auto &phrases = phrasesInUse();
    return phrases ? phrases->translate(english) : english;
}

QString translated(std::string_view english)
{
    return translated(QString::fromUtf8(english.data(), static_cast<qsizetype>(english.size())));
}

} // namespace streamscope
