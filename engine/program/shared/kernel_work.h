// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/shared/shared_value.h"

#include <cstdint>

namespace streamscope {

/// The kernels that the CUDA module carries.
enum class KernelKind : std::uint8_t {
    Spin,   ///< every block runs as long as its operation says
    Fma,    ///< `workPerElement` fused multiply-adds on each of `elements` floats
    Stream, ///< reads and writes each of `elements` floats once
    Tensor, ///< matrix products on the tensor cores: `workPerElement` multiply-adds for each of `elements` results
};

/// The type of a tensor kernel's factors; sums are single precision for both. Files spell them bf16 and tf32.
enum class MatrixPrecision : std::uint8_t { Bf16, Tf32 };

/// What a kernel computes and how it is launched. A grid of 0 lets the executor choose
/// min(ceil(elements / block), 65535) blocks, as a grid-stride loop wants.
struct KernelWork
{
    KernelKind kind = KernelKind::Fma;
    MatrixPrecision precision = MatrixPrecision::Bf16; ///< Tensor only
    std::uint16_t registers = 0;    ///< per thread, 0 … 255; describes a kernel, the kernels above do not take them
    std::uint32_t grid = 0;         ///< blocks; 0 = chosen from `elements`
    std::uint32_t block = 256;      ///< threads per block
    std::uint32_t sharedMemory = 0; ///< dynamic shared memory per block, bytes
    std::uint64_t elements = 0;
    std::int64_t workPerElement = 0; ///< fused multiply-adds per element (Fma)

    bool operator==(const KernelWork &) const = default;
};

/// The work of an operation's kernel, read like a pointer to it. Copies share it until one of them is written to: a
/// trace of a million kernels has some hundred shapes of them, and most operations are no kernels at all.
class SharedKernel
{
public:
    SharedKernel() = default;
    SharedKernel(const KernelWork &work) : m_work(work == KernelWork() ? Value() : Value(work)) {}

    const KernelWork &work() const
    {
        static constexpr KernelWork none;
        return m_work ? *m_work : none;
    }
    operator const KernelWork &() const { return work(); }
    const KernelWork *operator->() const { return &work(); }
    /// For writing: no other copy shares it from now on.
    KernelWork &own() { return m_work.own(); }

    friend bool operator==(const SharedKernel &a, const SharedKernel &b)
    {
        return a.m_work.isSameAs(b.m_work) || a.work() == b.work();
    }

private:
    using Value = SharedValue<KernelWork>;
    Value m_work; ///< null: as a KernelWork begins
};

} // namespace streamscope
