// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/checks/gpu_state.h"

#include "engine/device/number_text.h"
#include "engine/timeline/recording.h"

#include <array>

namespace streamscope {

namespace {

using Environment = std::vector<std::pair<std::string, std::string>>;

template <typename T>
void add(Environment &list, const char *name, const char *when, const std::optional<T> &value, const char *unit)
{
    if (!value)
        return;
    list.emplace_back(std::string(name) + " " + when, significantText(static_cast<double>(*value), 6) + unit);
}

void addState(Environment &list, const GpuState &state, const char *when)
{
    add(list, "SM clock", when, state.smClockMHz, " MHz");
    add(list, "memory clock", when, state.memoryClockMHz, " MHz");
    add(list, "temperature", when, state.temperatureCelsius, " degrees Celsius");
    add(list, "power", when, state.powerWatts, " W");
    add(list, "PCIe generation", when, state.pcieGeneration, "");
    add(list, "PCIe lanes", when, state.pcieWidth, "");
    if (state.clockReasons)
        if (const std::string reasons = throttleText(*state.clockReasons); !reasons.empty())
            list.emplace_back(std::string(throttledEnvironment) + when, reasons);
    if (const int others = state.computeProcesses.value_or(1) - 1; others > 0)
        list.emplace_back(std::string(otherProcessesEnvironment) + when, std::to_string(others));
}

} // namespace

std::string throttleText(std::uint64_t bits)
{
    struct Reason
    {
        std::uint64_t bit;
        const char *words;
    };
    constexpr std::array<Reason, 5> slowing{{{0x4, "power limit"},
                                             {0x8, "hardware slowdown"},
                                             {0x20, "temperature (driver)"},
                                             {0x40, "temperature (hardware)"},
                                             {0x80, "power brake"}}};
    std::string text;
    for (const Reason &reason : slowing)
        if (bits & reason.bit)
            text += (text.empty() ? "" : ", ") + std::string(reason.words);
    return text;
}

Environment environmentOf(const GpuState &before, const GpuState &after)
{
    Environment list;
    addState(list, before, "before the run");
    addState(list, after, "after the run");
    return list;
}

} // namespace streamscope
