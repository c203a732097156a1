// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/own_host_events.h"

#include "engine/formats/io/timeline_memory.h"
#include "engine/formats/text/decimal.h"
#include "engine/formats/traces/chrome_event.h"
#include "engine/formats/traces/chrome_names.h"
#include "engine/formats/traces/trace_builder.h"
#include "engine/program/text/phrase.h"

#include <utility>

namespace streamscope {

namespace {

constexpr std::size_t longestThreadName = 200;

std::int64_t numberFrom(JsonCursor &cursor, std::int64_t least, std::int64_t most)
{
    const auto value = parseInteger(cursor.text());
    if (!value || *value < least || *value > most)
        cursor.fail(Phrase("engine", "a number from %1 to %2 should be here").arg(least, most));
    return *value;
}

} // namespace

const char *chromeCategoryOf(HostEventKind kind)
{
    switch (kind) {
    case HostEventKind::Range:
        return "user_annotation";
    case HostEventKind::PythonFrame:
        return "python_function";
    case HostEventKind::Operator:
        return "cpu_op";
    case HostEventKind::OsCall:
        break;
    }
    return "streamscope";
}

std::string hostHeaderJson(const HostEvents *events, const ImportReport *import)
{
    std::string text;
    if (events) {
        for (const EventThread &thread : events->threads())
            text += (text.empty() ? "{\"number\":" : ",{\"number\":") + std::to_string(thread.number)
                    + ",\"process\":" + quotedJson(thread.process) + ",\"name\":" + quotedJson(thread.name) + "}";
        text = ",\"threads\":[" + text + "]";
    }
    if (!import)
        return text;
    const HostEventCounts &host = import->host;
    const auto member = [](const char *key, std::uint64_t count) {
        return std::string("\"") + key + "\":" + std::to_string(count);
    };
    return text + ",\"host\":{" + member("threads", host.threads) + ',' + member("calls", host.calls) + ','
           + member("operators", host.operators) + ',' + member("ranges", host.ranges) + ','
           + member("python_frames", host.pythonFrames) + '}';
}

std::string originJson(const HostOrigins &origins, std::uint32_t span)
{
    std::string text;
    for (std::size_t part = 0; part < originPartCount; ++part)
        if (const auto which = static_cast<OriginPart>(part); origins.textNumber(span, which) > 0)
            text += ",\"" + std::string(originPartName(which)) + "\":" + quotedJson(origins.text(span, which));
    return text;
}

std::string hostEventJson(const HostEvents &events, std::uint32_t event, std::uint32_t thread)
{
    std::string text = "\"streamscope_event\":{\"thread\":" + std::to_string(thread);
    const RangeStyle &style = events.style(event);
    if (!style.domain.empty())
        text += ",\"domain\":" + quotedJson(style.domain);
    if (style.colour != 0)
        text += ",\"colour\":" + std::to_string(style.colour);
    return text + "}";
}

std::vector<std::uint32_t> nestedRows(const HostEvents &events, const EventThread &thread)
{
    std::vector<std::vector<std::int64_t>> open; // ends of what is open, by row, the innermost last
    std::vector<std::uint32_t> rows;
    rows.reserve(thread.past - thread.first);
    for (std::uint32_t i = thread.first; i < thread.past; ++i) {
        std::size_t row = 0;
        for (;; ++row) {
            if (row == open.size())
                open.emplace_back();
            std::vector<std::int64_t> &ends = open[row];
            while (!ends.empty() && ends.back() <= events.begin(i))
                ends.pop_back();
            if (ends.empty() || events.end(i) <= ends.back())
                break;
        }
        open[row].push_back(events.end(i));
        rows.push_back(static_cast<std::uint32_t>(row));
    }
    return rows;
}

void OwnHostEvents::readThreads(JsonCursor &cursor)
{
    cursor.forEachElement([&] {
        EventThread thread;
        cursor.forEachMember([&](std::string_view key) {
            if (key == "number")
                thread.number = static_cast<std::int32_t>(numberFrom(cursor, 0, TraceBuilder::maxThreads - 1));
            else if (key == "process")
                thread.process = decodeJsonString(cursor.string(), longestThreadName);
            else if (key == "name")
                thread.name = decodeJsonString(cursor.string(), longestThreadName);
            else
                cursor.skipValue();
        });
        if (m_threads.size() >= static_cast<std::size_t>(TraceBuilder::maxThreads))
            cursor.fail(Phrase("engine", "more than %1 threads").arg(TraceBuilder::maxThreads));
        m_threads.push_back(std::move(thread));
    });
}

void OwnHostEvents::readEvent(JsonCursor &cursor, HostEventKind kind, std::string_view name, std::int64_t begin,
                              std::int64_t end)
{
    NewHostEvent event;
    event.begin = begin;
    event.end = end;
    event.kind = kind;
    event.thread = -1;
    RangeStyle style;
    const auto threads = static_cast<std::int64_t>(m_threads.size());
    cursor.forEachMember([&](std::string_view key) {
        if (key == "thread")
            event.thread = static_cast<std::int32_t>(numberFrom(cursor, 0, threads - 1));
        else if (key == "domain")
            style.domain = decodeJsonString(cursor.string(), longestThreadName);
        else if (key == "colour")
            style.colour = static_cast<std::uint32_t>(numberFrom(cursor, 0, 0xffffffff));
        else
            cursor.skipValue();
    });
    if (event.thread < 0)
        cursor.fail(QT_TRANSLATE_NOOP("engine", "an event of the host needs its thread"));
    m_memory->take(HostEventList::bytesPerEvent);
    const std::size_t known = m_list.names();
    const std::string text = decodeJsonString(name, longestChromeName);
    event.name = m_list.intern(text);
    if (m_list.names() > known)
        m_memory->take(memoryOfName(text));
    if (style != RangeStyle())
        event.style = m_list.style(style);
    m_list.add(event);
}

std::shared_ptr<const HostEvents> OwnHostEvents::made()
{
    if (m_list.size() == 0)
        return nullptr;
    return m_list.make(0, [this](std::int32_t thread) { return m_threads[static_cast<std::size_t>(thread)]; });
}

} // namespace streamscope
