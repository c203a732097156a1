// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/replay/trace/trace_steps.h"

#include <vector>

namespace streamscope {

/// Puts one waiting step in place of each row of questions (cudaEventQuery, cudaStreamQuery) that a thread asks until
/// its work is done: one question soon after the other, at least once four and more in a row. Its `asked` says when the
/// last question but one was asked: what it waits for was not done then. Where the work was over each time when the
/// thread asked first, a row is one question, directly behind the record of its event (`foundDone`). Steps by begin,
/// none of which refers to a question.
void joinPolls(const Timeline &timeline, std::vector<TraceStep> &steps);

} // namespace streamscope
