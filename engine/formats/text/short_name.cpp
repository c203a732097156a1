// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/text/short_name.h"

namespace streamscope {

namespace {

constexpr std::string_view anonymous = "(anonymous namespace)::", operatorWord = "operator", voidWord = "void ";

std::string withoutAnonymous(std::string_view name)
{
    std::string text(name);
    for (std::size_t at = text.find(anonymous); at != std::string::npos; at = text.find(anonymous))
        text.erase(at, anonymous.size());
    return text;
}

/// What follows the last `::` and the last space.
std::string_view lastWord(std::string_view name)
{
    if (const std::size_t colons = name.rfind("::"); colons != std::string_view::npos)
        name.remove_prefix(colons + 2);
    if (const std::size_t space = name.find_last_of(' '); space != std::string_view::npos)
        name.remove_prefix(space + 1);
    return name;
}

bool isSignature(std::string_view text)
{
    return text.starts_with(voidWord) || text.find('<') != std::string_view::npos
           || text.find("::") != std::string_view::npos
           || (text.find('(') != std::string_view::npos && text.find(" (") == std::string_view::npos);
}

/// The text without template arguments, up to the parameters; `firstArguments` are those of the last name.
std::string plainName(std::string_view text, std::string_view &firstArguments)
{
    std::string plain;
    int depth = 0;
    std::size_t opened = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char letter = text[i];
        const bool isOperator = depth == 0 && std::string_view(plain).ends_with(operatorWord);
        if (letter == '<' && !isOperator) {
            if (depth++ == 0)
                opened = i + 1;
        } else if (letter == '>' && depth > 0) {
            if (--depth == 0)
                firstArguments = text.substr(opened, i - opened);
        } else if (depth == 0) {
            if (letter == '(' && !isOperator)
                break;
            plain += letter;
        }
    }
    if (depth > 0) // the name was cut
        firstArguments = text.substr(opened);
    while (plain.ends_with(' '))
        plain.pop_back();
    return plain;
}

} // namespace

std::string shortKernelName(std::string_view name)
{
    const std::string text = withoutAnonymous(name);
    if (!isSignature(text))
        return text;
    std::string_view arguments;
    const std::string plain = plainName(text, arguments);
    const std::string_view word = lastWord(plain);
    if ((word == "Kernel" || word == "Kernel2" || word == "device_kernel") && !arguments.empty()) {
        std::string_view ignored;
        const std::string_view first = arguments.substr(0, arguments.find(','));
        const std::string argument = plainName(first, ignored);
        if (const std::string_view taken = lastWord(argument); !taken.empty())
            return std::string(taken);
    }
    return word.empty() ? std::string(name) : std::string(word);
}

} // namespace streamscope
