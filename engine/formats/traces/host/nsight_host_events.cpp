// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/host/nsight_host_events.h"

#include "engine/formats/text/decimal.h"
#include "engine/formats/text/json_cursor.h"

#include <algorithm>
#include <unordered_map>

namespace streamscope {

namespace {

constexpr std::size_t longestName = 4'096; // bytes
constexpr int domainRows = 75;             // NvtxDomainCreate

/// By domainId. Older exports name the domains in rows of their own.
std::unordered_map<std::int64_t, std::string> domainNames(const NsightHostInput &input)
{
    constexpr std::size_t mostDomains = 1'024;
    std::unordered_map<std::int64_t, std::string> names;
    SqliteQuery row = input.database.select(nsightRangeTable, {"domainId", "text", "textId"},
                                            "eventType = " + std::to_string(domainRows));
    while (row.next() && names.size() < mostDomains)
        names[row.integer(0)] = row.isNull(1) ? input.stringOf(row.integer(2)) : decodeText(row.text(1).substr(0, 200));
    return names;
}

/// The columns of the query in readNsightRanges().
enum RangeColumn { Start, End, Thread, Text, TextId, Domain, Colour };

/// Names of ranges by the number of their text.
class RangeNames
{
public:
    explicit RangeNames(const NsightHostInput &input) : m_input(input) {}

    /// Sets the name, and the kind where the name says that it is an operator.
    void describe(const SqliteQuery &row, NewHostEvent &event)
    {
        if (!row.isNull(Text)) {
            describe(decodeText(row.text(Text).substr(0, longestName)), event);
            return;
        }
        const auto [entry, isNew] = m_known.try_emplace(row.integer(TextId));
        if (isNew)
            describe(m_input.stringOf(row.integer(TextId)), entry->second);
        event.name = entry->second.name;
        event.kind = entry->second.kind;
    }

private:
    void describe(const std::string &text, NewHostEvent &event)
    {
        const std::string_view operatorName = operatorOfRange(text);
        event.kind = operatorName.empty() ? HostEventKind::Range : HostEventKind::Operator;
        event.name = m_input.intern(!operatorName.empty() ? operatorName
                                    : text.empty()        ? std::string_view("unnamed range")
                                                          : std::string_view(text));
    }

    const NsightHostInput &m_input;
    std::unordered_map<std::int64_t, NewHostEvent> m_known;
};

bool takeTimes(const SqliteQuery &row, NewHostEvent &event, const NsightHostInput &input)
{
    event.begin = row.integer(0);
    event.end = row.integer(1);
    const bool sound = !row.isNull(0) && !row.isNull(1) && isTimeInRange(event.begin) && isTimeInRange(event.end)
                       && event.begin <= event.end;
    if (!sound)
        input.skip(row.isNull(1) ? "range without an end" : "row whose times are out of range");
    return sound;
}

} // namespace

std::string_view operatorOfRange(std::string_view text)
{
    const std::size_t number = text.rfind(", op_id = ");
    if (number == std::string_view::npos)
        return {};
    return text.substr(0, std::min(number, text.find(", seq = ")));
}

void readNsightRanges(const NsightHostInput &input, std::uint64_t &kept)
{
    const std::unordered_map<std::int64_t, std::string> domains = domainNames(input);
    RangeNames names(input);
    SqliteQuery row =
        input.database.select(nsightRangeTable, {"start", "end", "globalTid", "text", "textId", "domainId", "color"},
                              "eventType IN (59, 60)");
    while (row.next()) {
        input.countRow();
        NewHostEvent event;
        if (row.isNull(Thread) || !takeTimes(row, event, input))
            continue;
        event.thread = input.threadOf(row.integer(Thread));
        names.describe(row, event);
        RangeStyle style;
        if (const std::int64_t domain = row.integer(Domain); domain != 0) {
            const auto named = domains.find(domain);
            style.domain =
                named != domains.end() && !named->second.empty() ? named->second : "domain " + std::to_string(domain);
        }
        style.colour = static_cast<std::uint32_t>(row.integer(Colour));
        event.style = input.styleOf(style);
        input.add(event);
        ++kept;
    }
}

void readNsightSystemCalls(const NsightHostInput &input)
{
    std::unordered_map<std::int64_t, std::uint32_t> names;
    SqliteQuery row = input.database.select(nsightSystemTable, {"start", "end", "globalTid", "nameId"});
    while (row.next()) {
        input.countRow();
        NewHostEvent event;
        if (row.isNull(2) || !takeTimes(row, event, input))
            continue;
        const auto [entry, isNew] = names.try_emplace(row.integer(3));
        if (isNew)
            entry->second = input.intern(input.stringOf(row.integer(3)));
        event.name = entry->second;
        event.kind = HostEventKind::OsCall;
        event.thread = input.threadOf(row.integer(2));
        input.add(event);
    }
}

void readNsightThreadNames(const NsightHostInput &input)
{
    SqliteQuery row = input.database.select(nsightThreadTable, {"globalTid", "nameId"});
    while (row.next()) {
        constexpr std::int64_t threadMask = 0xffffff; // of a globalTid
        const std::int64_t tid = row.integer(0);
        const std::string name = input.stringOf(row.integer(1));
        if (!name.empty())
            input.nameThread(tid, name + " (" + std::to_string(tid & threadMask) + ")");
    }
}

} // namespace streamscope
