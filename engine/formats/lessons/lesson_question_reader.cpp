// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/lessons/lesson_question_reader.h"

#include "engine/formats/lessons/lesson_reader.h"
#include "engine/formats/lessons/lesson_run_reader.h"
#include "engine/formats/lessons/lesson_text.h"
#include "engine/program/errors.h"
#include "engine/program/size_text.h"
#include "engine/program/text/phrase.h"
#include "engine/timeline/span_query.h"

#include <algorithm>
#include <array>
#include <set>

namespace streamscope {

namespace {

struct AnswerUnit
{
    std::string_view name;
    LessonUnit unit;
    double scale;
};
constexpr std::array<AnswerUnit, 12> answerUnits{{{"ns", LessonUnit::Time, 1},
                                                  {"us", LessonUnit::Time, 1e3},
                                                  {"µs", LessonUnit::Time, 1e3},
                                                  {"ms", LessonUnit::Time, 1e6},
                                                  {"s", LessonUnit::Time, 1e9},
                                                  {"%", LessonUnit::Share, 0.01},
                                                  {"GB/s", LessonUnit::Rate, 1},
                                                  {"MiB", LessonUnit::Bytes, 1048576},
                                                  {"GiB", LessonUnit::Bytes, 1073741824},
                                                  {"MB", LessonUnit::Bytes, 1e6},
                                                  {"kB", LessonUnit::Bytes, 1e3},
                                                  {"", LessonUnit::Number, 1}}};

void readUnit(NumberQuestion &number, const std::string &name, int line)
{
    const LessonUnit unit = number.value.unit();
    std::string allowed;
    for (const AnswerUnit &one : answerUnits)
        if (one.unit == unit) {
            allowed += (allowed.empty() ? "" : ", ") + std::string(one.name);
            if (one.name == name || unit == LessonUnit::Number) {
                number.unit = name == "us" ? "µs" : name; // of a plain number it is any word: "times", "units"
                number.scale = one.scale;
                return;
            }
        }
    if (allowed.empty())
        refuseLine(
            line, Phrase("engine", "'unit: %1': the answer is %2, which is no number").arg(name, lessonUnitText(unit)));
    refuseLine(line,
               Phrase("engine", "'unit: %1': the answer is %2; allowed: %3").arg(name, lessonUnitText(unit), allowed));
}

/// "10 %" or a number.
double readTolerance(const std::string &text, bool &absolute, int line)
{
    const bool isShare = text.ends_with('%');
    const auto value = parseNumber(isShare ? trimmedLine(std::string_view(text).substr(0, text.size() - 1)) : text);
    const double most = isShare ? 100 : 1e9;
    if (!value || *value < 0 || *value > most)
        refuseLine(
            line,
            Phrase("engine", "'tolerance: %1': allowed: 0 % to 100 %, or a number in the answer's unit").arg(text));
    absolute = !isShare;
    return isShare ? *value / 100 : *value;
}

std::string checkedFilter(const std::string &text, int line)
{
    const SpanQuery query = parseQuery(text);
    if (!query.problem.empty() || query.empty())
        refuseLine(line, query.problem.empty()
                             ? Phrase("engine", "'%1' names no operations").arg(text)
                             : Phrase("engine", "'%1' names no operations: %2").arg(text, query.problem));
    return text;
}

bool isKeyOfQuestion(const std::string &text, std::string &key, std::string &value)
{
    constexpr std::array<std::string_view, 8> keys{"number",     "unit",    "tolerance", "bars",
                                                   "operations", "columns", "length",    "choices"};
    return splitKey(text, key, value) && std::find(keys.begin(), keys.end(), key) != keys.end();
}

class QuestionReader
{
public:
    QuestionReader(const RawLessonBlock &block, const LessonScope &here, const LessonScope &all)
        : m_block(block), m_here(here), m_all(all)
    {
        m_question.name = blockName(block);
        m_question.line = block.line;
    }

    LessonQuestion read()
    {
        std::size_t at = readPrompt();
        for (; at < m_block.lines.size(); ++at)
            if (const std::string text = trimmedLine(m_block.lines[at].text); !text.empty())
                readLine(text, m_block.lines[at].number);
        finish();
        return std::move(m_question);
    }

private:
    static bool isChoice(const std::string &text) { return text.starts_with("- "); }

    std::size_t readPrompt()
    {
        std::vector<LessonLine> prompt;
        std::string key, value;
        for (const LessonLine &line : m_block.lines) {
            const std::string text = trimmedLine(line.text);
            if (isChoice(text) || isKeyOfQuestion(text, key, value))
                break;
            prompt.push_back(line);
        }
        int first = 0;
        const std::string markdown = joinedLines(prompt, first);
        if (markdown.empty())
            refuseLine(m_block.line,
                       Phrase("engine", "question '%1' asks nothing: its text is missing").arg(m_question.name));
        m_question.prompt = parseLessonText(markdown, first, m_here);
        return prompt.size();
    }

    void readLine(const std::string &text, int line)
    {
        std::string key, value;
        if (isChoice(text))
            readChoice(text.substr(2), line);
        else if (isKeyOfQuestion(text, key, value))
            readKey(key, value, line);
        else
            refuseLine(line,
                       Phrase("engine", "'%1': after the text a question takes choices '- text (right if: condition)', "
                                        "or the keys number, unit, tolerance, bars, operations, columns, length")
                           .arg(text));
    }

    void readChoice(const std::string &text, int line)
    {
        constexpr std::string_view mark = "(right if:";
        const std::size_t begin = text.rfind(mark);
        if (begin == text.npos || !text.ends_with(')'))
            refuseLine(line, QT_TRANSLATE_NOOP("engine", "a choice ends with '(right if: condition)'"));
        if (m_question.choices.size() >= maxLessonChoices)
            refuseLine(line, Phrase("engine", "more than %1 choices").arg(maxLessonChoices));
        LessonChoice choice;
        choice.line = line;
        choice.text = parseLessonText(trimmedLine(std::string_view(text).substr(0, begin)), line, m_here);
        if (choice.text.empty())
            refuseLine(line, QT_TRANSLATE_NOOP("engine", "a choice needs a text before '(right if: …)'"));
        choice.right = parseLessonExpression(
            trimmedLine(std::string_view(text).substr(begin + mark.size(), text.size() - begin - mark.size() - 1)),
            line, m_all);
        if (choice.right.unit() != LessonUnit::Truth)
            refuseLine(line, Phrase("engine", "'%1' is %2, not a condition")
                                 .arg(choice.right.text(), lessonUnitText(choice.right.unit())));
        m_question.choices.push_back(std::move(choice));
    }

    void readKey(const std::string &key, const std::string &value, int line)
    {
        if (key != "length" && !m_keys.insert(key).second)
            refuseLine(line, Phrase("engine", "'%1:' stands there twice").arg(key));
        if (key == "number")
            numberOf().value = parseLessonExpression(value, line, m_all);
        else if (key == "bars")
            barsOf().run = knownRun(value, line);
        else if (key == "unit")
            m_unit = {value, line};
        else if (key == "tolerance")
            m_tolerance = {value, line};
        else if (key == "operations")
            barsOf().filter = checkedFilter(value, line);
        else if (key == "columns")
            readColumns(value, line);
        else if (key == "length")
            readLength(value, line);
        else
            refuseLine(line, QT_TRANSLATE_NOOP("engine", "choices stand in lines that begin with '- '"));
    }

    NumberQuestion &numberOf() { return m_question.number ? *m_question.number : m_question.number.emplace(); }
    BarsQuestion &barsOf() { return m_question.bars ? *m_question.bars : m_question.bars.emplace(); }

    std::string knownRun(const std::string &name, int line) const
    {
        if (m_all.runs.contains(name))
            return name;
        std::string names;
        for (const auto &[run, scope] : m_all.runs)
            names += (names.empty() ? "" : ", ") + run;
        refuseLine(line, Phrase("engine", "there is no run '%1'; allowed: %2").arg(name, names));
    }

    void readColumns(const std::string &value, int line)
    {
        const auto columns = parseWholeNumber(value);
        if (!columns || *columns < 2 || *columns > 40)
            refuseLine(line, Phrase("engine", "'columns: %1': allowed: 2 to 40").arg(value));
        barsOf().columns = static_cast<int>(*columns);
    }

    void readLength(const std::string &value, int line)
    {
        const std::size_t equals = value.rfind('=');
        const auto units = equals == value.npos ? std::nullopt : parseNumber(value.substr(equals + 1));
        if (!units || *units <= 0 || *units > 40)
            refuseLine(line,
                       Phrase("engine", "'length: %1': allowed: OPERATIONS = units, as 'kernel = 2', 0 to 40 units")
                           .arg(value));
        barsOf().lengths.emplace_back(checkedFilter(trimmedLine(std::string_view(value).substr(0, equals)), line),
                                      *units);
    }

    void finish()
    {
        const int kinds =
            (m_question.choices.empty() ? 0 : 1) + (m_question.number ? 1 : 0) + (m_question.bars ? 1 : 0);
        if (kinds != 1)
            refuseLine(m_block.line,
                       Phrase("engine", "question '%1' needs one kind of answer: choices '- …', 'number:' or 'bars:'")
                           .arg(m_question.name));
        if (m_question.number)
            finishNumber();
        else if (m_question.bars)
            finishBars();
        else
            finishChoices();
        if (m_question.runs.empty())
            refuseLine(m_block.line, Phrase("engine", "the answer of question '%1' needs no run: it cannot be computed")
                                         .arg(m_question.name));
    }

    void finishChoices()
    {
        if (!m_unit.text.empty() || !m_tolerance.text.empty())
            refuseLine(std::max(m_unit.number, m_tolerance.number),
                       QT_TRANSLATE_NOOP("engine", "choices have no unit and no tolerance"));
        if (m_question.choices.size() < 2)
            refuseLine(m_block.line, Phrase("engine", "question '%1' needs at least two choices").arg(m_question.name));
        std::set<std::string> runs;
        for (const LessonChoice &choice : m_question.choices)
            for (const std::string &run : choice.right.runs())
                runs.insert(run);
        m_question.runs.assign(runs.begin(), runs.end());
    }

    void finishNumber()
    {
        m_question.kind = QuestionKind::Number;
        NumberQuestion &number = *m_question.number;
        if (!number.value)
            refuseLine(m_block.line, Phrase("engine", "question '%1' has no 'number:'").arg(m_question.name));
        readUnit(number, m_unit.text, m_unit.number > 0 ? m_unit.number : m_block.line);
        if (m_tolerance.text.empty())
            refuseLine(m_block.line,
                       Phrase("engine", "question '%1' needs 'tolerance:', such as 10 %").arg(m_question.name));
        number.tolerance = readTolerance(m_tolerance.text, number.absolute, m_tolerance.number);
        m_question.runs = number.value.runs();
    }

    void finishBars()
    {
        m_question.kind = QuestionKind::Bars;
        BarsQuestion &bars = *m_question.bars;
        if (bars.run.empty())
            refuseLine(m_block.line,
                       Phrase("engine", "question '%1' has no 'bars:' with the name of its run").arg(m_question.name));
        if (m_unit.text.empty())
            refuseLine(
                m_block.line,
                Phrase("engine", "question '%1' needs 'unit:', the time of one unit, such as median(two, \"kernel\")")
                    .arg(m_question.name));
        bars.unit = parseLessonExpression(m_unit.text, m_unit.number, m_all);
        if (bars.unit.unit() != LessonUnit::Time)
            refuseLine(m_unit.number,
                       Phrase("engine", "'%1' is %2, not a time").arg(m_unit.text, lessonUnitText(bars.unit.unit())));
        bool absolute = true;
        if (!m_tolerance.text.empty())
            bars.tolerance = readTolerance(m_tolerance.text, absolute, m_tolerance.number);
        if (!absolute)
            refuseLine(m_tolerance.number, QT_TRANSLATE_NOOP("engine", "the tolerance of bars is a number of units"));
        std::set<std::string> runs{bars.run};
        for (const std::string &run : bars.unit.runs())
            runs.insert(run);
        m_question.runs.assign(runs.begin(), runs.end());
    }

    const RawLessonBlock &m_block;
    const LessonScope &m_here, &m_all;
    LessonQuestion m_question;
    LessonLine m_unit, m_tolerance;
    std::set<std::string> m_keys;
};

} // namespace

LessonQuestion readLessonQuestion(const RawLessonBlock &block, const LessonScope &here, const LessonScope &all)
{
    return QuestionReader(block, here, all).read();
}

} // namespace streamscope
