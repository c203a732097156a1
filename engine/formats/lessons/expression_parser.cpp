// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/lessons/expression_tokens.h"
#include "engine/formats/lessons/expression_units.h"
#include "engine/formats/lessons/lesson_figure_list.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "engine/timeline/span_query.h"

#include <algorithm>

namespace streamscope {

namespace {

using Node = LessonExpression::Node;
using NodePointer = std::shared_ptr<const Node>;
using Kind = Node::Kind;

constexpr std::size_t maxExpressionBytes = 1'000;
constexpr int maxDepth = 40;

template <typename List>
std::string namesOf(const List &list)
{
    std::string names;
    for (const auto &entry : list)
        names += (names.empty() ? "" : ", ") + std::string(entry.name);
    return names;
}

LessonUnit unitOfKnob(const ParameterSpec &spec)
{
    switch (spec.type) {
    case ParameterType::Size:
        return LessonUnit::Bytes;
    case ParameterType::Integer:
    case ParameterType::Number:
        return LessonUnit::Number;
    default:
        return LessonUnit::Text;
    }
}

/// Descends from the weakest operator to the strongest. Each level reads one and what binds more strongly.
class Parser
{
public:
    Parser(std::string_view text, const LessonScope &scope)
        : m_text(text), m_scope(scope), m_tokens(expressionTokens(text))
    {}

    NodePointer parse()
    {
        NodePointer node = conditional();
        if (token().kind != ExpressionToken::Kind::End)
            refuse(QT_TRANSLATE_NOOP("engine", "an operator or the end"));
        return node;
    }

private:
    /// Counts how deep brackets, signs and conditionals are nested.
    class Depth
    {
    public:
        explicit Depth(int &depth) : m_depth(depth)
        {
            if (++m_depth > maxDepth)
                throw InputError(Phrase("engine", "it is nested more than %1 deep").arg(maxDepth));
        }
        Depth(const Depth &) = delete;
        Depth &operator=(const Depth &) = delete;
        ~Depth() { --m_depth; }

    private:
        int &m_depth;
    };

    const ExpressionToken &token() const { return m_tokens[m_at]; }
    bool take(std::string_view word)
    {
        if (!token().is(word))
            return false;
        ++m_at;
        return true;
    }
    void expect(std::string_view word)
    {
        if (!take(word))
            refuse("'" + std::string(word) + "'");
    }
    [[noreturn]] void refuse(const std::string &wanted) const
    {
        const std::string found =
            token().kind == ExpressionToken::Kind::End
                ? "the end"
                : "'" + std::string(m_text.substr(token().begin, token().end - token().begin)) + "'";
        throw InputError(Phrase("engine", "%1 is missing before %2").arg(wanted, found));
    }

    /// The node with its text, which ends at the last token that was taken.
    NodePointer finished(Node node, std::size_t firstToken) const
    {
        const std::size_t begin = m_tokens[firstToken].begin;
        node.text = m_text.substr(begin, m_tokens[m_at - 1].end - begin);
        return std::make_shared<const Node>(std::move(node));
    }
    NodePointer joined(Kind kind, LessonUnit unit, std::string name, std::vector<NodePointer> parts,
                       std::size_t firstToken) const
    {
        Node node;
        node.kind = kind;
        node.unit = unit;
        node.name = std::move(name);
        node.parts = std::move(parts);
        return finished(std::move(node), firstToken);
    }
    void requireTruth(const NodePointer &node, const char *word) const
    {
        if (node->unit != LessonUnit::Truth)
            throw InputError(
                Phrase("engine", "'%1' is %2; %3 takes conditions").arg(node->text, lessonUnitText(node->unit), word));
    }

    NodePointer conditional()
    {
        const Depth depth(m_depth);
        const std::size_t first = m_at;
        NodePointer condition = either();
        if (!take("?"))
            return condition;
        requireTruth(condition, "'?'");
        NodePointer yes = conditional();
        expect(":");
        NodePointer no = conditional();
        const LessonUnit unit = commonUnit(*yes, *no);
        return joined(Kind::Conditional, unit, {}, {condition, yes, no}, first);
    }

    NodePointer either()
    {
        const std::size_t first = m_at;
        NodePointer left = both();
        while (take("or")) {
            NodePointer right = both();
            requireTruth(left, "'or'");
            requireTruth(right, "'or'");
            left = joined(Kind::Or, LessonUnit::Truth, {}, {left, right}, first);
        }
        return left;
    }

    NodePointer both()
    {
        const std::size_t first = m_at;
        NodePointer left = negation();
        while (take("and")) {
            NodePointer right = negation();
            requireTruth(left, "'and'");
            requireTruth(right, "'and'");
            left = joined(Kind::And, LessonUnit::Truth, {}, {left, right}, first);
        }
        return left;
    }

    NodePointer negation()
    {
        const Depth depth(m_depth);
        const std::size_t first = m_at;
        if (!take("not"))
            return comparison();
        NodePointer part = negation();
        requireTruth(part, "'not'");
        return joined(Kind::Not, LessonUnit::Truth, {}, {part}, first);
    }

    NodePointer comparison()
    {
        const std::size_t first = m_at;
        NodePointer left = sum();
        for (const char *sign : {"<=", ">=", "==", "!=", "<", ">"})
            if (take(sign)) {
                NodePointer right = sum();
                requireComparable(sign, *left, *right);
                return joined(Kind::Comparison, LessonUnit::Truth, sign, {left, right}, first);
            }
        return left;
    }

    NodePointer sum()
    {
        const std::size_t first = m_at;
        NodePointer left = product();
        while (token().is("+") || token().is("-"))
            left = arithmetic(left, &Parser::product, first);
        return left;
    }

    NodePointer product()
    {
        const std::size_t first = m_at;
        NodePointer left = negative();
        while (token().is("*") || token().is("/"))
            left = arithmetic(left, &Parser::negative, first);
        return left;
    }

    NodePointer arithmetic(const NodePointer &left, NodePointer (Parser::*operand)(), std::size_t first)
    {
        const std::string sign = m_tokens[m_at++].text;
        NodePointer right = (this->*operand)();
        const LessonUnit unit = arithmeticUnit(sign, *left, *right);
        return joined(Kind::Arithmetic, unit, sign, {left, right}, first);
    }

    NodePointer negative()
    {
        const Depth depth(m_depth);
        const std::size_t first = m_at;
        if (!take("-"))
            return primary();
        NodePointer part = negative();
        if (part->unit == LessonUnit::Truth || part->unit == LessonUnit::Text)
            throw InputError(Phrase("engine", "'-' takes a number or a time, not '%1'").arg(part->text));
        const LessonUnit unit = part->unit;
        return joined(Kind::Negative, unit, {}, {part}, first);
    }

    NodePointer primary()
    {
        const std::size_t first = m_at;
        if (take("(")) {
            NodePointer inner = conditional();
            expect(")");
            return inner;
        }
        if (token().kind == ExpressionToken::Kind::Value) {
            Node node;
            node.literal = m_tokens[m_at++].value;
            node.unit = node.literal.unit;
            return finished(std::move(node), first);
        }
        if (token().kind != ExpressionToken::Kind::Name || token().is("and") || token().is("or") || token().is("not"))
            refuse(QT_TRANSLATE_NOOP("engine", "a figure or a number"));
        const std::string name = m_tokens[m_at++].text;
        if (take("("))
            return findLessonFunction(name) ? measure(*findLessonFunction(name), first) : call(name, first);
        return figure(name, first);
    }

    NodePointer call(const std::string &name, std::size_t first)
    {
        const ExpressionCall function = expressionCall(name);
        std::vector<NodePointer> parts;
        do
            parts.push_back(conditional());
        while (take(","));
        expect(")");
        const LessonUnit unit = callUnit(function, name, parts);
        return joined(Kind::Call, unit, name, std::move(parts), first);
    }

    NodePointer measure(const LessonFunction &function, std::size_t first)
    {
        Node node;
        node.kind = Kind::Measure;
        node.unit = function.unit;
        node.name = function.name;
        if (token().kind != ExpressionToken::Kind::Name)
            refuse(QT_TRANSLATE_NOOP("engine", "the name of a run"));
        node.run = m_tokens[m_at++].text;
        requireFinished(node.run);
        for (int i = 0; i < function.filters; ++i)
            node.filters.push_back(filter());
        expect(")");
        return finished(std::move(node), first);
    }

    std::string filter()
    {
        expect(",");
        const ExpressionToken &text = token();
        if (text.kind != ExpressionToken::Kind::Value || text.value.unit != LessonUnit::Text)
            refuse(QT_TRANSLATE_NOOP("engine", "operations in quotes, such as \"K 0\" or \"kernel\","));
        if (const SpanQuery query = parseQuery(text.value.text); !query.problem.empty() || query.empty())
            throw InputError("\"" + text.value.text + "\": "
                             + (query.problem.empty() ? std::string("it names no operations") : query.problem));
        ++m_at;
        return text.value.text;
    }

    const LessonScope::Run &scopeOf(const std::string &run) const
    {
        const auto found = m_scope.runs.find(run);
        if (found != m_scope.runs.end())
            return found->second;
        std::string names;
        for (const auto &[name, known] : m_scope.runs)
            names += ", " + name;
        throw InputError(Phrase("engine", "there is no run '%1'; allowed: device%2").arg(run, names));
    }

    void requireFinished(const std::string &run) const
    {
        if (!scopeOf(run).finished)
            throw InputError(Phrase("engine", "run '%1' has not finished there: only %2.knob.NAME is known before; "
                                              "what needs its figures stands below the run")
                                 .arg(run, run));
    }

    NodePointer figure(const std::string &name, std::size_t first)
    {
        const std::size_t dot = name.find('.');
        const std::string run = name.substr(0, dot);
        if (dot == std::string::npos)
            throw InputError(Phrase("engine", "'%1' is no figure: write RUN.FIGURE, or device.FIGURE").arg(name));
        const std::string rest = name.substr(dot + 1);
        if (run == "device")
            return deviceFigure({}, rest, first);
        const LessonScope::Run &known = scopeOf(run);
        if (rest.starts_with("knob."))
            return knob(run, known, rest.substr(5), first);
        requireFinished(run);
        if (rest.starts_with("device."))
            return deviceFigure(run, rest.substr(7), first);
        const LessonFigure *found = findLessonFigure(rest);
        if (!found)
            throw InputError(Phrase("engine", "unknown figure '%1'; allowed: knob.NAME, device.NAME, %2")
                                 .arg(rest, namesOf(lessonFigures())));
        Node node;
        node.kind = Kind::Figure;
        node.unit = found->unit;
        node.run = run;
        node.name = rest;
        return finished(std::move(node), first);
    }

    NodePointer deviceFigure(const std::string &run, const std::string &name, std::size_t first)
    {
        const LessonFigure *found = findLessonDeviceFigure(name);
        if (!found)
            throw InputError(
                Phrase("engine", "unknown figure 'device.%1'; allowed: %2").arg(name, namesOf(lessonDeviceFigures())));
        Node node;
        node.kind = Kind::Figure;
        node.unit = found->unit;
        node.run = run;
        node.name = "device." + name;
        return finished(std::move(node), first);
    }

    NodePointer knob(const std::string &run, const LessonScope::Run &known, const std::string &name, std::size_t first)
    {
        if (!known.knobs.has(name))
            throw InputError(Phrase("engine", "run '%1' has no knob '%2'; allowed: %3")
                                 .arg(run, name, namesOf(known.knobs.specs())));
        const auto &specs = known.knobs.specs();
        const auto spec =
            std::find_if(specs.begin(), specs.end(), [&](const ParameterSpec &one) { return one.name == name; });
        Node node;
        node.kind = Kind::Knob;
        node.unit = unitOfKnob(*spec);
        node.run = run;
        node.name = name;
        return finished(std::move(node), first);
    }

    std::string_view m_text;
    const LessonScope &m_scope;
    std::vector<ExpressionToken> m_tokens;
    std::size_t m_at = 0;
    int m_depth = 0;
};

} // namespace

LessonExpression LessonExpression::parse(std::string_view text, const LessonScope &scope)
{
    if (text.size() > maxExpressionBytes)
        throw InputError(Phrase("engine", "it is longer than %1 bytes").arg(maxExpressionBytes));
    try {
        LessonExpression expression;
        expression.m_tree = Parser(text, scope).parse();
        return expression;
    } catch (const InputError &error) {
        throw InputError("'" + std::string(text) + "': " + error.problem);
    }
}

} // namespace streamscope
