// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <array>
#include <cstdint>

namespace streamscope {

/// How long the calls of each kind usually take in a Program, for calls that a change adds right behind others. The
/// first call of a kind behind a wait finds cold caches: on two H200s a copy took 4.2 and 20 us there and 2.3 and 4.2
/// in a row, a launch 10 and 24 us and 5.3 and 7.3. So calls that come again count, and where a kind has none, what the
/// other kinds say of first calls and others.
class UsualCalls
{
public:
    explicit UsualCalls(const Program &program);

    /// A call of this kind, ns; −1 (as the profile says) where none was measured.
    std::int64_t ofKind(OperationKind kind) const { return m_ns[static_cast<std::size_t>(kind)]; }

private:
    std::array<std::int64_t, operationKindCount> m_ns;
};

/// What an event record or wait that a change adds takes the host, ns; −1: as the profile says. A trace of a slow host
/// (Python) has work of the host before each call, and a call that is added will have the same.
std::int64_t addedEventCallNs(const Program &program);

} // namespace streamscope
