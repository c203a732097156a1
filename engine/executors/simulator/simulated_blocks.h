// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/simulator/cost_model.h"
#include "engine/executors/simulator/units/multiprocessors.h"
#include "engine/program/program.h"
#include "engine/timeline/block_records.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// Writes the model's blocks as records, numbered in order of placement, over the SMs in turn. Blocks of a kernel that
/// is modelled with fewer blocks than it launches (one wave, as large as fits) get no numbers. The model also puts
/// memsets on the SMs; they leave no records.
class SimulatedBlocks
{
public:
    SimulatedBlocks(const Program &program, BlockRecords &records);

    /// The blocks of `placement` ran until `end`, each for `demand.blockNs`.
    void add(std::int32_t operation, const KernelDemand &demand, const Placement &placement, std::int64_t end);

private:
    const Program &m_program;
    BlockRecords &m_records;
    std::vector<std::uint32_t> m_nextBlock; ///< by operation
};

} // namespace streamscope
