// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/recorder/options.h"

#include "engine/recorder/control.h"

#include <cstdlib>
#include <cstring>

namespace streamscope::recorder {

namespace {

constexpr std::int64_t nsPerMs = 1'000'000;

const char *valueOf(const char *name)
{
    const char *value = std::getenv(name);
    return value ? value : "";
}

/// The launcher has checked the numbers; what is none counts as absent.
std::int64_t numberOf(const char *text)
{
    const std::int64_t number = std::strtoll(text, nullptr, 10);
    return number > 0 ? number : 0;
}

void readSteps(const char *text, Options &options)
{
    const char *colon = std::strchr(text, ':');
    if (!colon)
        return;
    options.firstStep = numberOf(text);
    options.lastStep = numberOf(colon + 1);
}

} // namespace

std::optional<Options> readOptions()
{
    Options options;
    options.folder = valueOf(folderVariable);
    if (options.folder.empty())
        return std::nullopt;
    options.delayNs = numberOf(valueOf(delayVariable)) * nsPerMs;
    options.durationNs = numberOf(valueOf(durationVariable)) * nsPerMs;
    readSteps(valueOf(stepsVariable), options);
    options.wait = std::strcmp(valueOf(waitVariable), "1") == 0;
    options.calls = std::strcmp(valueOf(apisVariable), "0") != 0;
    options.wholeGraphs = std::strcmp(valueOf(graphsVariable), "whole") == 0;
    options.signal = static_cast<int>(numberOf(valueOf(signalVariable)));
    return options;
}

} // namespace streamscope::recorder
