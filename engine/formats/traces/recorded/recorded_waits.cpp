// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/recorded/recorded_waits.h"

#include "engine/formats/text/decimal.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <string>

namespace streamscope {

namespace {

enum SynchronizationType : std::uint8_t { EventWaited = 1, StreamWaits = 2 };

} // namespace

void RecordedWaits::add(const recording::EventRecordRow &row)
{
    m_memory.take(sizeof(Record));
    m_records.push_back({row.record, row.device, row.context, row.stream, row.correlation});
}

void RecordedWaits::add(const recording::SynchronizationRow &row)
{
    m_memory.take(sizeof row);
    m_rows.push_back(row);
}

const RecordedWaits::Record *RecordedWaits::find(std::uint64_t record) const
{
    const auto found = std::lower_bound(m_records.begin(), m_records.end(), record,
                                        [](const Record &a, std::uint64_t number) { return a.record < number; });
    return found != m_records.end() && (*found).record == record ? &*found : nullptr;
}

/// A record that is not in the recording has no stream.
std::optional<TraceRecord> RecordedWaits::recordOf(const recording::SynchronizationRow &row) const
{
    if (row.eventRecord == 0)
        return std::nullopt;
    const Record *record = find(row.eventRecord);
    if (!record || record->device >= TraceBuilder::maxDevices)
        return TraceRecord{0, row.context, -1, TraceCall::noKey};
    return TraceRecord{static_cast<int>(record->device), record->context, record->stream,
                       keyOfCorrelation(record->correlation)};
}

void RecordedWaits::finish(const StreamOf &streamOf, const DeviceOf &deviceOf, ImportReport &report)
{
    const auto before = [](const Record &a, const Record &b) { return a.record < b.record; };
    if (!std::is_sorted(m_records.begin(), m_records.end(), before))
        std::sort(m_records.begin(), m_records.end(), before);
    for (const Record &record : m_records)
        if (record.device < TraceBuilder::maxDevices)
            m_builder.addTarget({keyOfCorrelation(record.correlation), static_cast<int>(record.device), record.context,
                                 record.stream, TraceCall::noKey});
    std::uint64_t waits = 0;
    const std::uint32_t name = m_builder.intern("Stream Wait Event");
    for (const recording::SynchronizationRow &row : m_rows) {
        const bool forEvent = row.type == EventWaited || row.type == StreamWaits;
        const std::optional<TraceRecord> record = forEvent ? recordOf(row) : std::nullopt;
        const std::int64_t stream = row.stream == recording::none ? -1 : row.stream;
        if (const int device = deviceOf(row.context); device >= 0)
            m_builder.addTarget({keyOfCorrelation(row.correlation), device, row.context, stream,
                                 record ? record->call : TraceCall::noKey});
        if (row.type != StreamWaits) {
            ++report.skipped["synchronisation row (the host's call is kept instead)"];
            continue;
        }
        TraceOperation wait;
        wait.start = row.start;
        wait.end = row.end;
        wait.call = keyOfCorrelation(row.correlation);
        wait.name = name;
        wait.stream = stream < 0 ? -1 : streamOf(row.context, row.stream);
        if (wait.stream < 0 || !isTimeInRange(row.start) || !isTimeInRange(row.end) || row.end < row.start) {
            ++report.skipped["wait of a stream without a stream or times"];
            continue;
        }
        ++waits;
        m_builder.addWait(wait, record);
    }
    if (!m_rows.empty())
        report.warnings.push_back(
            Phrase("engine", "%1 synchronisation rows are waiting, not work, and count as neither busy nor idle. Waits "
                             "of a stream for an event among them: %2.")
                .arg(m_rows.size(), waits));
}

} // namespace streamscope
