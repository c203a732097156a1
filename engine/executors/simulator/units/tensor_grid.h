// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/operation.h"

#include <cstdint>

namespace streamscope {

/// How the squares of our tensor kernel (kernels/tensor_kernel.cu) lie on the SMs. A warp takes a group of four squares
/// a round, so the kernel takes as long as the SM with the most groups. 63 drawn configurations on nine H200s are
/// within 0.5 % of it in the median (docs/measurements/tensor-cores.md).
struct TensorGrid
{
    std::int64_t rounds = 1;     ///< one after the other: each reads its squares, computes and writes
    std::int64_t groups = 1;     ///< of the SM with the most, over all rounds
    std::int64_t roundBytes = 0; ///< that a block reads and writes in a round
};

/// @param work a kernel of KernelKind::Tensor
/// @param multiprocessors of the device, 1 …
/// @param blocksAtOnce of this kernel that an SM holds, 1 …
TensorGrid tensorGrid(const KernelWork &work, std::int64_t multiprocessors, std::int64_t blocksAtOnce);

/// The others end at once and do not hold up the kernel behind them: 4,138 blocks of a product of 42 us, of which 512
/// have work, let four other kernels begin and end meanwhile (H200).
std::int64_t blocksWithWork(const KernelWork &work);

/// The results of a group.
constexpr std::int64_t tensorGroupElements = std::int64_t{4} * 16 * 16;

/// Registers of a thread of our tensor kernel, as ptxas counts them from compute capability 8.0 on, rounded up to what
/// a warp gets.
std::int64_t tensorRegisters(MatrixPrecision precision);

} // namespace streamscope
