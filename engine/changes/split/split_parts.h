// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/program/program.h"
#include "engine/program/shared/repeated_kernels.h"
#include "engine/program/shared/repeated_ranges.h"

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace streamscope {

/// True where a copy of so many bytes, or a kernel that writes them, can be cut into `chunks` parts.
bool canBeCut(std::uint64_t bytes, std::uint64_t chunks);
/// The same for the elements of a kernel.
bool canCutElements(std::uint64_t elements, std::uint64_t chunks);

/// Cuts operations into chunks. A trace has few names and lists of ranges, which its operations share: so do the chunks
/// of these operations.
class OperationCutter
{
public:
    /// `profile`: of the device, where it is known. `program`: that the operations are of.
    OperationCutter(std::uint64_t chunks, const DeviceProfile *profile, const Program &program);

    /// One operation with what its parts share with others. Valid as long as the cutter and the operation.
    struct Cuts
    {
        const Operation *whole = nullptr;
        const std::vector<SharedText> *names = nullptr;                      ///< by chunk; null: it has no name
        const std::vector<BufferRanges> *reads = nullptr, *writes = nullptr; ///< by chunk; null: it has none
    };
    Cuts cutsOf(const Operation &operation);
    /// Part `chunk` of the operation: its bytes, its kernel and its places in buffers.
    Operation part(const Cuts &cuts, std::uint64_t chunk);

    /// True for a kernel of so few blocks that a chunk of it keeps the blocks and runs a part of the time: a library's
    /// product of matrices has about one block for each SM, whatever its size (112 to 132 on 132 SMs, in nine
    /// programs). The blocks of a program's own kernel come with its data: where 48 became 12 for a quarter of the
    /// data, those ran as long.
    bool keepsBlocks(const Operation &operation) const;

private:
    const std::vector<SharedText> *namesOf(const SharedText &name);
    const std::vector<BufferRanges> *rangesOf(const BufferRanges &ranges, std::uint64_t only);
    void cutKernel(Operation &operation, std::uint64_t chunk);

    const std::uint64_t m_chunks, m_fewBlocks;
    const bool m_ofFramework;
    std::unordered_map<const std::string *, std::vector<SharedText>> m_names; ///< by the text that operations share
    /// By the list that operations share, and the size of the ranges to be cut (0: all).
    std::map<std::pair<const BufferRange *, std::uint64_t>, std::vector<BufferRanges>> m_cut;
    RepeatedRanges m_ranges;
    RepeatedKernels m_kernels;
};

} // namespace streamscope
