// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/lessons/lesson_check.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "engine/run/lessons/lesson_answers.h"
#include "engine/run/lessons/lesson_bars.h"
#include "engine/run/lessons/lesson_run.h"
#include "engine/run/lessons/lesson_task.h"

#include <cmath>

namespace streamscope {

namespace {

class Checker
{
public:
    Checker(const Lesson &lesson, const LessonFigures &figures, Executor &chosen, const RunControl &control)
        : m_lesson(lesson), m_figures(figures), m_chosen(chosen), m_control(control)
    {}

    std::vector<std::string> check()
    {
        for (const LessonBlock &block : m_lesson.blocks)
            std::visit([this](const auto &one) { guarded(one.line, [&] { checkBlock(one); }); }, block);
        return std::move(m_faults);
    }

private:
    template <typename Action>
    void guarded(int line, Action action)
    {
        try {
            action();
        } catch (const Cancelled &) {
            throw;
        } catch (const std::exception &error) {
            fault(line, error.what());
        }
    }
    void fault(int line, const std::string &what)
    {
        m_faults.push_back(m_lesson.name + ", line " + std::to_string(line) + ": " + what);
    }

    void checkBlock(const LessonText &text) { filledText(text, m_figures); }
    void checkBlock(const LessonAnswer &answer) { filledText(answer.text, m_figures); }

    void checkBlock(const LessonRun &run)
    {
        // A run with a race may bring wrong data: that is what it is there for.
        if (const auto result = m_figures.result(run.name);
            result && result->recording.verification == Verification::Failed && result->analysis.races.empty())
            fault(run.line, "run '" + run.name + "': " + result->recording.verificationText);
    }

    void checkBlock(const LessonQuestion &question)
    {
        filledText(question.prompt, m_figures);
        for (const LessonChoice &choice : question.choices)
            filledText(choice.text, m_figures);
        if (question.kind == QuestionKind::Choice)
            rightChoice(question, m_figures);
        else if (question.kind == QuestionKind::Number)
            rightNumber(question, m_figures);
        else
            checkBars(question);
    }

    /// What was measured is itself a right answer, and fits the empty timeline: a student drags to whole units.
    void checkBars(const LessonQuestion &question)
    {
        const auto result = m_figures.result(question.bars->run);
        if (!result)
            throw RunError(Phrase("engine", "run '%1' has not finished").arg(question.bars->run));
        std::vector<double> starts = measuredStarts(m_lesson, question, m_figures, *result);
        for (double &start : starts)
            start = std::round(start);
        const BarsVerdict verdict = judgeBars(m_lesson, question, starts, m_figures, *result);
        if (!verdict.right)
            fault(question.line, "question '" + question.name
                                     + "': bars at whole units do not fit the run: " + verdict.text
                                     + (verdict.overlaps.empty() ? std::string() : "; " + verdict.overlaps.front()));
        for (const JudgedBar &bar : verdict.bars)
            if (bar.end > question.bars->columns + question.bars->tolerance) {
                fault(question.line, "question '" + question.name + "': " + bar.text + ", beyond its "
                                         + std::to_string(question.bars->columns) + " columns");
                return;
            }
    }

    void checkBlock(const LessonTask &task)
    {
        filledText(task.prompt, m_figures);
        filledText(task.hint, m_figures);
        const LessonRun &run = *m_lesson.run(task.run);
        if (judgeTask(m_lesson, task, m_figures.result(task.run), m_figures).done)
            fault(task.line, "task '" + task.name + "' is done before anything was changed");
        const TaskVerdict solved = judgeTask(
            m_lesson, task, runLessonTask(run, solutionOfTask(m_lesson, task), m_chosen, m_control), m_figures);
        for (const std::string &missing : solved.missing)
            fault(task.line, "the solution of task '" + task.name + "' does not do it: " + missing);
    }

    const Lesson &m_lesson;
    const LessonFigures &m_figures;
    Executor &m_chosen;
    const RunControl &m_control;
    std::vector<std::string> m_faults;
};

} // namespace

LessonFigures runWholeLesson(const Lesson &lesson, Executor &chosen, const RunControl &control)
{
    LessonFigures figures(lesson, chosen.device());
    for (const LessonBlock &block : lesson.blocks)
        if (const auto *run = std::get_if<LessonRun>(&block)) {
            control.checkStop();
            figures.add(run->name, runLessonRun(*run, chosen, control));
        }
    return figures;
}

std::vector<std::string> lessonFaults(const Lesson &lesson, const LessonFigures &figures, Executor &chosen,
                                      const RunControl &control)
{
    return Checker(lesson, figures, chosen, control).check();
}

} // namespace streamscope
