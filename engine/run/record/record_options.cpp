// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/record/record_options.h"

#include "engine/formats/text/decimal.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "engine/recorder/control.h"

#include <array>
#include <csignal>
#include <cstring>

namespace streamscope {

namespace {

constexpr std::int64_t yearMs = 366LL * 24 * 3600 * 1000;
constexpr char cudaVariable[] = "CUDA_INJECTION64_PATH", nvtxVariable[] = "NVTX_INJECTION64_PATH";
constexpr std::array recordVariableNames = {
    recorder::folderVariable, recorder::delayVariable, recorder::durationVariable, recorder::stepsVariable,
    recorder::waitVariable,   recorder::apisVariable,  recorder::graphsVariable,   recorder::signalVariable};

/// Digits only: a sign or a space is a slip of the hand.
std::optional<std::uint64_t> wholeNumber(std::string_view text)
{
    constexpr std::size_t maxDigits = 12;
    if (text.empty() || text.size() > maxDigits)
        return std::nullopt;
    std::uint64_t number = 0;
    for (const char c : text) {
        if (!isDigit(c))
            return std::nullopt;
        number = number * 10 + static_cast<std::uint64_t>(c - '0');
    }
    return number;
}

} // namespace

std::int64_t recordMilliseconds(const std::string &option, const std::string &seconds)
{
    const std::optional<std::int64_t> ms = parseDecimal(seconds, 3);
    if (!ms || *ms < 0 || *ms > yearMs)
        throw InputError(Phrase("engine", "%1: '%2' is no time; give seconds, such as 10 or 0.5").arg(option, seconds));
    return *ms;
}

RecordOptions::Steps recordSteps(const std::string &text)
{
    const std::size_t colon = text.find(':');
    const std::string_view all = text;
    const auto first = wholeNumber(all.substr(0, colon));
    const auto last = colon == std::string::npos ? first : wholeNumber(all.substr(colon + 1));
    if (!first || !last || *last < *first)
        throw InputError(
            Phrase("engine", "--steps: '%1' are no steps; give the first and the last, counted from 0, as 10:12")
                .arg(text));
    return {*first, *last};
}

int recordSignal(const std::string &name)
{
    const std::string_view plain = std::string_view(name).substr(name.starts_with("SIG") ? 3 : 0);
    if (plain == "USR1")
        return SIGUSR1;
    if (plain == "USR2")
        return SIGUSR2;
    if (plain.starts_with("RTMIN")) {
        const std::string_view offset = plain.substr(std::strlen("RTMIN"));
        const auto number = offset.starts_with('+') ? wholeNumber(offset.substr(1)) : std::nullopt;
        const int most = SIGRTMAX - SIGRTMIN;
        if (offset.empty() || (number && *number <= static_cast<std::uint64_t>(most)))
            return SIGRTMIN + static_cast<int>(number.value_or(0));
    }
    throw InputError(
        Phrase("engine", "--signal: '%1' cannot start and stop a recording; take USR1, USR2 or RTMIN+0 to RTMIN+%2")
            .arg(name, SIGRTMAX - SIGRTMIN));
}

std::vector<std::pair<std::string, std::string>> recordVariables(const RecordOptions &options,
                                                                 const std::string &folder, const std::string &library)
{
    std::vector<std::pair<std::string, std::string>> list{
        {cudaVariable, library}, {nvtxVariable, library}, {recorder::folderVariable, folder}};
    if (options.delayMs > 0)
        list.emplace_back(recorder::delayVariable, std::to_string(options.delayMs));
    if (options.durationMs > 0)
        list.emplace_back(recorder::durationVariable, std::to_string(options.durationMs));
    if (options.steps)
        list.emplace_back(recorder::stepsVariable,
                          std::to_string(options.steps->first) + ':' + std::to_string(options.steps->last));
    if (options.waits)
        list.emplace_back(recorder::waitVariable, "1");
    if (!options.apis)
        list.emplace_back(recorder::apisVariable, "0");
    list.emplace_back(recorder::graphsVariable, options.graphNodes ? "nodes" : "whole");
    if (options.signal != 0)
        list.emplace_back(recorder::signalVariable, std::to_string(options.signal));
    return list;
}

bool isRecordVariable(std::string_view name)
{
    if (name == cudaVariable || name == nvtxVariable)
        return true;
    for (const char *known : recordVariableNames)
        if (name == known)
            return true;
    return false;
}

std::string otherToolIn(const char *const *environment, const std::string &library)
{
    for (; *environment; ++environment)
        for (const std::string_view name : {cudaVariable, nvtxVariable}) {
            const std::string_view entry = *environment;
            if (!entry.starts_with(name) || entry.substr(name.size(), 1) != "=")
                continue;
            const std::string_view value = entry.substr(name.size() + 1);
            if (!value.empty() && value != library)
                return std::string(name);
        }
    return {};
}

} // namespace streamscope
