// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/patterns/new_races.h"

#include "engine/changes/patterns/call_order.h"
#include "engine/program/order/hazards.h"

#include <algorithm>

namespace streamscope {

namespace {

std::string endsOf(const Program &program, const Race &race)
{
    return program.operations[static_cast<std::size_t>(race.first)].name + '\n'
           + program.operations[static_cast<std::size_t>(race.second)].name;
}

} // namespace

std::optional<std::string> newRaceText(const Program &before, const Program &after)
{
    if (isReplay(before))
        return std::nullopt;
    const std::vector<Race> now = findRaces(after);
    if (now.empty())
        return std::nullopt;
    const std::vector<Race> known = findRaces(before);
    if (now.size() <= known.size())
        return std::nullopt;
    // The operations have other numbers now; their names say which race is new.
    const auto isKnown = [&](const Race &race) {
        return std::any_of(known.begin(), known.end(),
                           [&](const Race &old) { return endsOf(before, old) == endsOf(after, race); });
    };
    const auto fresh = std::find_if_not(now.begin(), now.end(), isKnown);
    return raceText(after, fresh == now.end() ? now.back() : *fresh);
}

} // namespace streamscope
