// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/chunked_list.h"
#include "engine/formats/traces/trace_builder.h"
#include "resources/recorder/recording_format.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace streamscope {

/// Rows about synchronisation, kept until all are known: a record may stand behind its wait in the file, and so may
/// the device of a context.
class RecordedWaits
{
public:
    RecordedWaits(TraceBuilder &builder, MemoryBudget &memory) : m_builder(builder), m_memory(memory) {}

    void add(const recording::EventRecordRow &row);
    void add(const recording::SynchronizationRow &row);

    /// A stream of a context whose device is known; −1 else.
    using StreamOf = std::function<std::int32_t(std::uint32_t context, std::uint32_t stream)>;
    using DeviceOf = std::function<int(std::uint32_t context)>; ///< −1 when unknown
    /// Hands all to the builder, whose calls must be complete.
    void finish(const StreamOf &streamOf, const DeviceOf &deviceOf, ImportReport &report);

private:
    struct Record
    {
        std::uint64_t record;
        std::uint32_t device, context, stream, correlation;
    };
    const Record *find(std::uint64_t record) const;
    std::optional<TraceRecord> recordOf(const recording::SynchronizationRow &row) const;

    TraceBuilder &m_builder;
    MemoryBudget &m_memory;
    ChunkedList<Record> m_records; ///< sorted in finish()
    ChunkedList<recording::SynchronizationRow> m_rows;
};

/// The key of a call by the number that joins it with its operations.
constexpr std::uint64_t keyOfCorrelation(std::uint32_t correlation)
{
    return correlation == 0 ? TraceCall::noKey : correlation;
}

} // namespace streamscope
