// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/text/csv_text.h"

#include "engine/timeline/timeline.h"

#include <cstdio>
#include <string_view>

namespace streamscope {

std::string csvMicroseconds(std::int64_t ns)
{
    if (ns == unknownTime)
        return {};
    const std::uint64_t magnitude = ns < 0 ? 0 - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
    char text[48];
    std::snprintf(text, sizeof text, "%s%llu.%03llu", ns < 0 ? "-" : "",
                  static_cast<unsigned long long>(magnitude / 1000), static_cast<unsigned long long>(magnitude % 1000));
    return text;
}

namespace {

/// Whether a formula's first sign stands behind nothing or behind apostrophes alone.
bool looksLikeFormula(const std::string &text)
{
    const std::size_t first = text.find_first_not_of('\'');
    return first != std::string::npos && std::string_view("=+-@").find(text[first]) != std::string_view::npos;
}

std::string quoted(const std::string &text)
{
    std::string result = "\"";
    for (const char c : text)
        result += c == '"' ? std::string("\"\"") : std::string(1, c);
    return result + '"';
}

} // namespace

std::string csvField(const std::string &text)
{
    return text.find_first_of(",\"\r\n") == std::string::npos ? text : quoted(text);
}

std::string csvTextField(const std::string &text)
{
    return looksLikeFormula(text) ? quoted('\'' + text) : csvField(text);
}

std::string textOfCsvCell(const std::string &cell)
{
    return cell.starts_with('\'') && looksLikeFormula(cell) ? cell.substr(1) : cell;
}

} // namespace streamscope
