// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/ranges/time_range.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "engine/timeline/host/host_event_list.h"
#include "engine/timeline/ranges/carry_over.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace streamscope {

namespace {

[[noreturn]] void refuse(const std::string &text)
{
    throw InputError(Phrase("engine", "the range '%1' is not allowed; expected BEGIN:END in microseconds, or with ns, "
                                      "us, ms or s behind a number")
                         .arg(text));
}

std::int64_t parseSide(const std::string &side, const std::string &whole)
{
    double value = 0; // what people type is short: no digit is lost
    const char *const end = side.data() + side.size();
    const auto [rest, error] = std::from_chars(side.data(), end, value);
    const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
    constexpr std::array<std::pair<std::string_view, double>, 5> units{
        {{"", 1e3}, {"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}}};
    const auto found = std::find_if(units.begin(), units.end(), [&](const auto &u) { return u.first == unit; });
    if (error != std::errc() || found == units.end() || !(std::abs(value * found->second) < 9e18))
        refuse(whole);
    return std::llround(value * found->second);
}

} // namespace

TimeRange parseTimeRange(const std::string &text)
{
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos || text.size() == 1)
        refuse(text);
    TimeRange range;
    if (colon > 0)
        range.begin = parseSide(text.substr(0, colon), text);
    if (colon + 1 < text.size())
        range.end = parseSide(text.substr(colon + 1), text);
    if (range.end <= range.begin)
        refuse(text);
    return range;
}

bool touches(const Span &span, TimeRange range)
{
    if (span.start == span.end)
        return span.start >= range.begin && span.start < range.end;
    return span.start < range.end && span.end > range.begin;
}

namespace {

/// A call that waits is cut as its span is; a call that issues stays whole, as its operations know its times.
bool takesCall(const CarryOver &carry, TimeRange range, bool cut, HostCall &call)
{
    const bool inside = call.begin == call.end ? call.begin >= range.begin && call.begin < range.end
                                               : call.begin < range.end && call.end > range.begin;
    if (!inside && !carry.issuedAny(call))
        return false;
    if (cut && inside && isSynchronisation(call.kind)) {
        call.begin = std::max(call.begin, range.begin);
        call.end = std::min(call.end, range.end);
    }
    return true;
}

} // namespace

Timeline timelineIn(const Timeline &timeline, TimeRange range, bool cut)
{
    Timeline part;
    part.setGlobalTimerStep(timeline.globalTimerStep());
    for (const TimelineStream &stream : timeline.streams())
        part.addStream(stream);
    for (const auto &[device, label] : timeline.deviceLabels())
        part.setDeviceLabel(device, label);
    CarryOver carry(timeline, part);
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        Span span = timeline.span(i);
        if (!touches(span, range))
            continue;
        span.name = carry.name(span.name);
        if (cut) {
            span.start = std::max(span.start, range.begin);
            span.end = std::min(span.end, range.end);
            if (span.ready != unknownTime)
                span.ready = std::min(std::max(span.ready, range.begin), span.start);
            if (span.kind == OperationKind::Sync && span.issue != unknownTime && span.returned != unknownTime) {
                span.issue = std::max(span.issue, range.begin);
                span.returned = std::min(span.returned, range.end);
            }
        }
        part.append(span);
        carry.span(i);
    }
    carry.links();
    part.setHostEvents(timeline.sharedHostEvents());
    carry.calls([&](HostCall &call) { return takesCall(carry, range, cut, call); });
    if (!cut && timeline.hostEvents()) {
        for (const HostCall &call : part.hostCalls()) // what was open when it issued is of interest, too
            range = {std::min(range.begin, call.begin), std::max(range.end, call.end)};
        part.setHostEvents(hostEventsIn(*timeline.hostEvents(), range.begin, range.end));
    }
    return part;
}

} // namespace streamscope
