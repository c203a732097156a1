// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/lessons/lesson_print.h"

#include "cli/common/console.h"

#include "engine/formats/lessons/lesson_value.h"
#include "engine/program/utf8_character.h"
#include "engine/run/lessons/lesson_answers.h"
#include "engine/run/lessons/lesson_bars.h"
#include "engine/run/lessons/lesson_task.h"
#include "engine/run/lessons/run_figures.h"

#include <cmath>

namespace streamscope {

namespace {

constexpr std::size_t lineLength = 100;

std::size_t charactersIn(std::string_view text)
{
    std::size_t count = 0;
    for (; !text.empty(); ++count)
        text.remove_prefix(std::max<std::size_t>(1, firstUtf8Character(text).bytes));
    return count;
}

/// Prints words in lines behind an indent.
class WrappedLine
{
public:
    explicit WrappedLine(std::string indent) : m_indent(std::move(indent)), m_line(m_indent) {}

    void add(const std::string &word)
    {
        if (m_hasWords && charactersIn(m_line) + 1 + charactersIn(word) > lineLength) {
            printLine(m_line);
            m_line = m_indent;
            m_hasWords = false;
        }
        m_line += (m_hasWords ? " " : "") + word;
        m_hasWords = true;
    }
    void end()
    {
        if (m_hasWords)
            printLine(m_line);
        m_line = m_indent;
        m_hasWords = false;
    }

private:
    std::string m_indent, m_line;
    bool m_hasWords = false;
};

bool isKeptLine(const std::string &line)
{
    return line.empty() || line.starts_with("    ") || line.starts_with("#") || line.starts_with("|")
           || line.starts_with("- ") || line.starts_with("* ");
}

/// Markdown for a terminal: paragraphs are wrapped, all else stays.
void printMarkdown(const std::string &markdown, const std::string &indent = {})
{
    WrappedLine paragraph(indent);
    bool inCode = false;
    for (std::size_t at = 0; at <= markdown.size();) {
        const std::size_t end = std::min(markdown.find('\n', at), markdown.size());
        const std::string line = markdown.substr(at, end - at);
        at = end + 1;
        const bool isFence = line.starts_with("```");
        inCode = isFence ? !inCode : inCode;
        if (inCode || isFence || isKeptLine(line)) {
            paragraph.end();
            printLine(line.empty() ? line : indent + line);
            continue;
        }
        for (std::size_t word = 0; word < line.size();) {
            const std::size_t stop = std::min(line.find(' ', word), line.size());
            if (stop > word)
                paragraph.add(line.substr(word, stop - word));
            word = stop + 1;
        }
    }
    paragraph.end();
}

std::string letter(std::size_t choice)
{
    return std::string(1, static_cast<char>('a' + choice)) + ") ";
}

class Printer
{
public:
    Printer(const Lesson &lesson, const LessonFigures &figures, const SolvedTasks &solved)
        : m_lesson(lesson), m_figures(figures), m_solved(solved)
    {}

    void print()
    {
        printLine(m_lesson.title);
        printLine();
        for (const LessonBlock &block : m_lesson.blocks)
            std::visit([this](const auto &one) { printBlock(one); }, block);
    }

private:
    void printBlock(const LessonText &text)
    {
        const std::string filled = filledText(text, m_figures);
        if (filled.empty())
            return;
        printMarkdown(filled);
        printLine();
    }

    void printBlock(const LessonRun &run)
    {
        const auto result = m_figures.result(run.name);
        const auto figure = [&](const char *name) { return lessonValueText(figureOfRun(*result, name)); };
        printLine("Run: " + run.title);
        printLine("  " + result->recording.device.name
                  + (result->import         ? ", from a trace"
                     : isSimulated(*result) ? ", simulated (" + result->recording.device.id + ")"
                                            : " (" + result->recording.device.id + ")")
                  + ": " + figure("makespan") + ", " + figure("efficiency") + " of the bound (" + figure("bound")
                  + ")");
        printLine();
    }

    void printBlock(const LessonQuestion &question)
    {
        printMarkdown("Question " + std::to_string(numberOf(question)) + ": " + filledText(question.prompt, m_figures));
        for (std::size_t i = 0; i < question.choices.size(); ++i)
            printMarkdown(letter(i) + filledText(question.choices[i].text, m_figures), "  ");
        if (question.number)
            printLine("  … " + question.number->unit);
        if (question.bars)
            printBars(question);
        printLine();
    }

    /// From 1, in the order of the file.
    int numberOf(const LessonQuestion &question) const
    {
        int number = 0;
        for (const LessonBlock &block : m_lesson.blocks)
            if (const auto *one = std::get_if<LessonQuestion>(&block)) {
                ++number;
                if (one->name == question.name)
                    break;
            }
        return number;
    }

    void printBars(const LessonQuestion &question)
    {
        const LessonBars bars = barsOf(m_lesson, question);
        for (std::size_t lane = 0; lane < bars.lanes.size(); ++lane) {
            std::string line = "  " + bars.lanes[lane] + ":";
            for (const LessonBar &bar : bars.bars)
                if (bar.lane == lane)
                    line += " [" + bar.name + "]";
            printLine(line);
        }
    }

    void printBlock(const LessonAnswer &answer)
    {
        const auto &question = std::get<LessonQuestion>(m_lesson.blocks[answer.question]);
        const std::string heading = "Answer " + std::to_string(numberOf(question));
        if (question.kind == QuestionKind::Bars)
            printStarts(question, heading);
        else if (question.kind == QuestionKind::Choice)
            printMarkdown(heading + ": " + letter(rightChoice(question, m_figures))
                          + rightAnswerText(question, m_figures));
        else
            printLine(heading + ": " + rightAnswerText(question, m_figures));
        printMarkdown(filledText(answer.text, m_figures));
        printLine();
    }

    void printStarts(const LessonQuestion &question, const std::string &heading)
    {
        const LessonBars bars = barsOf(m_lesson, question);
        const auto result = m_figures.result(question.bars->run);
        const BarsVerdict verdict =
            judgeBars(m_lesson, question, measuredStarts(m_lesson, question, m_figures, *result), m_figures, *result);
        printLine(heading + ", in units of " + lessonValueText({LessonUnit::Time, verdict.unitNs, {}}) + ":");
        for (std::size_t i = 0; i < bars.bars.size(); ++i)
            printLine("  " + bars.lanes[bars.bars[i].lane] + ", " + bars.bars[i].name + ": from "
                      + lessonValueText({LessonUnit::Number, verdict.bars[i].start, {}}, LessonFormat::OneDecimal)
                      + " to "
                      + lessonValueText({LessonUnit::Number, verdict.bars[i].end, {}}, LessonFormat::OneDecimal));
    }

    void printBlock(const LessonTask &task)
    {
        printMarkdown("Change it: " + filledText(task.prompt, m_figures));
        std::string knobs, solution;
        for (const std::string &knob : task.knobs)
            knobs += (knobs.empty() ? "" : ", ") + knob;
        for (const auto &[knob, value] : task.solution)
            solution += (solution.empty() ? "" : ", ") + knob + " = " + value;
        printLine("  Knobs: " + knobs);
        if (const auto run = m_solved.find(task.name); run != m_solved.end())
            printLine("  A solution: " + solution + ", " + lessonValueText(figureOfRun(*run->second, "makespan")));
        printLine();
    }

    const Lesson &m_lesson;
    const LessonFigures &m_figures;
    const SolvedTasks &m_solved;
};

} // namespace

void printLesson(const Lesson &lesson, const LessonFigures &figures, const SolvedTasks &solved)
{
    Printer(lesson, figures, solved).print();
}

} // namespace streamscope
