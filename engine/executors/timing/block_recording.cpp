// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/timing/block_recording.h"

namespace streamscope {

std::uint64_t launchedBlocks(const Program &program)
{
    std::uint64_t blocks = 0;
    for (const Operation &operation : program.operations)
        if (operation.kind == OperationKind::Kernel)
            blocks += launchedBlocks(operation.kernel);
    return blocks;
}

std::string blockRecordingProblem(const Program &program)
{
    if (program.deviceCount() > 1)
        return "No blocks are recorded: the program runs on several devices.";
    const std::uint64_t blocks = launchedBlocks(program);
    if (blocks <= maxRecordedBlocks)
        return {};
    return "No blocks are recorded: the run launches " + std::to_string(blocks) + " of them, and at most "
           + std::to_string(maxRecordedBlocks) + " can be recorded.";
}

} // namespace streamscope
