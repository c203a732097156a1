// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

namespace streamscope {

/// Which operations of other streams come before the next operation of a stream, by its order and by events. A memory
/// pool asks: memory that was freed before an allocation in this sense can be reused without waiting
/// (cudaMemPoolReuseFollowEventDependencies).
class StreamKnowledge
{
public:
    explicit StreamKnowledge(std::size_t streams = 0) : m_seen(streams, Seen(streams, -1)) {}

    /// The host issues `index`, which comes after `before` (StreamOrder::issue()).
    void issue(const Program &program, std::int32_t index, const std::vector<std::int32_t> &before)
    {
        if (m_seen.empty())
            return;
        const Operation &operation = program.operations[index];
        Seen &seen = m_seen[operation.stream];
        for (const std::int32_t earlier : before) {
            const std::int32_t stream = program.operations[earlier].stream;
            const auto record = m_records.find(earlier);
            const Seen &theirs = record != m_records.end() ? record->second : m_seen[stream];
            for (std::size_t i = 0; i < seen.size(); ++i)
                seen[i] = std::max(seen[i], theirs[i]);
            seen[stream] = std::max(seen[stream], earlier);
        }
        seen[operation.stream] = index;
        if (operation.kind == OperationKind::EventRecord)
            m_records[index] = seen;
    }

    /// True when `operation` comes before whatever `stream` issues next.
    bool knows(const Program &program, std::int32_t stream, std::int32_t operation) const
    {
        return m_seen[stream][program.operations[operation].stream] >= operation;
    }

private:
    using Seen = std::vector<std::int32_t>; ///< by stream: its last operation that comes before
    std::vector<Seen> m_seen;               ///< by stream
    std::map<std::int32_t, Seen> m_records; ///< by event record
};

} // namespace streamscope
