// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/timing/clock_choice.h"

#include "engine/program/errors.h"

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
    throw InputError("unknown clock '" + text + "'; allowed: auto, events, watch, cupti");
}

} // namespace streamscope
