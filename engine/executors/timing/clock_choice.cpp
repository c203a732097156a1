// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/timing/clock_choice.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

namespace streamscope {

ClockChoice parseClockChoice(const std::string &text)
{
    if (text == "auto")
        return ClockChoice::Auto;
    if (text == "events")
        return ClockChoice::Events;
    if (text == "watch")
        return ClockChoice::Watch;
    if (text == "cupti")
        return ClockChoice::Cupti;
    throw InputError(Phrase("engine", "unknown clock '%1'; allowed: auto, events, watch, cupti").arg(text));
}

} // namespace streamscope
