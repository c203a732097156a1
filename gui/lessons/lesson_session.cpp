// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/lessons/lesson_session.h"

#include "gui/language/translated.h"

#include "engine/run/lessons/lesson_answers.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <utility>

namespace streamscope {

namespace {

const QString answersKey = QStringLiteral("answers"), tasksKey = QStringLiteral("tasks"),
              doneKey = QStringLiteral("done"), ranKey = QStringLiteral("ran");

/// In the user's language, as the lesson is.
std::string said(const std::string &english)
{
    return translated(english).toStdString();
}

QJsonValue jsonOf(const GivenAnswer &answer)
{
    if (const auto *choice = std::get_if<std::size_t>(&answer))
        return static_cast<qint64>(*choice);
    if (const auto *number = std::get_if<std::string>(&answer))
        return QString::fromStdString(*number);
    QJsonArray starts;
    for (const std::optional<double> &start : std::get<DrawnStarts>(answer))
        starts.append(start ? QJsonValue(*start) : QJsonValue(QJsonValue::Null));
    return starts;
}

/// Empty where it is no answer to this question.
std::optional<GivenAnswer> answerIn(const QJsonValue &json, const Lesson &lesson, const LessonQuestion &question)
{
    switch (question.kind) {
    case QuestionKind::Choice: {
        const int choice = json.toInt(-1);
        if (choice < 0 || static_cast<std::size_t>(choice) >= question.choices.size())
            return std::nullopt;
        return GivenAnswer(static_cast<std::size_t>(choice));
    }
    case QuestionKind::Number:
        return json.isString() ? std::optional<GivenAnswer>(json.toString().toStdString()) : std::nullopt;
    case QuestionKind::Bars: {
        DrawnStarts starts;
        for (const QJsonValue start : json.toArray())
            starts.push_back(start.isDouble() ? std::optional<double>(start.toDouble()) : std::nullopt);
        if (starts.size() != barsOf(lesson, question).bars.size())
            return std::nullopt;
        return GivenAnswer(starts);
    }
    }
    return std::nullopt;
}

} // namespace

LessonSession::LessonSession(Lesson lesson, const DeviceInfo &device)
    : m_lesson(std::move(lesson)), m_device(device), m_figures(m_lesson, device)
{}

void LessonSession::setDevice(const DeviceInfo &device)
{
    if (hasRun())
        return;
    m_device = device;
    m_figures = LessonFigures(m_lesson, device);
}

std::vector<LessonRun> LessonSession::nextRuns() const
{
    std::vector<LessonRun> runs;
    const std::size_t count = shown();
    for (std::size_t i = 0; i < count; ++i)
        if (const auto *run = std::get_if<LessonRun>(&m_lesson.blocks[i]); run && !m_figures.result(run->name))
            runs.push_back(*run);
    return runs;
}

std::size_t LessonSession::unanswered() const
{
    std::size_t count = 0;
    const std::size_t blocks = shown();
    for (std::size_t i = 0; i < blocks; ++i)
        if (const auto *question = std::get_if<LessonQuestion>(&m_lesson.blocks[i]))
            count += isOpen(*question) && !isAnswered(*question) ? 1 : 0;
    return count;
}

void LessonSession::take(const std::string &run, std::shared_ptr<const RunResult> result)
{
    m_figures.add(run, std::move(result));
    m_hasBegun = true;
    updateDone();
}

void LessonSession::answer(const LessonQuestion &question, GivenAnswer answer)
{
    m_answers[question.name] = std::move(answer);
}

const GivenAnswer *LessonSession::given(const LessonQuestion &question) const
{
    const auto found = m_answers.find(question.name);
    return found == m_answers.end() ? nullptr : &found->second;
}

bool LessonSession::isAnswered(const LessonQuestion &question) const
{
    const GivenAnswer *answer = given(question);
    if (!answer)
        return false;
    if (const auto *number = std::get_if<std::string>(answer))
        return parseStudentsNumber(*number).has_value();
    if (const auto *starts = std::get_if<DrawnStarts>(answer))
        return std::ranges::all_of(*starts, [](const std::optional<double> &start) { return start.has_value(); });
    return true;
}

bool LessonSession::isOpen(const LessonQuestion &question) const
{
    return std::ranges::any_of(question.runs, [this](const std::string &run) { return !m_figures.result(run); });
}

int LessonSession::numberOf(const LessonQuestion &question) const
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

std::optional<LessonSession::Verdict> LessonSession::verdict(const LessonQuestion &question) const
{
    if (isOpen(question) || !isAnswered(question))
        return std::nullopt;
    const GivenAnswer &answer = *given(question);
    Verdict verdict;
    if (question.kind == QuestionKind::Choice) {
        verdict.right = std::get<std::size_t>(answer) == rightChoice(question, m_figures);
        verdict.text = rightAnswerText(question, m_figures); // in the words of the lesson
    } else if (question.kind == QuestionKind::Number) {
        const double number = *parseStudentsNumber(std::get<std::string>(answer));
        const NumberVerdict judged = judgeNumber(question, number, m_figures);
        verdict.right = judged.right;
        verdict.text = said(judged.text) + '.';
    } else {
        std::vector<double> starts;
        for (const std::optional<double> &start : std::get<DrawnStarts>(answer))
            starts.push_back(*start);
        const BarsVerdict judged =
            judgeBars(m_lesson, question, starts, m_figures, *m_figures.result(question.bars->run));
        verdict.right = judged.right;
        verdict.text = said(judged.text) + '.';
        for (const JudgedBar &bar : judged.bars)
            if (!bar.right)
                verdict.details.push_back(said(bar.text));
        for (const std::string &overlap : judged.overlaps)
            verdict.details.push_back(said(overlap));
    }
    return verdict;
}

void LessonSession::judge(const LessonTask &task, std::shared_ptr<const RunResult> result)
{
    TaskVerdict verdict = judgeTask(m_lesson, task, std::move(result), m_figures);
    if (verdict.done)
        m_doneTasks.insert(task.name);
    m_judged[task.name] = std::move(verdict);
    updateDone();
}

const TaskVerdict *LessonSession::judged(const LessonTask &task) const
{
    const auto found = m_judged.find(task.name);
    return found == m_judged.end() ? nullptr : &found->second;
}

void LessonSession::updateDone()
{
    const bool isDoneNow = std::ranges::all_of(m_lesson.blocks, [this](const LessonBlock &block) {
        if (const auto *run = std::get_if<LessonRun>(&block))
            return m_figures.result(run->name) != nullptr;
        const auto *task = std::get_if<LessonTask>(&block);
        return !task || isDone(*task);
    });
    m_isDone = m_isDone || isDoneNow;
}

void LessonSession::restart()
{
    m_figures = LessonFigures(m_lesson, m_device);
    m_answers.clear();
    m_judged.clear();
    m_doneTasks.clear();
    m_hasBegun = m_isDone = false;
}

KeptLessonRuns LessonSession::runs() const
{
    KeptLessonRuns runs{m_device, {}};
    for (const std::string &name : m_figures.finished())
        runs.results.emplace(name, m_figures.result(name));
    return runs;
}

void LessonSession::restore(const KeptLessonRuns &runs)
{
    if (hasRun() && runs.device.id != m_device.id)
        return;
    setDevice(runs.device);
    for (const auto &[name, result] : runs.results)
        take(name, result);
}

std::optional<std::chrono::system_clock::time_point> LessonSession::lastRan() const
{
    std::optional<std::chrono::system_clock::time_point> last;
    for (const std::string &name : m_figures.finished())
        last = std::max(last, std::optional(m_figures.result(name)->finishedAt));
    return last;
}

QByteArray LessonSession::progress() const
{
    QJsonObject answers;
    for (const auto &[name, answer] : m_answers)
        answers[QString::fromStdString(name)] = jsonOf(answer);
    QJsonArray tasks;
    for (const std::string &task : m_doneTasks)
        tasks.append(QString::fromStdString(task));
    const QJsonObject all{{answersKey, answers}, {tasksKey, tasks}, {doneKey, m_isDone}, {ranKey, m_hasBegun}};
    return QJsonDocument(all).toJson(QJsonDocument::Compact);
}

void LessonSession::restore(const QByteArray &progress)
{
    const QJsonObject all = QJsonDocument::fromJson(progress).object();
    const QJsonObject answers = all[answersKey].toObject();
    for (const LessonBlock &block : m_lesson.blocks)
        if (const auto *question = std::get_if<LessonQuestion>(&block))
            if (std::optional<GivenAnswer> known =
                    answerIn(answers[QString::fromStdString(question->name)], m_lesson, *question))
                m_answers[question->name] = std::move(*known);
    for (const QJsonValue task : all[tasksKey].toArray())
        if (m_lesson.task(task.toString().toStdString()))
            m_doneTasks.insert(task.toString().toStdString());
    m_isDone = all[doneKey].toBool();
    m_hasBegun = all[ranKey].toBool();
}

bool LessonSession::isDone(const QByteArray &progress)
{
    return QJsonDocument::fromJson(progress).object()[doneKey].toBool();
}

bool LessonSession::isBegun(const QByteArray &progress)
{
    const QJsonObject all = QJsonDocument::fromJson(progress).object();
    return !all[answersKey].toObject().isEmpty() || !all[tasksKey].toArray().isEmpty() || all[doneKey].toBool()
           || all[ranKey].toBool();
}

} // namespace streamscope
