// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What a wait for an event waited for: from the place where the event was recorded to the wait.
#include "engine/formats/traces/trace_builder.h"

#include "engine/program/text/phrase.h"

#include <algorithm>

namespace streamscope {

/// By device and number, −1 where several contexts have it: Kineto does not say the context of a record.
TraceBuilder::StreamsByNumber TraceBuilder::streamsByNumber() const
{
    StreamsByNumber streams;
    for (const auto &[place, index] : m_streams) {
        const auto [entry, isNew] = streams.try_emplace({std::get<0>(place), std::get<2>(place)}, index);
        if (!isNew)
            entry->second = -1;
    }
    return streams;
}

/// −1 for a stream without operations, and where several could be meant.
std::int32_t TraceBuilder::knownStream(int device, std::uint64_t owner, std::int64_t number,
                                       const StreamsByNumber &all) const
{
    if (const auto found = m_streams.find({device, owner, number}); found != m_streams.end())
        return found->second;
    const auto alone = all.find({device, number});
    return alone != all.end() ? alone->second : -1;
}

TraceBuilder::StreamOrder TraceBuilder::issuedOperations() const
{
    StreamOrder order(m_timeline.streams().size());
    for (std::uint32_t i = 0; i < m_operations.size(); ++i) {
        const Pending &operation = m_operations[i];
        if (operation.stream >= 0 && runsOnGpu(operation.kind) && operation.issue != unknownTime)
            order[static_cast<std::size_t>(operation.stream)].push_back(i);
    }
    return order;
}

/// In m_operations, sorted: from the last operation that was issued to a stream before the event was recorded there, to
/// the wait and to the first one issued behind it.
std::vector<EventLink> TraceBuilder::linkEvents(ImportReport &report) const
{
    std::vector<EventLink> links;
    if (m_records.empty())
        return links;
    const StreamOrder order = issuedOperations();
    const StreamsByNumber byNumber = streamsByNumber();
    const auto issuedBefore = [this](std::uint32_t i, std::int64_t time) { return m_operations[i].issue < time; };
    std::uint64_t unknown = 0;
    for (std::uint32_t i = 0; i < m_operations.size(); ++i) {
        const Pending &wait = m_operations[i];
        if (wait.kind != OperationKind::EventWait || wait.bytes == 0)
            continue;
        const TraceRecord &record = m_records[wait.bytes - 1];
        const std::int32_t stream = knownStream(record.device, record.owner, record.stream, byNumber);
        const std::optional<std::int64_t> time = calledAt(record.call);
        if (stream < 0 || !time) {
            ++unknown;
            continue;
        }
        const std::vector<std::uint32_t> &recorded = order[static_cast<std::size_t>(stream)];
        const auto past = std::lower_bound(recorded.begin(), recorded.end(), *time, issuedBefore);
        if (past == recorded.begin())
            continue; // nothing was there to wait for
        links.push_back({*(past - 1), i});
        const std::vector<std::uint32_t> &waiting = order[static_cast<std::size_t>(wait.stream)];
        const auto next = std::lower_bound(waiting.begin(), waiting.end(), wait.start, issuedBefore);
        if (next != waiting.end())
            links.push_back({*(past - 1), *next});
    }
    if (unknown > 0)
        report.warnings.push_back(Phrase("engine", "%1 waits of a stream are for events whose record is not in the "
                                                   "file: no arrow shows what they waited for.")
                                      .arg(unknown));
    return links;
}

} // namespace streamscope
