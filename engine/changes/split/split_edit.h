// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/changes/change.h"
#include "engine/changes/edit/added_parts.h"
#include "engine/changes/patterns/call_order.h"
#include "engine/changes/patterns/chains.h"
#include "engine/changes/patterns/usual_calls.h"
#include "engine/changes/split/repeated_work.h"
#include "engine/changes/split/split_parts.h"
#include "engine/program/order/stream_rules.h"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace streamscope {

/// Which operations can be divided into chunks, and the chains of them.
class SplitRules
{
public:
    explicit SplitRules(const ChangeInput &input);

    std::vector<OperationChain> chains();

    /// Operations that were in no chain because of their memory or their size. Valid after chains().
    std::size_t pageable() const { return m_pageable; }
    std::size_t tooSmall() const { return m_tooSmall; }

    const LaunchWork &launchWork() const { return m_launchWork; }

private:
    bool fits(std::int32_t index);
    bool isLargeEnough(const Operation &operation) const;

    const ChangeInput &m_input;
    const LaunchWork m_launchWork;
    const std::uint64_t m_chunks;
    const bool m_replay;
    std::size_t m_pageable = 0, m_tooSmall = 0;
};

/// Writes the Program with its chains in chunks.
class SplitEdit
{
public:
    SplitEdit(const ChangeInput &input, const SplitRules &rules, const std::vector<OperationChain> &chains);

    ChangedProgram run();

private:
    void findChainWork();
    const std::vector<std::int32_t> &lanesOf(std::int32_t stream);
    void writeOther(const Operation &operation);
    bool goesOn(const OperationChain &chain);
    void writeChain(const OperationChain &chain);
    void fork(const OperationChain &chain, const std::vector<std::int32_t> &lanes);
    void join(std::int32_t stream, std::int32_t thread);
    std::span<const std::int32_t> workBefore(std::int32_t operation) const;
    std::size_t mostOperations() const;
    std::int64_t repeatedWorkNs(std::int32_t operation) const;
    void writeWork(std::int32_t operation, bool again, std::int32_t thread);
    void push(Operation operation) { m_result.program.operations.push_back(std::move(operation)); }
    void addNotes();

    const ChangeInput &m_input;
    const std::vector<OperationChain> &m_chains;
    const LaunchWork &m_launchWork;
    const RepeatedWork m_repeatedWork;
    const StreamRules m_rules;
    const UsualCalls m_calls;
    const std::uint64_t m_chunks, m_streams;
    OperationCutter m_cutter;
    const bool m_oneThread;
    std::vector<std::int32_t> m_chainOf;                       ///< by operation: the chain it is in
    std::vector<std::int32_t> m_work;                          ///< of the host, before operations of chains
    std::vector<std::size_t> m_workEnd;                        ///< by operation of a chain: its end in m_work
    std::vector<std::int32_t> m_workPlace;                     ///< by operation of a chain: its entry in m_workEnd
    std::vector<bool> m_taken;                                 ///< host work that is written with its chain
    std::map<std::int32_t, std::vector<std::int32_t>> m_lanes; ///< by stream of a chain: the streams of its chunks
    std::map<std::int32_t, std::int32_t> m_forkEvent;          ///< by stream of a chain
    std::map<std::int32_t, std::int32_t> m_joinEvent;          ///< by lane
    std::vector<bool> m_busy;                                  ///< by stream: something the host has not waited for
    std::vector<std::vector<std::int32_t>> m_unjoined;         ///< by stream of a chain: lanes it has not waited for
    std::map<std::int32_t, const OperationChain *> m_last;     ///< by stream: the last chain that was written
    std::size_t m_shortened = 0;
    std::vector<OperationCutter::Cuts> m_cuts; ///< by place in the chain that is written
    ChangedProgram m_result;
    EventCalls m_eventCalls{m_result.program, addedEventCallNs(m_input.program)};
};

} // namespace streamscope
