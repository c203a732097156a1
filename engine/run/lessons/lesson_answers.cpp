// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/lessons/lesson_answers.h"

#include "engine/device/number_text.h"
#include "engine/program/errors.h"
#include "engine/program/size_text.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace streamscope {

namespace {

const NumberQuestion &numberOf(const LessonQuestion &question)
{
    if (!question.number)
        throw std::logic_error("question " + question.name + " takes no number");
    return *question.number;
}

std::string withUnit(double value, const std::string &unit)
{
    const std::string number = lessonValueText({LessonUnit::Number, value, {}});
    return unit.empty() ? number : number + " " + unit;
}

std::string toleranceText(const NumberQuestion &number)
{
    return number.absolute ? "± " + withUnit(number.tolerance, number.unit)
                           : "± " + lessonValueText({LessonUnit::Share, number.tolerance, {}});
}

} // namespace

std::size_t rightChoice(const LessonQuestion &question, const LessonFigureSource &figures)
{
    std::vector<std::size_t> right;
    for (std::size_t i = 0; i < question.choices.size(); ++i)
        if (question.choices[i].right.value(figures).isTrue())
            right.push_back(i);
    if (right.size() == 1)
        return right.front();
    if (right.empty())
        throw RunError(Phrase("engine", "question '%1': no choice is right on this device").arg(question.name));
    std::string which;
    for (const std::size_t choice : right)
        which += (which.empty() ? "" : ", ") + std::to_string(choice + 1);
    throw RunError(
        Phrase("engine", "question '%1': several choices are right on this device: %2").arg(question.name, which));
}

NumberAnswer rightNumber(const LessonQuestion &question, const LessonFigureSource &figures)
{
    const NumberQuestion &number = numberOf(question);
    NumberAnswer answer;
    answer.value = number.value.value(figures).number / number.scale;
    if (!std::isfinite(answer.value))
        throw RunError(Phrase("engine", "question '%1': its answer is no number").arg(question.name));
    answer.tolerance = number.absolute ? number.tolerance : std::abs(number.tolerance * answer.value);
    answer.text = withUnit(answer.value, number.unit);
    return answer;
}

NumberVerdict judgeNumber(const LessonQuestion &question, double given, const LessonFigureSource &figures)
{
    const NumberAnswer answer = rightNumber(question, figures);
    constexpr double rounding = 1e-9; // 0.1 + 0.2
    NumberVerdict verdict;
    verdict.right = std::abs(given - answer.value) <= answer.tolerance + rounding * std::abs(answer.value);
    const Phrase text = verdict.right ? Phrase("engine", "%1 is right: it was %2 (%3 counts as right)")
                                      : Phrase("engine", "%1 is not it: it was %2 (%3 counts as right)");
    verdict.text = text.arg(withUnit(given, numberOf(question).unit), answer.text, toleranceText(numberOf(question)));
    return verdict;
}

std::optional<double> parseStudentsNumber(std::string_view text)
{
    std::string number(trimmed(text));
    std::replace(number.begin(), number.end(), ',', '.');
    return parseNumber(number);
}

std::string rightAnswerText(const LessonQuestion &question, const LessonFigureSource &figures)
{
    switch (question.kind) {
    case QuestionKind::Choice:
        return filledText(question.choices[rightChoice(question, figures)].text, figures);
    case QuestionKind::Number:
        return rightNumber(question, figures).text;
    case QuestionKind::Bars:
        return QT_TRANSLATE_NOOP("engine", "as in the timeline of the run");
    }
    return {};
}

} // namespace streamscope
