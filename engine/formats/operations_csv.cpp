// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/operations_csv.h"

#include <cstdio>
#include <string>

namespace streamscope {

namespace {

/// Nanoseconds as microseconds with 3 decimals, exactly; empty when unknown.
std::string microseconds(std::int64_t ns)
{
    if (ns == unknownTime)
        return {};
    const std::uint64_t magnitude = ns < 0 ? 0 - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
    char text[48];
    std::snprintf(text, sizeof text, "%s%llu.%03llu", ns < 0 ? "-" : "",
                  static_cast<unsigned long long>(magnitude / 1000), static_cast<unsigned long long>(magnitude % 1000));
    return text;
}

/// RFC 4180: a field with a comma, a quote or a line break stands in quotes, quotes inside are doubled.
std::string field(const std::string &text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

} // namespace

QByteArray operationsCsv(const Timeline &timeline)
{
    std::string csv =
        "index,kind,name,device,stream,engine,priority,chunk,bytes,issue_us,ready_us,start_us,end_us,clock\r\n";
    csv.reserve(csv.size() + timeline.size() * 128);
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        const Span span = timeline.span(i);
        const bool onStream = span.stream >= 0;
        const TimelineStream stream = onStream ? timeline.streams()[span.stream] : TimelineStream{};
        const auto add = [&csv](std::string_view text) {
            csv += text;
            csv += ',';
        };
        add(std::to_string(i));
        add(kindName(span.kind));
        add(field(timeline.name(span.name)));
        add(onStream ? std::to_string(stream.device) : std::string());
        add(onStream ? field(stream.id) : std::string());
        add(engineName(span.engine));
        add(onStream ? std::to_string(stream.priority) : std::string());
        add(span.chunk >= 0 ? std::to_string(span.chunk) : std::string());
        add(std::to_string(span.bytes));
        for (const std::int64_t time : {span.issue, span.ready, span.start, span.end})
            add(microseconds(time));
        csv += clockName(span.clock);
        csv += "\r\n";
    }
    return QByteArray::fromStdString(csv);
}

} // namespace streamscope
