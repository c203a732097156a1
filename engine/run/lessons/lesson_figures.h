// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/lessons/lesson.h"
#include "engine/run/run_job.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// The figures of a lesson's runs, for its texts and answers. Grows as runs finish.
class LessonFigures final : public LessonFigureSource
{
public:
    /// `chosen`: the device that the student chose. The lesson must outlive the figures.
    LessonFigures(const Lesson &lesson, DeviceInfo chosen);

    /// A finished run of the lesson, or of a task as studentsRun. Replaces an earlier one.
    void add(const std::string &run, std::shared_ptr<const RunResult> result);
    void remove(const std::string &run) { m_results.erase(run); }
    /// Null where it has not finished.
    std::shared_ptr<const RunResult> result(std::string_view run) const;
    /// Names of the finished runs: for shownBlocks().
    std::vector<std::string> finished() const;

    LessonValue figure(const std::string &run, const std::string &figure) const override;
    LessonValue knob(const std::string &run, const std::string &name) const override;
    LessonValue measure(const std::string &function, const std::string &run,
                        const std::vector<std::string> &filters) const override;

private:
    const RunResult &finishedRun(const std::string &run) const;

    const Lesson *m_lesson;
    DeviceInfo m_chosen;
    std::map<std::string, std::shared_ptr<const RunResult>, std::less<>> m_results;
};

} // namespace streamscope
