// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <string>
#include <vector>

namespace streamscope {

/// Two operations that use the same bytes, at least one of them writing, with nothing that puts them in an order: no
/// common stream, no event, no synchronisation of the host, no rule of the NULL stream. The result depends on luck.
struct Race
{
    std::int32_t first = -1;  ///< operation, the one that is issued first
    std::int32_t second = -1; ///< operation that should wait for it
    std::int32_t buffer = -1; ///< one that both use
    bool firstWrites = false;
    bool secondWrites = false;

    bool operator==(const Race &) const = default;
};

/// Every pair of operations that race, by what the operations say that they read and write, in issue order of the
/// second; at most `most` pairs, so that a Program that is wrong everywhere stays readable. `program` is sound
/// (findProblems()). Of operations that an earlier race left without an order only the last one counts.
/// Takes time in proportion to operations times streams: 10,000 operations in some ms (tests/bench/hazard_speed.cpp).
std::vector<Race> findRaces(const Program &program, std::size_t most = 1000);

/// What races, in one sentence with both operations, their streams and the buffer.
std::string raceText(const Program &program, const Race &race);
/// The wait that is missing and where it belongs, in one sentence.
std::string missingWaitText(const Program &program, const Race &race);

} // namespace streamscope
