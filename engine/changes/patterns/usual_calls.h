// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <array>
#include <cstdint>

namespace streamscope {

/// How long the calls of each kind usually take in a Program, for calls that a change adds. The first call of a kind is
/// often much dearer than the others, so a measured time is not simply repeated.
class UsualCalls
{
public:
    explicit UsualCalls(const Program &program);

    /// The median of the measured calls of this kind, ns; −1 (as the profile says) without any.
    std::int64_t ofKind(OperationKind kind) const { return m_ns[static_cast<std::size_t>(kind)]; }

private:
    std::array<std::int64_t, operationKindCount> m_ns;
};

/// What an event record or wait that a change adds takes the host, ns; −1: as the profile says. A trace of a slow host
/// (Python) has work of the host before each call, and a call that is added will have the same.
std::int64_t addedEventCallNs(const Program &program);

} // namespace streamscope
