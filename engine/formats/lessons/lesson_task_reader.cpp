// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/lessons/lesson_question_reader.h"
#include "engine/formats/lessons/lesson_run_reader.h"
#include "engine/formats/lessons/lesson_text.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <array>

namespace streamscope {

namespace {

bool isKeyOfTask(const std::string &text, std::string &key, std::string &value)
{
    constexpr std::array<std::string_view, 5> keys{"run", "knobs", "reach", "solution", "hint"};
    return splitKey(text, key, value) && std::find(keys.begin(), keys.end(), key) != keys.end();
}

std::vector<std::string> splitAt(const std::string &text, char mark)
{
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(mark, begin), text.size());
        parts.push_back(trimmedLine(std::string_view(text).substr(begin, end - begin)));
        begin = end + 1;
    }
    return parts;
}

class TaskReader
{
public:
    TaskReader(const RawLessonBlock &block, const Lesson &lesson, const LessonScope &here, const LessonScope &all)
        : m_block(block), m_lesson(lesson), m_here(here), m_all(all)
    {
        m_task.name = blockName(block);
        m_task.line = block.line;
    }

    LessonTask read()
    {
        readLines();
        for (const char *key : {"run", "knobs", "reach", "solution"})
            if (lineOf(key).number == 0)
                refuseLine(m_block.line, Phrase("engine", "task '%1' has no '%2:'").arg(m_task.name, key));
        const LessonRun &run = startingRun();
        readKnobs(run);
        readReach(run);
        readSolution(run);
        if (const LessonLine &hint = lineOf("hint"); hint.number > 0)
            m_task.hint = parseLessonText(hint.text, hint.number, m_here);
        return std::move(m_task);
    }

private:
    void readLines()
    {
        std::vector<LessonLine> prompt;
        std::string key, value;
        for (const LessonLine &line : m_block.lines) {
            const std::string text = trimmedLine(line.text);
            if (isKeyOfTask(text, key, value)) {
                if (lineOf(key).number > 0)
                    refuseLine(line.number, Phrase("engine", "'%1:' stands there twice").arg(key));
                m_lines.emplace_back(key, LessonLine{value, line.number});
            } else if (m_lines.empty()) {
                prompt.push_back(line);
            } else if (!text.empty()) {
                refuseLine(
                    line.number,
                    Phrase("engine", "'%1': after the text a task takes: run, knobs, reach, solution, hint").arg(text));
            }
        }
        int first = 0;
        const std::string markdown = joinedLines(prompt, first);
        if (markdown.empty())
            refuseLine(m_block.line, Phrase("engine", "task '%1' asks nothing: its text is missing").arg(m_task.name));
        m_task.prompt = parseLessonText(markdown, first, m_here);
    }

    LessonLine lineOf(std::string_view key) const
    {
        const auto found =
            std::find_if(m_lines.begin(), m_lines.end(), [key](const auto &one) { return one.first == key; });
        return found == m_lines.end() ? LessonLine() : found->second;
    }

    const LessonRun &startingRun()
    {
        const LessonLine line = lineOf("run");
        const LessonRun *run = m_lesson.run(line.text);
        if (!run)
            refuseLine(line.number, Phrase("engine", "there is no run '%1' above").arg(line.text));
        if (run->isTrace())
            refuseLine(line.number, Phrase("engine", "run '%1' is a trace, which has no knobs").arg(line.text));
        m_task.run = line.text;
        return *run;
    }

    void requireKnob(const LessonRun &run, const std::string &name, int line) const
    {
        if (run.parameters.has(name))
            return;
        std::string names;
        for (const ParameterSpec &spec : run.parameters.specs())
            names += (names.empty() ? "" : ", ") + spec.name;
        refuseLine(line, Phrase("engine", "run '%1' has no knob '%2'; allowed: %3").arg(run.name, name, names));
    }

    void readKnobs(const LessonRun &run)
    {
        const LessonLine line = lineOf("knobs");
        m_task.knobs = splitAt(line.text, ',');
        for (const std::string &knob : m_task.knobs)
            requireKnob(run, knob, line.number);
    }

    void readReach(const LessonRun &run)
    {
        const LessonLine line = lineOf("reach");
        LessonScope scope = m_all;
        scope.runs[std::string(studentsRun)] = {run.parameters, true};
        m_task.reach = parseLessonExpression(line.text, line.number, scope);
        if (m_task.reach.unit() != LessonUnit::Truth)
            refuseLine(
                line.number,
                Phrase("engine", "'%1' is %2, not a condition").arg(line.text, lessonUnitText(m_task.reach.unit())));
        for (const std::string &name : m_task.reach.runs())
            if (name != studentsRun && !m_here.runs.at(name).finished)
                refuseLine(line.number, Phrase("engine", "run '%1' stands below this task").arg(name));
    }

    void readSolution(const LessonRun &run)
    {
        const LessonLine line = lineOf("solution");
        Parameters values = run.parameters;
        for (const std::string &setting : splitAt(line.text, ';')) {
            const std::size_t equals = setting.find('=');
            if (equals == setting.npos)
                refuseLine(line.number,
                           Phrase("engine", "'%1' is no 'knob = value'; several are separated by ';'").arg(setting));
            const std::string knob = trimmedLine(std::string_view(setting).substr(0, equals));
            const std::string value = trimmedLine(std::string_view(setting).substr(equals + 1));
            if (std::find(m_task.knobs.begin(), m_task.knobs.end(), knob) == m_task.knobs.end())
                refuseLine(line.number, Phrase("engine", "'%1' is none of the knobs that may be changed").arg(knob));
            try {
                values.setText(knob, value);
            } catch (const InputError &error) {
                refuseLine(line.number, error.what());
            }
            m_task.solution.emplace_back(knob, value);
        }
    }

    const RawLessonBlock &m_block;
    const Lesson &m_lesson;
    const LessonScope &m_here, &m_all;
    std::vector<std::pair<std::string, LessonLine>> m_lines;
    LessonTask m_task;
};

} // namespace

LessonTask readLessonTask(const RawLessonBlock &block, const Lesson &lesson, const LessonScope &here,
                          const LessonScope &all)
{
    return TaskReader(block, lesson, here, all).read();
}

} // namespace streamscope
