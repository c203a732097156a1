// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <string>
#include <vector>

namespace streamscope {

/// Two operations use the same bytes, at least one of them writes, and nothing orders them: no common stream, no event,
/// no synchronisation of the host, no rule of the NULL stream. The result of the run is undefined.
struct Race
{
    std::int32_t first = -1;  ///< operation, the one that is issued first
    std::int32_t second = -1; ///< operation that should wait for it
    std::int32_t buffer = -1; ///< one that both use
    bool firstWrites = false;
    bool secondWrites = false;

    bool operator==(const Race &) const = default;
};

/// Every pair of operations that race, from the byte ranges that the operations declare, in issue order of the second
/// operation. Returns at most `most` pairs, so that the list stays readable. `program` must be sound (findProblems()).
/// Where an earlier race left several operations without an order, only the last of them is compared with later
/// operations. Time grows with operations times streams: 10,000 operations take some ms (tests/bench/hazard_speed.cpp).
std::vector<Race> findRaces(const Program &program, std::size_t most = 1000);

/// True while `operation` runs, for all that it reads but pageable host memory: a copy out of that is staged, and the
/// host may write there again as soon as the call returns.
bool staysInUse(const Program &program, const Operation &operation, const BufferRange &range);

/// The race in one sentence, with both operations, their streams and the buffer.
std::string raceText(const Program &program, const Race &race);
/// The missing wait and its place, in one sentence.
std::string missingWaitText(const Program &program, const Race &race);

} // namespace streamscope
