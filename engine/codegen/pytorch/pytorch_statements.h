// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/codegen/layout/code_layout.h"
#include "engine/codegen/layout/code_text.h"
#include "engine/codegen/pytorch/bound_calls.h"

#include <string>

namespace streamscope {

/// How the script differs from a script that one process runs on one device.
struct PytorchSetting
{
    bool manyDevices = false;
    bool distributed = false; ///< a process for each device runs it
};

/// The operations, with loops where they repeat. Their launches and allocations are among `calls` afterwards.
/// @returns whether they select streams, and the "default_stream" at their end.
bool writePytorchStatements(const CodeLayout &layout, int thread, const PytorchSetting &setting, BoundCalls &calls,
                            CodeText &code);
/// What captures the graphs of some operations.
void writePytorchGraphs(const CodeLayout &layout, const PytorchSetting &setting, BoundCalls &calls, CodeText &code);

/// "inputs", "output_data", "device_buffers_2": the group as the script calls it.
std::string pytorchName(const BufferGroup &group);
/// What allocates or frees `slot` when it is called: "bound_malloc(allocations[0], 100)". `stream` empty: not in a
/// stream.
std::string pytorchAllocation(const Operation &operation, bool allocates, const std::string &slot,
                              const std::string &bytes, const std::string &stream);

} // namespace streamscope
