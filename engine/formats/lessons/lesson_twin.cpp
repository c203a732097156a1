// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/lessons/lesson_twin.h"

#include "engine/program/text/phrase.h"

#include <algorithm>

namespace streamscope {

namespace {

/// The expression without the words in its quotes where it makes a text: "few ? 'one engine' : 'two'".
std::string meaning(const LessonExpression &expression)
{
    if (!expression)
        return {};
    if (expression.unit() != LessonUnit::Text)
        return expression.text();
    std::string text;
    char quote = 0;
    for (const char c : expression.text()) {
        if (quote == 0 || c == quote)
            text += c;
        if (quote == 0 && (c == '"' || c == '\''))
            quote = c;
        else if (c == quote)
            quote = 0;
    }
    return text;
}

/// What is filled in, in any order: sentences of another language have their own.
std::vector<std::string> placeholders(const LessonText &text)
{
    std::vector<std::string> all;
    for (const LessonText::Piece &piece : text.pieces)
        if (piece.value)
            all.push_back(meaning(piece.value) + '|' + std::to_string(static_cast<int>(piece.format)));
    std::sort(all.begin(), all.end());
    return all;
}

/// Each finds the first difference between two blocks of one kind: its name, or empty.
struct Difference
{
    std::string operator()(const LessonText &a, const LessonText &b) const
    {
        if (meaning(a.condition) != meaning(b.condition))
            return QT_TRANSLATE_NOOP("engine", "the condition");
        return placeholders(a) == placeholders(b) ? "" : QT_TRANSLATE_NOOP("engine", "the placeholders");
    }

    std::string operator()(const LessonRun &a, const LessonRun &b) const
    {
        if (a.name != b.name)
            return QT_TRANSLATE_NOOP("engine", "the name");
        const bool isSame =
            a.parameters == b.parameters && a.device == b.device && a.traceName == b.traceName
            && static_cast<bool>(a.experiment) == static_cast<bool>(b.experiment)
            && (!a.experiment || a.experiment.program() || b.experiment.program() || a.experiment == b.experiment);
        return isSame ? "" : QT_TRANSLATE_NOOP("engine", "the settings");
    }

    std::string operator()(const LessonQuestion &a, const LessonQuestion &b) const
    {
        if (a.name != b.name || a.kind != b.kind)
            return QT_TRANSLATE_NOOP("engine", "the name");
        if (placeholders(a.prompt) != placeholders(b.prompt))
            return QT_TRANSLATE_NOOP("engine", "the placeholders");
        const auto sameChoice = [](const LessonChoice &one, const LessonChoice &other) {
            return meaning(one.right) == meaning(other.right) && placeholders(one.text) == placeholders(other.text);
        };
        if (!std::equal(a.choices.begin(), a.choices.end(), b.choices.begin(), b.choices.end(), sameChoice))
            return QT_TRANSLATE_NOOP("engine", "the choices");
        return sameNumber(a, b) && sameBars(a, b) ? "" : QT_TRANSLATE_NOOP("engine", "the right answer");
    }

    std::string operator()(const LessonAnswer &a, const LessonAnswer &b) const
    {
        if (a.question != b.question)
            return QT_TRANSLATE_NOOP("engine", "the name");
        return (*this)(a.text, b.text);
    }

    std::string operator()(const LessonTask &a, const LessonTask &b) const
    {
        if (a.name != b.name)
            return QT_TRANSLATE_NOOP("engine", "the name");
        if (placeholders(a.prompt) != placeholders(b.prompt) || placeholders(a.hint) != placeholders(b.hint)
            || a.hint.empty() != b.hint.empty())
            return QT_TRANSLATE_NOOP("engine", "the placeholders");
        const bool isSame =
            a.run == b.run && a.knobs == b.knobs && a.solution == b.solution && meaning(a.reach) == meaning(b.reach);
        return isSame ? "" : QT_TRANSLATE_NOOP("engine", "the settings");
    }

    template <typename A, typename B>
    std::string operator()(const A &, const B &) const
    {
        return QT_TRANSLATE_NOOP("engine", "the kind");
    }

private:
    static bool sameNumber(const LessonQuestion &a, const LessonQuestion &b)
    {
        if (!a.number || !b.number)
            return a.number.has_value() == b.number.has_value();
        return meaning(a.number->value) == meaning(b.number->value) && a.number->scale == b.number->scale
               && a.number->tolerance == b.number->tolerance && a.number->absolute == b.number->absolute;
    }
    static bool sameBars(const LessonQuestion &a, const LessonQuestion &b)
    {
        if (!a.bars || !b.bars)
            return a.bars.has_value() == b.bars.has_value();
        return a.bars->run == b.bars->run && a.bars->filter == b.bars->filter
               && meaning(a.bars->unit) == meaning(b.bars->unit) && a.bars->tolerance == b.bars->tolerance
               && a.bars->columns == b.bars->columns && a.bars->lengths == b.bars->lengths;
    }
};

int lineOf(const LessonBlock &block)
{
    return std::visit([](const auto &one) { return one.line; }, block);
}

} // namespace

std::string twinPath(const std::string &path, const std::string &language)
{
    const std::size_t name = path.rfind('/') + 1; // 0 without a folder
    return path.substr(0, name) + language + '/' + path.substr(name);
}

std::string twinFault(const Lesson &lesson, const Lesson &twin)
{
    if (lesson.order != twin.order || lesson.device != twin.device)
        return Phrase("engine", "line %1: 'order' or 'device' is not as in the lesson of which this is a translation")
            .arg(1);
    for (std::size_t i = 0; i < std::min(lesson.blocks.size(), twin.blocks.size()); ++i)
        if (const std::string what = std::visit(Difference(), lesson.blocks[i], twin.blocks[i]); !what.empty())
            return Phrase("engine",
                          "line %1: the block of line %2 in the lesson of which this is a translation differs: "
                          "%3")
                .arg(lineOf(twin.blocks[i]), lineOf(lesson.blocks[i]), what);
    if (lesson.blocks.size() != twin.blocks.size())
        return Phrase("engine", "%1 blocks, and the lesson of which this is a translation has %2")
            .arg(twin.blocks.size(), lesson.blocks.size());
    return {};
}

} // namespace streamscope
