// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/program/program.h"

#include <cstdint>
#include <initializer_list>

namespace streamscope {

/// A set of the values of a small enum.
template <typename Enum>
class EnumSet
{
public:
    constexpr EnumSet() = default;
    constexpr EnumSet(std::initializer_list<Enum> values)
    {
        for (const Enum value : values)
            m_bits |= bit(value);
    }
    constexpr bool contains(Enum value) const { return (m_bits & bit(value)) != 0; }
    static constexpr EnumSet all()
    {
        EnumSet set;
        set.m_bits = ~std::uint64_t{0};
        return set;
    }

private:
    static constexpr std::uint64_t bit(Enum value) { return std::uint64_t{1} << static_cast<unsigned>(value); }
    std::uint64_t m_bits = 0;
};

/// The features that an executor supports. A Program with any other feature is refused before the run.
struct Capabilities
{
    EnumSet<OperationKind> operations;
    EnumSet<KernelKind> kernels;
    EnumSet<StreamKind> streams;
    EnumSet<Submission> submissions;
    EnumSet<SyncMethod> syncMethods;
    int devices = 1; ///< in one run
};

/// Capabilities of the executor for this kind of device; `devices`: number of devices in one run.
Capabilities capabilitiesOf(DeviceKind kind, int devices = 1);

} // namespace streamscope
