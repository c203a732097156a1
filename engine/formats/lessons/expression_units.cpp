// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/lessons/expression_units.h"

#include "engine/formats/lessons/lesson_figure_list.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <array>

namespace streamscope {

namespace {

using Node = LessonExpression::Node;
using enum LessonUnit;

bool isPlain(LessonUnit unit)
{
    return unit == Number || unit == Share;
}

bool isQuantity(LessonUnit unit)
{
    return unit != Truth && unit != Text;
}

std::string described(const Node &node)
{
    return "'" + node.text + "' (" + std::string(lessonUnitText(node.unit)) + ")";
}

LessonUnit productUnit(LessonUnit a, LessonUnit b)
{
    if (a == Share && b == Share)
        return Share;
    if (isPlain(a))
        return isPlain(b) ? Number : b;
    if (isPlain(b))
        return a;
    return (a == Rate && b == Time) || (a == Time && b == Rate) ? Bytes : Truth;
}

LessonUnit quotientUnit(LessonUnit a, LessonUnit b)
{
    if (a == b)
        return Number;
    if (isPlain(b))
        return a;
    if (a == Bytes)
        return b == Time ? Rate : b == Rate ? Time : Truth;
    return Truth;
}

LessonUnit sumUnit(LessonUnit a, LessonUnit b)
{
    return a == b ? a : isPlain(a) && isPlain(b) ? Share : Truth;
}

void requireCount(const std::string &name, std::size_t given, std::size_t least, std::size_t most)
{
    if (given < least || given > most)
        throw InputError(most > least
                             ? Phrase("engine", "%1(…) takes %2 to %3 values, not %4").arg(name, least, most, given)
                             : Phrase("engine", "%1(…) takes %2 values, not %3").arg(name, least, given));
}

constexpr std::array<std::string_view, 7> callNames{"min", "max", "abs", "round", "ratio", "share", "near"};

} // namespace

ExpressionCall expressionCall(const std::string &name)
{
    const auto found = std::find(callNames.begin(), callNames.end(), name);
    if (found != callNames.end())
        return static_cast<ExpressionCall>(found - callNames.begin());
    std::string known;
    for (const std::string_view call : callNames)
        known += std::string(call) + ", ";
    for (const LessonFunction &function : lessonFunctions())
        known += (&function == &lessonFunctions().front() ? "" : ", ") + std::string(function.name);
    throw InputError(Phrase("engine", "unknown function '%1'; allowed: %2").arg(name, known));
}

LessonUnit arithmeticUnit(const std::string &sign, const Node &left, const Node &right)
{
    const LessonUnit a = left.unit, b = right.unit;
    LessonUnit unit = Truth;
    if (isQuantity(a) && isQuantity(b))
        unit = sign == "*" ? productUnit(a, b) : sign == "/" ? quotientUnit(a, b) : sumUnit(a, b);
    if (unit == Truth)
        throw InputError(Phrase("engine", "%1 %2 %3 has no meaning").arg(described(left), sign, described(right)));
    return unit;
}

void requireComparable(const std::string &sign, const Node &left, const Node &right)
{
    const bool isOrder = sign != "==" && sign != "!=";
    const bool sameUnit = left.unit == right.unit || (isPlain(left.unit) && isPlain(right.unit));
    if (!sameUnit || (isOrder && !isQuantity(left.unit)))
        throw InputError(Phrase("engine", "%1 %2 %3 cannot be compared").arg(described(left), sign, described(right)));
}

LessonUnit commonUnit(const Node &left, const Node &right)
{
    if (left.unit == right.unit)
        return left.unit;
    if (isPlain(left.unit) && isPlain(right.unit))
        return Number;
    throw InputError(Phrase("engine", "%1 and %2 must be of one unit").arg(described(left), described(right)));
}

LessonUnit callUnit(ExpressionCall call, const std::string &name, const std::vector<std::shared_ptr<const Node>> &parts)
{
    const bool isExtreme = call == ExpressionCall::Min || call == ExpressionCall::Max;
    const bool isOne = call == ExpressionCall::Abs || call == ExpressionCall::Round;
    const bool isNear = call == ExpressionCall::Near;
    requireCount(name, parts.size(), isOne ? 1 : isNear ? 3 : 2, isOne ? 1 : isNear ? 3 : isExtreme ? 8 : 2);
    for (const auto &part : parts)
        if (!isQuantity(part->unit))
            throw InputError(Phrase("engine", "%1(…) takes numbers and times, not %2").arg(name, described(*part)));
    LessonUnit unit = parts.front()->unit;
    for (std::size_t i = 1; i < parts.size() && !(isNear && i == 2); ++i)
        unit = commonUnit(*parts.front(), *parts[i]);
    if (isNear && !isPlain(parts[2]->unit))
        throw InputError(
            Phrase("engine", "near(a, b, 10 %) takes a share as its third value, not %1").arg(described(*parts[2])));
    switch (call) {
    case ExpressionCall::Ratio:
        return Number;
    case ExpressionCall::Share:
        return Share;
    case ExpressionCall::Near:
        return Truth;
    default:
        return unit;
    }
}

} // namespace streamscope
