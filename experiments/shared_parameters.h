// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/operation.h"
#include "engine/program/parameter.h"
#include "engine/program/program.h"
#include "experiments/program_builder.h"

#include <string>
#include <vector>

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
ParameterSpec blocksParameter(std::int64_t defaultBlocks);
ParameterSpec durationParameter(std::int64_t defaultMicroseconds);
ParameterSpec sharedMemoryParameter(std::int64_t defaultBytes);

/// A knob of one experiment alone: a number from `minimum` to `maximum`, with a logarithmic slider.
ParameterSpec integerParameter(const char *name, const char *label, std::int64_t minimum, std::int64_t maximum,
                               std::int64_t defaultValue, const char *help, const char *unit = "");
/// A number of bytes; text may carry KiB, MiB, GiB.
ParameterSpec sizeParameter(const char *name, const char *label, std::int64_t minimum, std::int64_t maximum,
                            std::int64_t defaultBytes, const char *help);
/// One of some words; the first one is the default.
ParameterSpec choiceParameter(const char *name, const char *label, std::vector<std::string> choices, const char *help);

/// More than half of the shared memory of an SM of the H200 (228 KiB), so that only one block fits on it: 118 KiB.
inline constexpr std::int64_t moreThanHalfAnSm = 118 << 10;

/// The values of the parameters above as types. The texts were checked when they were set.
HostMemory hostMemoryOf(const Parameters &values);
bool nonBlockingOf(const Parameters &values);

enum class IssueOrder : std::uint8_t { Serial, DepthFirst, BreadthFirst };
IssueOrder issueOrderOf(const Parameters &values);

inline constexpr std::uint64_t floatBytes = 4; ///< of an element

/// @throws InputError unless `bytes`, the value of parameter `name`, is a whole number of floats.
std::uint64_t wholeFloats(const char *name, std::int64_t bytes);

/// A spin kernel as `duration_us` and `shared_memory` describe it, with `blocks` blocks.
TimedKernel spinWork(const Parameters &values, std::int64_t blocks);

/// Stream number `stream` with its flags and its priority; the id is `id`.
Stream makeStream(const Parameters &values, std::size_t stream, const std::string &id);

/// The priority of stream number `stream`: the list, cycled.
int priorityOf(const Parameters &values, std::size_t stream);

} // namespace streamscope
