// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/lessons/lesson_reader.h"
#include "engine/run/lessons/lesson_task.h"
#include "experiments/registry.h"
#include "tests/fuzz/fuzz_input.h"

using namespace streamscope;

namespace {

/// Whatever a lesson names can be found again, and its parts stand what is asked of them before anything runs.
void use(const Lesson &lesson)
{
    for (const LessonBlock &block : lesson.blocks)
        if (const auto *question = std::get_if<LessonQuestion>(&block)) {
            fuzz::require(lesson.question(question->name) == question && !question->runs.empty());
            for (const std::string &run : question->runs)
                fuzz::require(lesson.run(run) != nullptr);
        } else if (const auto *task = std::get_if<LessonTask>(&block)) {
            fuzz::require(knobsOfTask(lesson, *task).size() == task->knobs.size());
            solutionOfTask(lesson, *task);
        } else if (const auto *answer = std::get_if<LessonAnswer>(&block)) {
            fuzz::require(std::holds_alternative<LessonQuestion>(lesson.blocks[answer->question]));
        }
    fuzz::require(shownBlocks(lesson, {}) <= lesson.blocks.size());
}

} // namespace

/// Lessons and their expressions.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    fuzz::orRefuse([&] {
        use(readLesson(fuzz::bytes(data, size), "fuzz", experiments(),
                       [](const std::string &) -> QByteArray { throw InputError("no such file"); }));
    });
    return 0;
}
