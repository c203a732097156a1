// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/lessons/lesson.h"
#include "engine/run/lessons/kept_runs.h"
#include "engine/run/lessons/lesson_bars.h"
#include "engine/run/lessons/lesson_figures.h"
#include "engine/run/lessons/lesson_task.h"

#include <QByteArray>

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace streamscope {

/// The starts of drawn bars, in units; empty where a bar has not been placed.
using DrawnStarts = std::vector<std::optional<double>>;
/// What a student answers: the index of a choice, a number as it was typed, or the starts of all bars.
using GivenAnswer = std::variant<std::size_t, std::string, DrawnStarts>;

/// A lesson while a student works through it: the answers given, the runs that finished, and what they say. No widgets.
class LessonSession
{
public:
    /// `device`: the chosen one.
    LessonSession(Lesson lesson, const DeviceInfo &device);
    LessonSession(const LessonSession &) = delete; // the figures point to the lesson
    LessonSession &operator=(const LessonSession &) = delete;

    const Lesson &lesson() const { return m_lesson; }
    const LessonFigures &figures() const { return m_figures; }
    /// Another chosen device. Only while nothing has run: figures of two devices do not belong together.
    void setDevice(const DeviceInfo &device);
    const DeviceInfo &device() const { return m_device; }
    bool hasRun() const { return !m_figures.finished().empty(); }

    /// How many blocks are shown.
    std::size_t shown() const { return shownBlocks(m_lesson, m_figures.finished()); }
    /// The runs of the next step; empty when all have finished.
    std::vector<LessonRun> nextRuns() const;
    /// Questions that are shown and not answered.
    std::size_t unanswered() const;
    /// Takes the result of a run of the lesson.
    void take(const std::string &run, std::shared_ptr<const RunResult> result);

    void answer(const LessonQuestion &question, GivenAnswer answer);
    /// Null where nothing was given.
    const GivenAnswer *given(const LessonQuestion &question) const;
    /// A choice, a number that can be read, or all bars.
    bool isAnswered(const LessonQuestion &question) const;
    /// What is right has not been shown yet.
    bool isOpen(const LessonQuestion &question) const;
    /// From 1, in the order of the file.
    int numberOf(const LessonQuestion &question) const;

    struct Verdict
    {
        bool right = false;
        std::string text;                 ///< one sentence
        std::vector<std::string> details; ///< of bars: what differs
    };
    /// Empty while the question is open, or was not answered. @throws RunError where the lesson does not fit the
    /// device.
    std::optional<Verdict> verdict(const LessonQuestion &question) const;

    /// Judges the student's run of a task.
    void judge(const LessonTask &task, std::shared_ptr<const RunResult> result);
    /// Of the last run of the task; null: none.
    const TaskVerdict *judged(const LessonTask &task) const;
    /// Once done stays done.
    bool isDone(const LessonTask &task) const { return m_doneTasks.contains(task.name); }
    /// All runs have finished and all tasks are done, now or before.
    bool isDone() const { return m_isDone; }

    /// Forgets answers, runs and what was done.
    void restart();

    /// The finished runs, to be kept.
    KeptLessonRuns runs() const;
    /// The runs of an earlier start, on their device. Those of another device than the runs at hand are not taken.
    void restore(const KeptLessonRuns &runs);
    /// When the last run finished; empty where nothing has run.
    std::optional<std::chrono::system_clock::time_point> lastRan() const;

    /// Answers and what is done, as JSON, without the runs.
    QByteArray progress() const;
    /// Takes what fits the lesson, which may have changed since.
    void restore(const QByteArray &progress);
    /// What a progress() says.
    static bool isDone(const QByteArray &progress);
    /// Something was answered, ran or is done.
    static bool isBegun(const QByteArray &progress);

private:
    void updateDone();

    const Lesson m_lesson;
    DeviceInfo m_device;
    LessonFigures m_figures;
    std::map<std::string, GivenAnswer> m_answers;
    std::map<std::string, TaskVerdict> m_judged;
    std::set<std::string> m_doneTasks;
    bool m_hasBegun = false; ///< something ran, now or before
    bool m_isDone = false;
};

} // namespace streamscope
