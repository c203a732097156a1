// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/lessons/lesson_task.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <algorithm>

namespace streamscope {

namespace {

const LessonRun &runOf(const Lesson &lesson, const LessonTask &task)
{
    const LessonRun *run = lesson.run(task.run);
    if (!run)
        throw InputError(Phrase("engine", "there is no run '%1'").arg(task.run));
    return *run;
}

bool mayChange(const LessonTask &task, const std::string &knob)
{
    return std::find(task.knobs.begin(), task.knobs.end(), knob) != task.knobs.end();
}

std::string forbiddenChanges(const Lesson &lesson, const LessonTask &task, const Parameters &values)
{
    std::string names;
    const Parameters start = startOfTask(lesson, task);
    for (const ParameterSpec &spec : start.specs())
        if (!mayChange(task, spec.name)
            && (!values.has(spec.name) || values.value(spec.name) != start.value(spec.name)))
            names += (names.empty() ? "" : ", ") + spec.name;
    return names;
}

} // namespace

Parameters startOfTask(const Lesson &lesson, const LessonTask &task)
{
    return runOf(lesson, task).parameters;
}

Parameters solutionOfTask(const Lesson &lesson, const LessonTask &task)
{
    Parameters values = startOfTask(lesson, task);
    for (const auto &[knob, value] : task.solution)
        values.setText(knob, value);
    return values;
}

std::vector<ParameterSpec> knobsOfTask(const Lesson &lesson, const LessonTask &task)
{
    std::vector<ParameterSpec> knobs;
    const Parameters start = startOfTask(lesson, task);
    for (const std::string &name : task.knobs)
        for (const ParameterSpec &spec : start.specs())
            if (spec.name == name)
                knobs.push_back(spec);
    return knobs;
}

TaskVerdict judgeTask(const Lesson &lesson, const LessonTask &task, std::shared_ptr<const RunResult> result,
                      const LessonFigures &figures)
{
    TaskVerdict verdict;
    if (const std::string names = forbiddenChanges(lesson, task, result->request.parameters); !names.empty())
        verdict.missing.push_back(Phrase("engine", "these knobs must stay as they were: %1").arg(names));
    LessonFigures own = figures;
    own.add(std::string(studentsRun), std::move(result));
    for (std::string &reason : task.reach.missing(own))
        verdict.missing.push_back(std::move(reason));
    verdict.done = verdict.missing.empty();
    return verdict;
}

} // namespace streamscope
