// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/codegen/layout/code_layout.h"
#include "engine/codegen/layout/code_text.h"

#include <string>

namespace streamscope {

/// How the script differs from a script that one process runs on one device.
struct PytorchSetting
{
    bool manyDevices = false;
    bool distributed = false; ///< a process for each device runs it
};

/// The operations, with loops where they repeat.
void writePytorchStatements(const CodeLayout &layout, int thread, const PytorchSetting &setting, CodeText &code);
/// What captures the graphs of some operations.
void writePytorchGraphs(const CodeLayout &layout, const PytorchSetting &setting, CodeText &code);

/// "inputs", "output_data", "device_buffers_2": the group as the script calls it.
std::string pytorchName(const BufferGroup &group);
/// The statement that allocates or frees `slot`. `stream` empty: not in a stream.
std::string pytorchAllocation(const Operation &operation, bool allocates, const std::string &slot,
                              const std::string &bytes, const std::string &stream);

} // namespace streamscope
