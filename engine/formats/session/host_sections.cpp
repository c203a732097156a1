// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/session/host_sections.h"

#include "engine/formats/session/number_table.h"
#include "engine/formats/session/plain_archive.h"
#include "engine/program/text/translatable.h"
#include "engine/timeline/host/host_events.h"

#include <algorithm>
#include <array>
#include <utility>

namespace streamscope {

namespace {

void writeCalls(const HostCalls &calls, SectionWriter &writer)
{
    HostCall before;
    writeTable(writer, SectionKind::Calls, calls.size(), [&](std::size_t i, bool isFirst) {
        const HostCall &call = calls[i];
        const auto index = static_cast<std::int64_t>(i);
        if (isFirst)
            before = {};
        const std::array<std::uint64_t, 10> row{
            step(before.begin, call.begin),
            step(call.begin, call.end),
            call.name,
            static_cast<std::uint64_t>(call.thread),
            static_cast<std::uint64_t>(call.stream + 1),
            call.record == HostCall::none ? 0 : step(index, call.record) + 1,
            call.firstSpan == HostCall::none ? 0 : step(before.firstSpan, call.firstSpan) + 1,
            call.spans,
            static_cast<std::uint64_t>(call.kind),
            zigzag(call.result)};
        const std::uint32_t lastFirst = before.firstSpan;
        before = call;
        if (before.firstSpan == HostCall::none)
            before.firstSpan = lastFirst;
        return row;
    });
}

void readCalls(SectionReader &reader, const Timeline &timeline, HostCalls &calls)
{
    HostCall before;
    readTable(reader, 10, sizeof(HostCall), [&](const NumberRow &row) {
        if (row.isFirst())
            before = {};
        HostCall call;
        call.begin = stepped(before.begin, row[0]);
        call.end = stepped(call.begin, row[1]);
        row.require(detail::isTime(call.begin) && detail::isTime(call.end) && call.begin <= call.end
                    && (calls.empty() || calls[calls.size() - 1].begin <= call.begin));
        call.name = row.number<std::uint32_t>(2);
        call.thread = row.number<std::int32_t>(3);
        call.stream = row.index(4, timeline.streams().size());
        const auto number = [&row](std::int64_t from, std::uint64_t distance) {
            const std::int64_t value = stepped(from, distance - 1);
            row.require(value >= 0 && value < HostCall::none);
            return static_cast<std::uint32_t>(value);
        };
        if (row[5] > 0)
            call.record = number(static_cast<std::int64_t>(calls.size()), row[5]);
        if (row[6] > 0)
            call.firstSpan = number(before.firstSpan, row[6]);
        call.spans = row.number<std::uint32_t>(7);
        call.kind = row.value(8, HostCallKind::Other);
        call.result = row.withSign<std::int32_t>(9);
        const bool issues = call.firstSpan != HostCall::none || call.spans > 0;
        row.require(
            call.name < timeline.names().size()
            && (!issues || (call.firstSpan < timeline.size() && call.spans <= timeline.size() - call.firstSpan)));
        calls.append(call);
        const std::uint32_t lastFirst = before.firstSpan;
        before = call;
        if (before.firstSpan == HostCall::none)
            before.firstSpan = lastFirst;
    });
}

void writeHostEvents(const HostEvents &events, SectionWriter &writer)
{
    HostTexts facts{events.names(), events.styles(), {}};
    std::vector<std::uint32_t> places(events.size());
    for (const EventThread &thread : events.threads()) {
        std::fill(places.begin() + thread.first, places.begin() + thread.past,
                  static_cast<std::uint32_t>(facts.threads.size()));
        facts.threads.push_back({thread.name, thread.process, thread.number});
    }
    writeArchive(writer, SectionKind::HostTexts, 0, facts);
    std::int64_t before = 0;
    writeTable(writer, SectionKind::HostEvents, events.size(), [&](std::size_t i, bool isFirst) {
        const HostEvent event = events[i];
        const std::int64_t from = isFirst ? 0 : before;
        before = event.begin;
        return std::array<std::uint64_t, 6>{step(from, event.begin),
                                            step(event.begin, event.end),
                                            event.name,
                                            places[i],
                                            event.style,
                                            static_cast<std::uint64_t>(event.kind)};
    });
}

void writeOrigins(const HostOrigins &origins, std::size_t spans, SectionWriter &writer)
{
    writeArchive(writer, SectionKind::OriginTexts, 0, origins.texts());
    writeTable(writer, SectionKind::Origins, origins.origins() - 1, [&](std::size_t i, bool) {
        std::array<std::uint64_t, originPartCount> row{};
        const HostOrigin &origin = origins.origin(static_cast<std::uint32_t>(i + 1));
        std::copy(origin.begin(), origin.end(), row.begin());
        return row;
    });
    writeTable(writer, SectionKind::OriginNumbers, spans,
               [&](std::size_t i, bool) { return std::array<std::uint64_t, 1>{origins.numberOf(i)}; });
}

void readOriginTexts(SectionReader &reader, HostOrigins &origins)
{
    std::vector<std::string> texts;
    readArchive(reader, texts);
    for (std::size_t i = 0; i < texts.size(); ++i)
        if (origins.intern(texts[i]) != i)
            reader.fail(QT_TRANSLATE_NOOP("engine", "two texts are the same"));
}

void readOrigins(SectionReader &reader, HostOrigins &origins)
{
    readTable(reader, originPartCount, 2 * sizeof(HostOrigin), [&](const NumberRow &row) {
        HostOrigin origin{};
        for (std::size_t part = 0; part < origin.size(); ++part) {
            origin[part] = row.number<std::uint32_t>(part);
            row.require(origin[part] < origins.texts().size());
        }
        const std::size_t known = origins.origins();
        row.require(origins.add(origin) == known);
    });
}

void readOriginNumbers(SectionReader &reader, std::size_t spans, HostOrigins &origins, std::size_t &next)
{
    readTable(reader, 1, sizeof(std::uint32_t), [&](const NumberRow &row) {
        const auto number = row.number<std::uint32_t>(0, origins.origins() - 1);
        row.require(next < spans);
        origins.set(next++, number);
    });
}

} // namespace

void writeHostSections(const Timeline &timeline, SectionWriter &writer)
{
    writeCalls(timeline.hostCalls(), writer);
    if (timeline.hostEvents())
        writeHostEvents(*timeline.hostEvents(), writer);
    if (!timeline.origins().empty())
        writeOrigins(timeline.origins(), timeline.size(), writer);
}

void HostSections::readTexts(SectionReader &reader)
{
    readArchive(reader, m_texts);
    m_hasEvents = true;
    for (std::size_t i = 0; i < m_texts.names.size(); ++i)
        if (m_events.intern(m_texts.names[i]) != i)
            reader.fail(QT_TRANSLATE_NOOP("engine", "two names are the same"));
    for (std::size_t i = 0; i < m_texts.styles.size(); ++i)
        if (m_events.style(m_texts.styles[i]) != i)
            reader.fail(QT_TRANSLATE_NOOP("engine", "two styles of ranges are the same"));
}

void HostSections::readEvents(SectionReader &reader)
{
    std::int64_t before = 0;
    readTable(reader, 6, HostEventList::bytesPerEvent, [&](const NumberRow &row) {
        NewHostEvent event;
        event.begin = before = stepped(row.isFirst() ? 0 : before, row[0]);
        event.end = stepped(event.begin, row[1]);
        row.require(detail::isTime(event.begin) && detail::isTime(event.end) && event.begin <= event.end);
        event.name = row.number<std::uint32_t>(2);
        event.thread = row.number<std::int32_t>(3);
        event.style = row.number<std::uint16_t>(4);
        row.require(event.name < m_texts.names.size() && row[3] < m_texts.threads.size()
                    && event.style < m_texts.styles.size());
        event.kind = row.value(5, HostEventKind::OsCall);
        m_events.add(event);
    });
}

bool HostSections::read(SectionReader &reader, const Timeline &timeline)
{
    switch (reader.current().kind) {
    case SectionKind::Calls:
        readCalls(reader, timeline, m_calls);
        return true;
    case SectionKind::HostTexts:
        readTexts(reader);
        return true;
    case SectionKind::HostEvents:
        readEvents(reader);
        return true;
    case SectionKind::OriginTexts:
        readOriginTexts(reader, m_origins);
        return true;
    case SectionKind::Origins:
        readOrigins(reader, m_origins);
        return true;
    case SectionKind::OriginNumbers:
        readOriginNumbers(reader, timeline.size(), m_origins, m_next);
        return true;
    default:
        return false;
    }
}

void HostSections::giveTo(Timeline &timeline, const SectionReader &reader)
{
    for (const HostCall &call : m_calls)
        if (call.record != HostCall::none && call.record >= m_calls.size())
            reader.fail(QT_TRANSLATE_NOOP("engine", "a call waits for none"));
    timeline.setHostCalls(std::move(m_calls));
    timeline.setOrigins(std::move(m_origins));
    if (m_hasEvents)
        timeline.setHostEvents(m_events.make(0, [this](std::int32_t place) {
            const HostTexts::Thread &thread = m_texts.threads[static_cast<std::size_t>(place)];
            return EventThread{thread.name, thread.process, thread.number, 0, 0, {}};
        }));
}

} // namespace streamscope
