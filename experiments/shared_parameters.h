// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/operation.h"
#include "engine/program/parameter.h"

namespace streamscope {

// The knobs that several experiments share: one name, one meaning and one range everywhere. Each experiment gives its
// own default.

ParameterSpec bytesParameter(std::int64_t defaultBytes);
ParameterSpec chunksParameter(std::int64_t defaultChunks);
ParameterSpec streamsParameter(std::int64_t defaultStreams);
ParameterSpec hostMemoryParameter();
ParameterSpec issueOrderParameter();
ParameterSpec kernelWorkParameter(std::int64_t defaultWork);
ParameterSpec prioritiesParameter();
ParameterSpec streamFlagsParameter();

/// The values of the above in types. The texts were checked when they were set.
HostMemory hostMemoryOf(const Parameters &values);
bool nonBlockingOf(const Parameters &values);

enum class IssueOrder : std::uint8_t { Serial, DepthFirst, BreadthFirst };
IssueOrder issueOrderOf(const Parameters &values);

/// The priority of stream number `stream`: the list, cycled.
int priorityOf(const Parameters &values, std::size_t stream);

} // namespace streamscope
