// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace streamscope {

/// Operations of one stream and one thread that follow each other in the stream, with no synchronisation between.
struct StreamGroup
{
    std::vector<std::int32_t> operations; ///< in order, at least two
    std::vector<std::int32_t> work;       ///< of the host, directly before all but the first: done to launch them
};

/// What a walk for groups asks.
struct GroupQuestions
{
    std::function<bool(std::int32_t operation)> fits;                                     ///< may be in a group
    std::function<bool(const std::vector<std::int32_t> &group, std::int32_t next)> joins; ///< `next` goes with them
};

/// The groups, in the order of their last operations. Each operation is in one group at most.
std::vector<StreamGroup> streamGroupsOf(const Program &program, const GroupQuestions &questions);

} // namespace streamscope
