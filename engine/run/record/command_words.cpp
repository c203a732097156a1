// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/record/command_words.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <string_view>

namespace streamscope {

namespace {

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool isDigitCharacter(char c)
{
    return c >= '0' && c <= '9';
}

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// The length of "NAME" in "NAME=value"; 0 for any other word.
std::size_t variableName(const std::string &word)
{
    const std::size_t end = word.find('=');
    if (end == std::string::npos || end == 0 || !isLetter(word[0]))
        return 0;
    const auto belongs = [](char c) { return isLetter(c) || isDigitCharacter(c); };
    return std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(end), belongs) ? end : 0;
}

class Splitter
{
public:
    explicit Splitter(std::string_view text) : m_text(text) {}

    CommandWords split()
    {
        while (m_at < m_text.size())
            take(m_text[m_at]);
        endWord();
        return std::move(m_result);
    }

private:
    void take(char c)
    {
        if (isSpace(c)) {
            endWord();
            ++m_at;
        } else if (c == '\'') {
            quoted('\'', false);
        } else if (c == '"') {
            quoted('"', true);
        } else if (c == '\\') {
            escaped();
        } else {
            noteSign(c);
            add(c);
            ++m_at;
        }
    }

    void quoted(char quote, bool escapes)
    {
        m_inWord = true;
        for (++m_at; m_at < m_text.size() && m_text[m_at] != quote; ++m_at) {
            const char next = m_at + 1 < m_text.size() ? m_text[m_at + 1] : '\0';
            if (escapes && m_text[m_at] == '\\' && (next == '"' || next == '\\'))
                ++m_at;
            else if (escapes)
                noteSubstitution(m_text[m_at]);
            m_word += m_text[m_at];
        }
        if (m_at >= m_text.size())
            throw InputError(Phrase("engine", "the quote %1 is not closed").arg(quote));
        ++m_at;
    }

    void escaped()
    {
        if (++m_at >= m_text.size())
            throw InputError(QT_TRANSLATE_NOOP("engine", "the backslash at the end stands before nothing"));
        if (m_text[m_at] != '\n')
            add(m_text[m_at]);
        ++m_at;
    }

    void add(char c)
    {
        m_inWord = true;
        m_word += c;
    }

    void noteSign(char c)
    {
        if (std::string_view("|&;<>()*?[").find(c) != std::string_view::npos || (c == '~' && !m_inWord)
            || (c == '#' && !m_inWord))
            note(std::string(1, c));
        noteSubstitution(c);
    }

    void noteSubstitution(char c)
    {
        if (c == '`')
            note("`");
        if (c != '$' || m_at + 1 >= m_text.size())
            return;
        std::size_t end = m_at + 1;
        while (end < m_text.size() && (isLetter(m_text[end]) || isDigitCharacter(m_text[end])))
            ++end;
        if (end > m_at + 1 || m_text[end] == '{' || m_text[end] == '(')
            note(std::string(m_text.substr(m_at, std::max(end, m_at + 2) - m_at)));
    }

    void note(const std::string &sign)
    {
        if (m_result.shellSign.empty())
            m_result.shellSign = sign;
    }

    void endWord()
    {
        if (!m_inWord)
            return;
        const std::size_t name = m_result.words.empty() ? variableName(m_word) : 0;
        if (name > 0)
            m_result.variables.emplace_back(m_word.substr(0, name), m_word.substr(name + 1));
        else
            m_result.words.push_back(m_word);
        m_word.clear();
        m_inWord = false;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::string m_word;
    bool m_inWord = false;
    CommandWords m_result;
};

} // namespace

CommandWords splitCommand(const std::string &text)
{
    return Splitter(text).split();
}

std::string commandText(const std::vector<std::string> &words)
{
    const auto isPlain = [](char c) {
        return isLetter(c) || isDigitCharacter(c) || std::string_view("@%+=:,./-").find(c) != std::string_view::npos;
    };
    std::string text;
    for (const std::string &word : words) {
        text += text.empty() ? "" : " ";
        if (!word.empty() && std::ranges::all_of(word, isPlain)) {
            text += word;
            continue;
        }
        text += '\'';
        for (const char c : word)
            text += c == '\'' ? std::string("'\\''") : std::string(1, c);
        text += '\'';
    }
    return text;
}

} // namespace streamscope
