// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/common/terminal_text.h"

#include "engine/program/utf8_character.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

namespace streamscope {

namespace {

bool isObeyed(std::uint32_t code)
{
    const bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
    const bool direction = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    return control || direction;
}

std::string escaped(std::string_view prefix, std::uint32_t code, std::size_t digits)
{
    std::array<char, 8> hex;
    const auto [end, error] = std::to_chars(hex.data(), hex.data() + hex.size(), code, 16);
    const std::string text(hex.data(), end);
    return std::string(prefix) + std::string(digits - std::min(digits, text.size()), '0') + text;
}

} // namespace

std::string terminalText(std::string_view text)
{
    std::string safe;
    safe.reserve(text.size());
    while (!text.empty()) {
        const Utf8Character c = firstUtf8Character(text);
        const std::size_t bytes = c.bytes == 0 ? 1 : c.bytes;
        if (c.bytes == 0)
            safe += escaped("\\x", static_cast<std::uint8_t>(text[0]), 2);
        else if (isObeyed(c.code))
            safe += c.code < 0x80 ? escaped("\\x", c.code, 2) : escaped("\\u", c.code, 4);
        else
            safe += text.substr(0, bytes);
        text.remove_prefix(bytes);
    }
    return safe;
}

std::string terminalJson(std::string_view json)
{
    std::string safe;
    safe.reserve(json.size());
    while (!json.empty()) {
        const Utf8Character c = firstUtf8Character(json);
        const std::size_t bytes = c.bytes == 0 ? 1 : c.bytes;
        if (c.bytes > 0 && c.code >= 0x20 && isObeyed(c.code))
            safe += escaped("\\u", c.code, 4);
        else
            safe += json.substr(0, bytes);
        json.remove_prefix(bytes);
    }
    return safe;
}

std::string column(std::string text, std::size_t width, std::size_t gap)
{
    text.resize(std::max(text.size() + gap, width), ' ');
    return text;
}

} // namespace streamscope
