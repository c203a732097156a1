// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/host/chrome_host_events.h"

#include "engine/timeline/host/python_frame.h"

#include <algorithm>

namespace streamscope {

namespace {

/// Most names need no decoding, and there are hundreds of thousands.
std::uint32_t eventNameOf(std::string_view contents, TraceBuilder &builder)
{
    const bool plain =
        contents.size() <= longestChromeName && std::none_of(contents.begin(), contents.end(), [](char letter) {
            return letter == '\\' || static_cast<unsigned char>(letter) >= 0x80;
        });
    if (plain)
        return builder.internEvent(withoutAddress(contents));
    return builder.internEvent(withoutAddress(decodeJsonString(contents, longestChromeName)));
}

} // namespace

void takeChromeHostEvent(const ChromeEvent &event, ChromeCategory category, std::int64_t start, std::int64_t end,
                         TraceBuilder &builder, HostEventCounts &counts)
{
    NewHostEvent made;
    made.begin = start;
    made.end = end;
    made.kind = category == ChromeCategory::PythonFrame ? HostEventKind::PythonFrame
                : category == ChromeCategory::Operator  ? HostEventKind::Operator
                                                        : HostEventKind::Range;
    made.thread = builder.hostThread(event.process, event.thread);
    made.name = eventNameOf(event.name, builder);
    builder.addEvent(made);
    ++(made.kind == HostEventKind::PythonFrame ? counts.pythonFrames
       : made.kind == HostEventKind::Operator  ? counts.operators
                                               : counts.ranges);
}

void nameChromeThread(const ChromeEvent &event, TraceBuilder &builder)
{
    if (event.name != "thread_name" || !event.arguments)
        return;
    JsonCursor cursor(event.arguments, event.end, event.argumentsOffset, true);
    cursor.forEachMember([&](std::string_view key) {
        if (key == "name")
            builder.nameThread(event.process, event.thread, decodeJsonString(plainValue(cursor), longestChromeName));
        else
            cursor.skipValue();
    });
}

} // namespace streamscope
