// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/lessons/lesson_lines.h"

#include "engine/formats/lessons/lesson_text.h"
#include "engine/program/text/phrase.h"
#include "engine/program/utf8_character.h"

#include <algorithm>
#include <array>

namespace streamscope {

namespace {

constexpr std::array<std::string_view, 5> blockKinds{"run", "question", "answer", "task", "if"};

void requireText(std::string_view text)
{
    int line = 1;
    while (!text.empty()) {
        const Utf8Character character = firstUtf8Character(text);
        const bool isControl = character.code < 32 && text[0] != '\n' && text[0] != '\r' && text[0] != '\t';
        if (character.bytes == 0 || isControl)
            refuseLine(line, QT_TRANSLATE_NOOP("engine", "this is no text in UTF-8"));
        line += text[0] == '\n' ? 1 : 0;
        text.remove_prefix(character.bytes);
    }
}

std::vector<LessonLine> linesOf(std::string_view text)
{
    std::vector<LessonLine> lines;
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        lines.push_back({std::string(line), number});
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// The characters of a fence at the beginning of a line: three or more of ` or ~. 0: it is no fence.
std::size_t fenceLength(std::string_view line)
{
    if (!line.starts_with("```") && !line.starts_with("~~~"))
        return 0;
    return std::min(line.find_first_not_of(line[0]), line.size());
}

bool closes(const std::string &line, const std::string &opening)
{
    const std::string text = trimmedLine(line);
    return fenceLength(text) >= fenceLength(opening) && text[0] == opening[0]
           && text.find_first_not_of(text[0]) == text.npos;
}

class Splitter
{
public:
    explicit Splitter(std::vector<LessonLine> lines) : m_lines(std::move(lines)) {}

    RawLesson split()
    {
        readFront();
        while (m_at < m_lines.size())
            readBlock();
        return std::move(m_lesson);
    }

private:
    void readFront()
    {
        if (m_lines.empty() || trimmedLine(m_lines[0].text) != "---")
            refuseLine(
                1, QT_TRANSLATE_NOOP(
                       "engine", "a lesson begins with a line '---', keys such as 'title: …', and another line '---'"));
        for (m_at = 1; m_at < m_lines.size(); ++m_at) {
            const LessonLine &line = m_lines[m_at];
            const std::string text = trimmedLine(line.text);
            if (text == "---") {
                ++m_at;
                return;
            }
            std::string key, value;
            if (text.empty())
                continue;
            if (!splitKey(text, key, value))
                refuseLine(
                    line.number,
                    Phrase("engine", "'%1' is no 'key: value'; the lines up to '---' take nothing else").arg(text));
            m_lesson.front.emplace_back(key, LessonLine{value, line.number});
        }
        refuseLine(1, QT_TRANSLATE_NOOP("engine", "the '---' that ends the keys is missing"));
    }

    void readBlock()
    {
        const std::string opening = m_lines[m_at].text;
        const std::size_t fence = fenceLength(opening);
        const std::string info = fence > 0 ? trimmedLine(std::string_view(opening).substr(fence)) : std::string();
        const std::string kind = info.substr(0, info.find_first_of(" \t"));
        if (std::find(blockKinds.begin(), blockKinds.end(), kind) == blockKinds.end()) {
            readText(fence > 0 ? opening : std::string());
            return;
        }
        RawLessonBlock block{kind, trimmedLine(std::string_view(info).substr(kind.size())), {}, m_lines[m_at].number};
        for (++m_at; m_at < m_lines.size() && !closes(m_lines[m_at].text, opening); ++m_at)
            block.lines.push_back(m_lines[m_at]);
        if (m_at == m_lines.size())
            refuseLine(block.line,
                       Phrase("engine", "the block '%1' has no end: a line '%2'").arg(info, opening.substr(0, fence)));
        ++m_at;
        m_lesson.blocks.push_back(std::move(block));
    }

    /// One line of text, or a whole block of code.
    void readText(const std::string &opening)
    {
        if (m_lesson.blocks.empty() || !m_lesson.blocks.back().kind.empty())
            m_lesson.blocks.push_back({{}, {}, {}, m_lines[m_at].number});
        std::vector<LessonLine> &text = m_lesson.blocks.back().lines;
        text.push_back(m_lines[m_at++]);
        if (opening.empty())
            return;
        while (m_at < m_lines.size()) {
            text.push_back(m_lines[m_at++]);
            if (closes(text.back().text, opening))
                return;
        }
    }

    std::vector<LessonLine> m_lines;
    std::size_t m_at = 0;
    RawLesson m_lesson;
};

} // namespace

RawLesson splitLesson(std::string_view markdown)
{
    if (markdown.starts_with("\xef\xbb\xbf"))
        markdown.remove_prefix(3);
    requireText(markdown);
    return Splitter(linesOf(markdown)).split();
}

std::string trimmedLine(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t");
    return first == text.npos ? std::string()
                              : std::string(text.substr(first, text.find_last_not_of(" \t") + 1 - first));
}

std::string joinedLines(const std::vector<LessonLine> &lines, int &first)
{
    const auto isEmpty = [](const LessonLine &line) { return trimmedLine(line.text).empty(); };
    const auto begin = std::find_if_not(lines.begin(), lines.end(), isEmpty);
    const auto end = std::find_if_not(lines.rbegin(), std::make_reverse_iterator(begin), isEmpty).base();
    std::string text;
    for (auto line = begin; line != end; ++line)
        text += (line == begin ? "" : "\n") + line->text;
    first = begin == lines.end() ? 0 : begin->number;
    return text;
}

bool splitKey(const std::string &line, std::string &key, std::string &value)
{
    const std::size_t colon = line.find(':');
    if (colon == line.npos || colon == 0 || (colon + 1 < line.size() && line[colon + 1] != ' '))
        return false;
    for (std::size_t i = 0; i < colon; ++i)
        if (!(line[i] >= 'a' && line[i] <= 'z') && line[i] != '_')
            return false;
    key = line.substr(0, colon);
    value = trimmedLine(std::string_view(line).substr(colon + 1));
    return true;
}

} // namespace streamscope
