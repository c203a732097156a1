// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/time_range.h"

#include "engine/program/errors.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

namespace streamscope {

namespace {

std::optional<std::int64_t> parseTime(std::string_view text)
{
    double value = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || !std::isfinite(value))
        return std::nullopt;
    const std::string_view unit(rest, static_cast<std::size_t>(text.data() + text.size() - rest));
    const double factor = unit.empty() || unit == "us" ? 1e3
                          : unit == "ns"               ? 1
                          : unit == "ms"               ? 1e6
                          : unit == "s"                ? 1e9
                                                       : 0;
    if (factor == 0 || std::abs(value * factor) > 9e18)
        return std::nullopt;
    return std::llround(value * factor);
}

} // namespace

std::pair<std::int64_t, std::int64_t> parseTimeRange(const std::string &text)
{
    const std::size_t colon = text.find(':');
    const auto begin = colon == std::string::npos ? std::nullopt : parseTime(std::string_view(text).substr(0, colon));
    const auto end = colon == std::string::npos ? std::nullopt : parseTime(std::string_view(text).substr(colon + 1));
    if (!begin || !end || *begin >= *end)
        throw InputError("--range '" + text
                         + "' is not a:b with a before b, as 1ms:2.5ms (ns, us, ms, s; plain numbers "
                           "are microseconds)");
    return {*begin, *end};
}

} // namespace streamscope
