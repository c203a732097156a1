// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <span>
#include <vector>

namespace streamscope {

/// For every stream of the Program the first one that is the same stream of CUDA: each device has one legacy default
/// stream and one per-thread default stream (one host thread issues), whatever names they go by.
std::vector<std::int32_t> sameStreams(const Program &program);

/// In which order the device may come to the operations, by what CUDA documents and nothing else:
/// - an operation comes after the one before it in its stream (Programming Guide, streams);
/// - a wait comes after the record that it saw (Runtime API, cudaStreamWaitEvent);
/// - one on the legacy default stream comes after all blocking streams of its device, and these after it; non-blocking
///   streams take no part (Runtime API, stream synchronization behavior).
class ProgramOrder
{
public:
    /// Takes a sound Program (findProblems()); keeps nothing of it.
    explicit ProgramOrder(const Program &program);

    /// Operations that must end before `operation` may begin: the direct ones, from which the others follow. Empty for
    /// what is in no stream.
    std::span<const std::int32_t> before(std::size_t operation) const
    {
        return std::span(m_before).subspan(m_first[operation], m_first[operation + 1] - m_first[operation]);
    }
    /// sameStreams() of the Program.
    const std::vector<std::int32_t> &sameStream() const { return m_same; }

private:
    void add(const Program &program, std::int32_t operation);

    std::vector<std::int32_t> m_same;
    std::vector<std::int32_t> m_legacy;     ///< by device: its legacy default stream, −1 for none
    std::vector<std::int32_t> m_last;       ///< by stream: its last operation so far
    std::vector<std::int32_t> m_lastRecord; ///< by event
    std::vector<std::size_t> m_first;       ///< by operation, one more for the end: where its part of m_before begins
    std::vector<std::int32_t> m_before;
};

/// True for operations that are put into a stream: neither the host's own nor one without a stream.
bool isInStream(const Operation &operation);

} // namespace streamscope
