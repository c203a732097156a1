// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"
#include "engine/timeline/timeline.h"

namespace streamscope {

/// A call whose work has to come behind that of another thread's call waits in the model until that one has returned
/// (IssueOrder). Where both overlapped in the trace, the call has that wait in its time: this takes it out.
void takeOutOverlaps(const Timeline &timeline, Program &program);

} // namespace streamscope
