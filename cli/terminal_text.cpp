// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/terminal_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

namespace streamscope {

namespace {

struct Character
{
    std::uint32_t code = 0;
    std::size_t bytes = 0; ///< 0: no UTF-8 begins here
};

Character firstCharacter(std::string_view text)
{
    const auto byte = [text](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t lead = byte(0);
    if (lead < 0x80)
        return {lead, 1};
    const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes)
        return {};
    std::uint32_t code = lead & (0x7fU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xc0) != 0x80)
            return {};
        code = code << 6 | (byte(i) & 0x3fU);
    }
    constexpr std::array<std::uint32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return code < smallest[bytes] || code > 0x10ffff || surrogate ? Character{} : Character{code, bytes};
}

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
        const Character c = firstCharacter(text);
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
        const Character c = firstCharacter(json);
        const std::size_t bytes = c.bytes == 0 ? 1 : c.bytes;
        if (c.bytes > 0 && c.code >= 0x20 && isObeyed(c.code))
            safe += escaped("\\u", c.code, 4);
        else
            safe += json.substr(0, bytes);
        json.remove_prefix(bytes);
    }
    return safe;
}

} // namespace streamscope
