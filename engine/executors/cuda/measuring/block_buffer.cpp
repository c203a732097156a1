// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/measuring/block_buffer.h"

#include "engine/executors/timing/block_recording.h"
#include "engine/program/errors.h"

#include <algorithm>

namespace streamscope {

std::string BlockBuffer::problem(const Program &program)
{
    const std::string tooMany = blockRecordingProblem(program);
    if (!tooMany.empty())
        return tooMany;
    if (program.deviceCount() > 1)
        return "No blocks are recorded: the kernels run on several devices, whose timers are not one clock.";
    std::size_t free = 0, total = 0;
    STREAMSCOPE_CUDA(cudaMemGetInfo(&free, &total));
    const std::uint64_t needed = launchedBlocks(program) * sizeof(BlockStamp);
    if (needed <= free / 2) // the rest of the run wants memory, too
        return {};
    return "No blocks are recorded: they need " + std::to_string(needed >> 20)
           + " MiB of device memory beside the run, " + "and " + std::to_string(free >> 20)
           + " MiB are free; half of that may be used.";
}

BlockBuffer::BlockBuffer(const Program &program)
    : m_program(program), m_memory(std::max<std::uint64_t>(1, launchedBlocks(program)) * sizeof(BlockStamp))
{
    std::uint64_t first = 0;
    for (const Operation &operation : program.operations) {
        m_first.push_back(first);
        if (operation.kind == OperationKind::Kernel)
            first += launchedBlocks(operation.kernel);
    }
    m_first.push_back(first);
}

void BlockBuffer::reset()
{
    STREAMSCOPE_CUDA(cudaMemset(m_memory.data(), 0, m_memory.bytes()));
    STREAMSCOPE_CUDA(cudaDeviceSynchronize());
}

BlockStamp *BlockBuffer::place(std::size_t operation) const
{
    return static_cast<BlockStamp *>(m_memory.data()) + m_first[operation];
}

BlockRecords BlockBuffer::read() const
{
    BlockRecords records;
    records.reserve(m_first.back());
    std::vector<BlockStamp> stamps;
    for (std::size_t i = 0; i < m_program.operations.size(); ++i) {
        stamps.resize(m_first[i + 1] - m_first[i]);
        if (stamps.empty())
            continue;
        STREAMSCOPE_CUDA(
            cudaMemcpy(stamps.data(), place(i), stamps.size() * sizeof(BlockStamp), cudaMemcpyDeviceToHost));
        for (std::size_t block = 0; block < stamps.size(); ++block) {
            const BlockStamp &stamp = stamps[block];
            if (stamp.end == 0)
                throw RunError("block " + std::to_string(block) + " of kernel '" + m_program.operations[i].name
                               + "' left no record; it did not run");
            records.append({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(block),
                            static_cast<std::uint16_t>(stamp.multiprocessor), static_cast<std::int64_t>(stamp.start),
                            static_cast<std::int64_t>(stamp.end)});
        }
    }
    return records;
}

} // namespace streamscope
