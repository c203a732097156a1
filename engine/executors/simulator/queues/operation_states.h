// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace streamscope {

/// What an operation waited for last.
enum class ReadyCause : std::uint8_t {
    Call,        ///< its own call
    OwnStream,   ///< the operation before it in its stream
    OtherStream, ///< an operation of another stream: an event, the NULL stream, a memory pool
};

/// What a simulation keeps of an operation until that has ended.
struct OperationState
{
    std::int32_t open = 1;         ///< number of causes that it waits for; 1 at first, for its call
    std::int32_t firstWaiter = -1; ///< of its list at Dependencies
    std::int32_t place = -1;       ///< at the engine that it waits for: one at most, so that all engines share this
    ReadyCause cause = ReadyCause::Call; ///< once it is ready
    bool withCommands = false;           ///< a copy whose bytes the call put among the commands
};

/// True for an operation of which nothing is put into a stream.
inline bool isHostCall(const Operation &operation)
{
    return operation.kind == OperationKind::HostWork || operation.kind == OperationKind::Sync
           || operation.stream == Operation::none;
}

/// The states of all operations that are on their way: of millions, few are at a time. A page of them exists from the
/// first that is issued to the last that has ended.
class OperationStates
{
public:
    explicit OperationStates(const Program &program)
        : m_pages(program.operations.size() / pageSize + 1), m_left(m_pages.size(), 0)
    {
        for (std::size_t i = 0; i < program.operations.size(); ++i)
            m_left[i / pageSize] +=
                isHostCall(program.operations[i]) && !program.inGraph(program.operations[i]) ? 0 : 1;
    }

    OperationState &operator[](std::int32_t operation)
    {
        std::unique_ptr<OperationState[]> &page = m_pages[pageOf(operation)];
        if (!page)
            page = std::make_unique<OperationState[]>(pageSize);
        return page[static_cast<std::size_t>(operation) % pageSize];
    }
    const OperationState &operator[](std::int32_t operation) const
    {
        static constexpr OperationState untouched;
        const std::unique_ptr<OperationState[]> &page = m_pages[pageOf(operation)];
        return page ? page[static_cast<std::size_t>(operation) % pageSize] : untouched;
    }

    /// It has ended, and nobody asks for its state again. Once for each operation that a stream gets.
    void leave(std::int32_t operation)
    {
        if (--m_left[pageOf(operation)] == 0)
            m_pages[pageOf(operation)].reset();
    }

private:
    static constexpr std::size_t pageSize = 4096;

    static std::size_t pageOf(std::int32_t operation) { return static_cast<std::size_t>(operation) / pageSize; }

    std::vector<std::unique_ptr<OperationState[]>> m_pages;
    std::vector<std::int32_t> m_left; ///< by page: operations that have not left
};

} // namespace streamscope
