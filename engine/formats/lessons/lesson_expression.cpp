// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/lessons/lesson_expression.h"

#include "engine/formats/lessons/expression_node.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace streamscope {

namespace {

using Node = LessonExpression::Node;
using Kind = Node::Kind;

LessonValue valueOf(const Node &node, const LessonFigureSource &figures);

LessonValue truth(bool holds)
{
    return {LessonUnit::Truth, holds ? 1.0 : 0.0, {}};
}

double quotient(double a, double b, const Node &node)
{
    if (b == 0)
        throw RunError(Phrase("engine", "'%1' divides by zero").arg(node.text));
    return a / b;
}

double arithmetic(const Node &node, double a, double b)
{
    switch (node.name.front()) {
    case '+':
        return a + b;
    case '-':
        return a - b;
    case '*':
        return a * b;
    default:
        return quotient(a, b, node);
    }
}

template <typename T>
bool compare(const std::string &sign, const T &a, const T &b)
{
    return sign == "<"    ? a < b
           : sign == "<=" ? a <= b
           : sign == ">"  ? a > b
           : sign == ">=" ? a >= b
           : sign == "==" ? a == b
                          : a != b;
}

LessonValue callValue(const Node &node, const std::vector<double> &values)
{
    const auto number = [&node](double value) { return LessonValue{node.unit, value, {}}; };
    switch (expressionCall(node.name)) {
    case ExpressionCall::Min:
        return number(*std::min_element(values.begin(), values.end()));
    case ExpressionCall::Max:
        return number(*std::max_element(values.begin(), values.end()));
    case ExpressionCall::Abs:
        return number(std::abs(values[0]));
    case ExpressionCall::Round:
        return number(std::round(values[0]));
    case ExpressionCall::Ratio:
    case ExpressionCall::Share:
        return number(quotient(values[0], values[1], node));
    case ExpressionCall::Near:
        return truth(std::abs(values[0] - values[1]) <= std::abs(values[2] * values[1]));
    }
    return {};
}

bool holds(const std::shared_ptr<const Node> &node, const LessonFigureSource &figures)
{
    return valueOf(*node, figures).isTrue();
}

LessonValue joinedValue(const Node &node, const LessonFigureSource &figures)
{
    std::vector<LessonValue> values;
    std::vector<double> numbers;
    for (const auto &part : node.parts) {
        values.push_back(valueOf(*part, figures));
        numbers.push_back(values.back().number);
    }
    switch (node.kind) {
    case Kind::Call:
        return callValue(node, numbers);
    case Kind::Negative:
        return {node.unit, -numbers[0], {}};
    case Kind::Not:
        return truth(!values[0].isTrue());
    case Kind::Arithmetic:
        return {node.unit, arithmetic(node, numbers[0], numbers[1]), {}};
    default:
        return truth(values[0].unit == LessonUnit::Text ? compare(node.name, values[0].text, values[1].text)
                                                        : compare(node.name, numbers[0], numbers[1]));
    }
}

/// Conditions look at their second part only where the first one leaves it open.
LessonValue valueOf(const Node &node, const LessonFigureSource &figures)
{
    switch (node.kind) {
    case Kind::Literal:
        return node.literal;
    case Kind::Figure:
        return figures.figure(node.run, node.name);
    case Kind::Knob:
        return figures.knob(node.run, node.name);
    case Kind::Measure:
        return figures.measure(node.name, node.run, node.filters);
    case Kind::And:
        return truth(holds(node.parts[0], figures) && holds(node.parts[1], figures));
    case Kind::Or:
        return truth(holds(node.parts[0], figures) || holds(node.parts[1], figures));
    case Kind::Conditional: {
        LessonValue value = valueOf(*node.parts[holds(node.parts[0], figures) ? 1 : 2], figures);
        value.unit = node.unit; // a share beside a number
        return value;
    }
    default:
        return joinedValue(node, figures);
    }
}

void collectRuns(const Node &node, std::set<std::string> &runs)
{
    if (!node.run.empty() && node.kind != Kind::Knob)
        runs.insert(node.run);
    for (const auto &part : node.parts)
        collectRuns(*part, runs);
}

/// "yours.makespan" as people say it.
std::string spokenText(std::string text)
{
    if (text.starts_with("yours.") && text.find("yours.", 1) == std::string::npos)
        return Phrase("engine", "your run's %1").arg(text.substr(6));
    for (std::size_t at = text.find("yours."); at != std::string::npos; at = text.find("yours.", at))
        text.replace(at, 6, "your run's ");
    return text;
}

void collectMissing(const Node &node, const LessonFigureSource &figures, std::vector<std::string> &missing)
{
    if (valueOf(node, figures).isTrue())
        return;
    if (node.kind == Kind::And) {
        collectMissing(*node.parts[0], figures, missing);
        collectMissing(*node.parts[1], figures, missing);
    } else if (node.kind == Kind::Comparison) {
        const Node &left = *node.parts[0], &right = *node.parts[1];
        const std::string wanted = lessonValueText(valueOf(right, figures));
        const std::string limit = right.kind == Kind::Literal ? wanted : wanted + " (" + spokenText(right.text) + ")";
        const std::string is = lessonValueText(valueOf(left, figures));
        if (node.name == "==")
            missing.push_back(Phrase("engine", "%1 is %2, and must be %3").arg(spokenText(left.text), is, limit));
        else if (node.name == "!=")
            missing.push_back(
                Phrase("engine", "%1 is %2, and must be other than %3").arg(spokenText(left.text), is, limit));
        else
            missing.push_back(
                Phrase("engine", "%1 is %2, and must be %3").arg(spokenText(left.text), is, node.name + ' ' + limit));
    } else {
        missing.push_back(Phrase("engine", "this does not hold: %1").arg(spokenText(node.text)));
    }
}

} // namespace

const std::string &LessonExpression::text() const
{
    static const std::string none;
    return m_tree ? m_tree->text : none;
}

LessonUnit LessonExpression::unit() const
{
    return m_tree ? m_tree->unit : LessonUnit::Truth;
}

std::vector<std::string> LessonExpression::runs() const
{
    std::set<std::string> names;
    if (m_tree)
        collectRuns(*m_tree, names);
    return {names.begin(), names.end()};
}

LessonValue LessonExpression::value(const LessonFigureSource &figures) const
{
    return m_tree ? valueOf(*m_tree, figures) : truth(true);
}

std::vector<std::string> LessonExpression::missing(const LessonFigureSource &figures) const
{
    std::vector<std::string> missing;
    if (m_tree)
        collectMissing(*m_tree, figures, missing);
    return missing;
}

} // namespace streamscope
