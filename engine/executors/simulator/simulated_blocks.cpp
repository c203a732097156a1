// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/simulated_blocks.h"

namespace streamscope {

SimulatedBlocks::SimulatedBlocks(const Program &program, BlockRecords &records)
    : m_program(program), m_records(records), m_nextBlock(program.operations.size(), 0)
{}

void SimulatedBlocks::add(std::int32_t operation, const KernelDemand &demand, const Placement &placement,
                          std::int64_t end)
{
    const Operation &what = m_program.operations[operation];
    if (what.kind != OperationKind::Kernel)
        return;
    const bool numbered = demand.blocks == std::int64_t{launchedBlocks(what.kernel)};
    BlockRecord record;
    record.span = static_cast<std::uint32_t>(operation);
    record.start = end - demand.blockNs;
    record.end = end;
    bool more = true;
    for (std::uint32_t turn = 0; more; ++turn) {
        more = false;
        for (const auto &[multiprocessor, blocks] : placement) {
            if (turn >= blocks)
                continue;
            more = true;
            record.multiprocessor = static_cast<std::uint16_t>(multiprocessor);
            record.block = numbered ? m_nextBlock[operation]++ : unknownBlock;
            m_records.append(record);
        }
    }
}

} // namespace streamscope
