// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/recorder/program_ranges.h"

#include "engine/recorder/clock.h"
#include "engine/recorder/open_ranges.h"
#include "engine/recorder/recording.h"

#include <optional>
#include <utility>

namespace streamscope::recorder {

namespace {

/// Of the process: ranges may begin before CUDA starts, and end after everything.
OpenRanges &openRanges()
{
    static auto *const ranges = new OpenRanges;
    return *ranges;
}

MarkedRange begun(RangeLabel label, const RangeDomain *domain, std::uint8_t kind)
{
    const std::int64_t now = nowNs();
    return {now, now, threadNumber(), std::move(label.name), domain ? domain->name : std::string(), label.colour, kind};
}

void keep(MarkedRange range)
{
    if (Recording *recording = currentRecording(); recording && recording->isOn())
        recording->ranges().add(std::move(range));
}

} // namespace

int pushRange(RangeLabel label, const RangeDomain *domain)
{
    const bool mayBeStep = openRanges().depth(domain) == 0 && domain != ownDomain();
    if (Recording *recording = currentRecording(); recording && mayBeStep)
        recording->outermostRange(label.name);
    return openRanges().push(domain, begun(std::move(label), domain, 1));
}

int popRange(const RangeDomain *domain)
{
    std::optional<MarkedRange> range = openRanges().pop(domain);
    if (!range)
        return -1;
    range->end = nowNs();
    keep(std::move(*range));
    return static_cast<int>(openRanges().depth(domain));
}

std::uint64_t startRange(RangeLabel label, const RangeDomain *domain)
{
    return openRanges().start(begun(std::move(label), domain, 2));
}

void endRange(std::uint64_t number)
{
    if (std::optional<MarkedRange> range = openRanges().end(number)) {
        range->end = nowNs();
        keep(std::move(*range));
    }
}

void mark(RangeLabel label, const RangeDomain *domain)
{
    keep(begun(std::move(label), domain, 3));
}

void nameThread(std::uint32_t thread, std::string name)
{
    if (Recording *recording = currentRecording())
        recording->ranges().nameThread(thread, std::move(name));
}

const RangeDomain *ownDomain()
{
    static const auto *const domain = new RangeDomain{"streamscope"};
    return domain;
}

} // namespace streamscope::recorder
