// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/console.h"
#include "cli/common/outputs.h"
#include "cli/lessons/lesson_print.h"

#include "engine/formats/lessons/lesson_reader.h"
#include "engine/program/errors.h"
#include "engine/run/devices.h"
#include "engine/run/lessons/lesson_check.h"
#include "engine/run/lessons/lesson_run.h"
#include "engine/run/lessons/lesson_task.h"
#include "experiments/registry.h"
#include "gui/lessons/lesson_sheet.h"

namespace streamscope {

namespace {

/// A lesson with all that was measured for it.
struct TakenLesson
{
    const Lesson *lesson = nullptr;
    std::unique_ptr<Executor> device;
    LessonFigures figures;
    SolvedTasks solved;
};

class LessonCommand final : public Command
{
public:
    explicit LessonCommand(CLI::App &parent)
    {
        app = parent.add_subcommand("lesson", "Run a lesson and print it with its answers, or make sheets for a class");
        app->add_option("lesson", m_name,
                        "A lesson's name or number (streamscope lessons), a file *.md, or a class: *.class.md")
            ->required();
        app->add_option("--device", m_device, "The device that runs it; default: the lesson's, or else the GPU");
        app->add_flag("--check", m_check,
                      "Say what is wrong with the lesson on this device: each question needs exactly one right answer, "
                      "each task must be open at its start and done by its solution; exit code 1 where one is not");
        const auto asksForPicture = [this](const std::string &path) { image = path; };
        app->add_option("--sheet", m_sheet, "Write the sheet for students as PDF")->each(asksForPicture);
        app->add_option("--solutions", m_solutions, "Write the solutions with the timelines as PDF")
            ->each(asksForPicture);
    }

    int run(const std::stop_token &stop) override
    {
        requirePdf("--sheet", m_sheet);
        requirePdf("--solutions", m_solutions);
        Outputs outputs({m_sheet, m_solutions});
        const LessonClass lessons = readLessons();
        if (m_check)
            return check(lessons, stop);
        const bool printsText = m_sheet.empty() && m_solutions.empty();
        std::vector<TakenLesson> taken;
        for (const Lesson &lesson : lessons.lessons)
            taken.push_back(take(lesson, printsText || !m_solutions.empty(), stop));
        if (printsText)
            for (const TakenLesson &one : taken)
                printLesson(*one.lesson, one.figures, one.solved);
        outputs.write(m_sheet, [&] { return pdf(lessons, taken, lessonSheet); });
        outputs.write(m_solutions, [&] { return pdf(lessons, taken, lessonSolutions); });
        outputs.commit(stop);
        outputs.tell();
        return 0;
    }

private:
    static void requirePdf(const char *option, const std::string &path)
    {
        if (!path.empty() && !path.ends_with(".pdf"))
            throw InputError(std::string(option) + " " + path + ": a sheet ends in .pdf");
    }

    LessonClass readLessons() const
    {
        if (isClassPath(m_name))
            return loadClass(m_name, experiments());
        LessonClass one;
        one.lessons.push_back(isLessonPath(m_name) ? loadLesson(m_name, experiments())
                                                   : findLesson(m_name, experiments()));
        one.title = one.lessons.front().title;
        return one;
    }

    std::unique_ptr<Executor> open(const Lesson &lesson) const
    {
        return openDevice(m_device.empty() ? lesson.device : m_device);
    }

    TakenLesson take(const Lesson &lesson, bool runs, const std::stop_token &stop) const
    {
        auto device = open(lesson);
        const DeviceInfo info = device->device();
        TakenLesson taken{&lesson, std::move(device), LessonFigures(lesson, info), {}};
        if (!runs)
            return taken;
        ProgressLine line;
        const RunControl control = line.runControl(stop);
        taken.figures = runWholeLesson(lesson, *taken.device, control);
        for (const LessonBlock &block : lesson.blocks)
            if (const auto *task = std::get_if<LessonTask>(&block))
                taken.solved[task->name] =
                    runLessonTask(*lesson.run(task->run), solutionOfTask(lesson, *task), *taken.device, control);
        return taken;
    }

    /// Of the translations beside the lesson's file.
    static std::vector<std::string> twinFaults(const Lesson &lesson)
    {
        std::vector<std::string> faults;
        if (!lesson.file.empty())
            for (const std::string &language : twinLanguages(lesson.file))
                try {
                    loadLesson(lesson.file, experiments(), language);
                } catch (const InputError &error) {
                    faults.emplace_back(error.what());
                }
        return faults;
    }

    int check(const LessonClass &lessons, const std::stop_token &stop) const
    {
        bool isGood = true;
        for (const Lesson &lesson : lessons.lessons) {
            const auto device = open(lesson);
            std::vector<std::string> faults;
            {
                ProgressLine line;
                const RunControl control = line.runControl(stop);
                faults = lessonFaults(lesson, runWholeLesson(lesson, *device, control), *device, control);
            }
            for (std::string &fault : twinFaults(lesson))
                faults.push_back(std::move(fault));
            for (const std::string &fault : faults)
                printMessage(fault);
            if (faults.empty())
                printLine(lesson.name + ": right on " + device->device().id);
            isGood = isGood && faults.empty();
        }
        return isGood ? 0 : 1;
    }

    QByteArray pdf(const LessonClass &lessons, const std::vector<TakenLesson> &taken,
                   QByteArray (*make)(const QString &, const QString &, const std::vector<SheetLesson> &)) const
    {
        std::vector<SheetLesson> sheets;
        for (const TakenLesson &one : taken)
            sheets.push_back({one.lesson, &one.figures, one.solved});
        return make(QString::fromStdString(lessons.title), QString::fromStdString(lessons.introduction), sheets);
    }

    std::string m_name, m_device, m_sheet, m_solutions;
    bool m_check = false;
};

} // namespace

std::unique_ptr<Command> makeLessonCommand(CLI::App &parent)
{
    return std::make_unique<LessonCommand>(parent);
}

} // namespace streamscope
