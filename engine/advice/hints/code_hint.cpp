// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/hints/code_hint.h"

#include "engine/advice/hints/hint_lists.h"

#include <algorithm>
#include <stdexcept>

namespace streamscope {

namespace {

std::string valueOf(std::string_view place, const Parameters &values)
{
    constexpr std::string_view inMiB = "/MiB";
    if (place.ends_with(inMiB))
        return std::to_string(values.integer(place.substr(0, place.size() - inMiB.size())) >> 20);
    const auto spec = std::ranges::find(values.specs(), place, &ParameterSpec::name);
    if (spec == values.specs().end())
        throw std::logic_error("a hint names the value '" + std::string(place) + "', which its change does not have");
    return valueText(*spec, values.value(place));
}

std::vector<CodeHint> in(HintLanguage language, std::vector<CodeHint> hints)
{
    for (CodeHint &hint : hints)
        hint.language = language;
    return hints;
}

/// The lines that begin with ' ' or `sign`, without that.
std::string linesWith(char sign, std::string_view lines)
{
    std::string text;
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        if (lines.front() == ' ' || lines.front() == sign)
            text += std::string(lines.substr(1, end - 1)) + "\n";
        lines.remove_prefix(std::min(end + 1, lines.size()));
    }
    return text;
}

} // namespace

const std::vector<CodeHint> &codeHints(HintLanguage language)
{
    static const std::vector<CodeHint> pytorch = in(HintLanguage::Pytorch, pytorchHints()),
                                       cuda = in(HintLanguage::Cuda, cudaHints());
    return language == HintLanguage::Pytorch ? pytorch : cuda;
}

const CodeHint *findCodeHint(HintLanguage language, std::string_view cause, const RequestedChange &change)
{
    const CodeHint *found = nullptr;
    for (const CodeHint &hint : codeHints(language)) {
        if (hint.cause == cause && hint.change == change.text())
            return &hint;
        if (hint.cause == cause && hint.change == change.change->id())
            found = &hint;
    }
    return found || language == HintLanguage::Cuda ? found : findCodeHint(HintLanguage::Cuda, cause, change);
}

std::string hintLines(const CodeHint &hint, const RequestedChange &change)
{
    std::string lines(hint.lines);
    for (std::size_t at = lines.find("${"); at != std::string::npos; at = lines.find("${", at)) {
        const std::size_t end = lines.find('}', at);
        const std::string value = valueOf(std::string_view(lines).substr(at + 2, end - at - 2), change.values);
        lines.replace(at, end + 1 - at, value);
        at += value.size();
    }
    return lines;
}

std::string codeBeforeHint(std::string_view lines)
{
    return linesWith('-', lines);
}

std::string codeAfterHint(std::string_view lines)
{
    return linesWith('+', lines);
}

} // namespace streamscope
