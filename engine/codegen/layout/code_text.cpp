// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/layout/code_text.h"

#include "engine/program/errors.h"
#include "engine/program/size_text.h"
#include "engine/program/text/translatable.h"

#include <algorithm>

namespace streamscope {

namespace {

constexpr std::int64_t elementBytes = 4;
constexpr std::size_t longestLine = 120;

std::string term(std::int64_t factor, const std::string &what)
{
    return factor == 1 ? what : std::to_string(factor) + " * " + what;
}

/// first + the strides times the loops; "0" where nothing is left.
std::string sumText(std::int64_t first, const std::vector<std::int64_t> &strides, const std::vector<OpenLoop> &loops)
{
    std::string text;
    const auto append = [&text](std::int64_t factor, const std::string &what) {
        if (text.empty())
            text = factor < 0 ? "-" + term(-factor, what) : term(factor, what);
        else
            text += factor < 0 ? " - " + term(-factor, what) : " + " + term(factor, what);
    };
    for (std::size_t i = 0; i < strides.size(); ++i)
        if (strides[i] != 0)
            append(strides[i], loops[i].variable);
    if (first != 0 || text.empty()) {
        if (text.empty())
            return std::to_string(first);
        text += first < 0 ? " - " + std::to_string(-first) : " + " + std::to_string(first);
    }
    return text;
}

/// Outside quotes, with a space behind it.
std::size_t lastComma(std::string_view text)
{
    std::size_t found = std::string_view::npos;
    int depth = 0, least = 1000;
    bool quoted = false;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        quoted = quoted != (text[i] == '"');
        if (quoted)
            continue;
        depth += text[i] == '(' || text[i] == '[' || text[i] == '{';
        depth -= text[i] == ')' || text[i] == ']' || text[i] == '}';
        if (text[i] == ',' && text[i + 1] == ' ' && depth <= least) {
            least = depth;
            found = i;
        }
    }
    return found;
}

/// In all repetitions.
bool isMultipleOf(const LoopedValue &value, std::int64_t unit)
{
    return value.first % unit == 0
           && std::all_of(value.strides.begin(), value.strides.end(),
                          [unit](std::int64_t stride) { return stride % unit == 0; });
}

/// Of a value that is a multiple of the unit.
std::string unitsText(const LoopedValue &value, const std::vector<OpenLoop> &loops, std::int64_t unit)
{
    std::vector<std::int64_t> strides;
    for (const std::int64_t stride : value.strides)
        strides.push_back(stride / unit);
    return sumText(value.first / unit, strides, loops);
}

} // namespace

/// A longer line goes on in the next one, behind the last comma of those that stand in the fewest brackets. A comment
/// would end there.
void CodeText::line(std::string_view text)
{
    std::size_t indent = text.empty() ? 0 : static_cast<std::size_t>(m_depth) * 4;
    const bool isComment = text.starts_with('#') || text.starts_with("//");
    while (!isComment && indent + text.size() > longestLine && text.find('\n') == std::string_view::npos) {
        const std::size_t comma = lastComma(text.substr(0, longestLine - indent));
        if (comma == std::string_view::npos)
            break;
        m_text.append(indent, ' ').append(text.substr(0, comma + 1)).append("\n");
        text.remove_prefix(comma + 2);
        indent = static_cast<std::size_t>(m_depth) * 4 + 8;
    }
    m_text.append(indent, ' ').append(text).append("\n");
}

bool CodeText::fits(std::string_view text) const
{
    return static_cast<std::size_t>(m_depth) * 4 + text.size() <= longestLine;
}

CodeText CodeText::beside() const
{
    CodeText other;
    other.m_depth = m_depth;
    return other;
}

void CodeText::open(std::string_view text)
{
    line(text);
    ++m_depth;
}

void CodeText::close(std::string_view text)
{
    --m_depth;
    if (!text.empty())
        line(text);
}

bool LoopedValue::isFixed() const
{
    return std::all_of(strides.begin(), strides.end(), [](std::int64_t stride) { return stride == 0; });
}

std::string indexText(const LoopedValue &value, const std::vector<OpenLoop> &loops)
{
    std::int64_t highest = value.first;
    for (std::size_t i = 0; i < value.strides.size(); ++i)
        highest += value.strides[i] * (loops[i].count - 1);
    const std::string sum = sumText(value.first, value.strides, loops);
    if (value.cycle == 0 || highest < value.cycle)
        return sum;
    const bool plain = sum.find(' ') == std::string::npos;
    return (plain ? sum : "(" + sum + ")") + " % " + std::to_string(value.cycle);
}

std::string chunkIndexText(const LoopedValue &value, const std::vector<OpenLoop> &loops, std::uint64_t chunkBytes)
{
    const auto chunk = static_cast<std::int64_t>(chunkBytes);
    return chunkBytes > 0 && chunkBytes % elementBytes == 0 && isMultipleOf(value, chunk)
               ? unitsText(value, loops, chunk)
               : std::string();
}

std::string offsetText(const LoopedValue &value, const std::vector<OpenLoop> &loops, std::uint64_t chunkBytes,
                       std::string_view chunkName)
{
    if (value.first == 0 && value.isFixed())
        return {};
    const std::string sum = chunkIndexText(value, loops, chunkBytes);
    if (sum.empty()) {
        if (!isMultipleOf(value, elementBytes))
            throw RunError(QT_TRANSLATE_NOOP(
                "engine", "a range begins between two elements of four bytes; code cannot be written for that"));
        return unitsText(value, loops, elementBytes);
    }
    if (sum == "1")
        return std::string(chunkName);
    const bool plain = sum.find(' ') == std::string::npos;
    return (plain ? sum : "(" + sum + ")") + " * " + std::string(chunkName);
}

std::string elementsText(std::uint64_t elements, std::uint64_t chunkBytes, std::string_view chunkName)
{
    const std::uint64_t chunk = chunkBytes / elementBytes;
    if (chunk < 2 || chunkBytes % elementBytes != 0 || elements == 0 || elements % chunk != 0)
        return std::to_string(elements);
    return term(static_cast<std::int64_t>(elements / chunk), std::string(chunkName));
}

std::string sizeComment(std::uint64_t bytes)
{
    return sizeText(static_cast<std::int64_t>(bytes));
}

} // namespace streamscope
