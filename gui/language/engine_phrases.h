// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QHash>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace streamscope {

/// The sentences of the engine with their translations: what translated() looks texts up in.
class EnginePhrases
{
public:
    /// Adds a sentence; both have the same placeholders "%1" to "%9".
    void add(const QString &source, const QString &translation);
    /// Adds the context "engine" of a translation file. What is unfinished there is left out.
    void read(const QString &tsFile);
    bool isEmpty() const { return m_plain.isEmpty() && m_patterns.empty(); }

    /// As translated().
    QString translate(const QString &english) const;

private:
    struct Pattern
    {
        QStringList literals; ///< around the placeholders: one more than these
        QList<int> places;    ///< the numbers of the placeholders
        QString translation;
        qsizetype weight = 0; ///< letters in the literals
    };

    /// Empty where the text is no sentence, or several sentences, of the engine.
    std::optional<QString> known(const QString &english, int depth) const;
    std::optional<QString> wholeSentence(const QString &english, int depth) const;
    std::optional<QString> knownSentence(const QString &english, int depth) const;
    std::optional<QString> severalSentences(const QString &english, int depth) const;
    QString filled(const Pattern &pattern, const QStringList &arguments, int depth) const;

    QHash<QString, QString> m_plain;
    std::vector<Pattern> m_patterns; ///< those with the most letters first, then with the most arguments
};

/// What translated() uses from now on; empty: nothing.
void useEnginePhrases(const QString &tsFile);

} // namespace streamscope
