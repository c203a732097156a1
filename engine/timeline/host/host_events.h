// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace streamscope {

/// What a trace tells about a host thread beside its calls of CUDA, which are HostCalls.
enum class HostEventKind : std::uint8_t {
    Range,       ///< marked by the program: user annotation, NVTX range
    PythonFrame, ///< a function of Python while it ran
    Operator,    ///< of the framework: aten::mm
    OsCall,      ///< a call of the operating system's libraries
};
inline constexpr std::size_t hostEventKindCount = 4;
/// "range", "Python frame", …: for people.
const char *hostEventKindName(HostEventKind kind);

/// Rows of a thread are counted apart for Python frames, which lie between operators and may be folded.
enum class HostRows : std::uint8_t { Events, Python };
constexpr HostRows rowsOf(HostEventKind kind)
{
    return kind == HostEventKind::PythonFrame ? HostRows::Python : HostRows::Events;
}

/// How the program marked its ranges.
struct RangeStyle
{
    std::string domain;       ///< of NVTX; empty: the default one
    std::uint32_t colour = 0; ///< 0xAARRGGBB; 0: none was chosen

    bool operator==(const RangeStyle &) const = default;
};

/// One thread of the host.
struct EventThread
{
    std::string name;          ///< as the file names it; else its number there
    std::string process;       ///< its number in the file
    std::int32_t number = -1;  ///< Span::thread
    std::uint32_t first = 0;   ///< its events are [first, past)
    std::uint32_t past = 0;    ///< sorted by begin, the longer one first
    std::array<int, 2> rows{}; ///< nested rows by HostRows
};

/// One event of the host. Times are the Timeline's, in nanoseconds.
struct HostEvent
{
    std::int64_t begin = 0, end = 0;
    std::uint32_t name = 0;   ///< index into HostEvents::names()
    std::uint32_t parent = 0; ///< the event of the same thread that was open when this one began; HostEvents::none
    std::uint16_t row = 0;    ///< among the rows of its kind
    std::uint16_t style = 0;  ///< index into HostEvents::styles()
    HostEventKind kind = HostEventKind::Operator;
};

/// The operators, ranges, Python frames and calls of the system of all host threads, by column: 29 bytes per event,
/// without names. Made by HostEventList, then constant: Timelines share it.
class HostEvents
{
public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    static constexpr int mostRows = 4'096; ///< events nested more deeply share the last row

    std::size_t size() const { return m_begin.size(); }
    bool empty() const { return m_begin.empty(); }
    HostEvent operator[](std::size_t i) const
    {
        return {m_begin[i], m_end[i], m_name[i], m_parent[i], m_row[i], m_style[i], m_kind[i]};
    }
    std::int64_t begin(std::size_t i) const { return m_begin[i]; }
    std::int64_t end(std::size_t i) const { return m_end[i]; }
    HostEventKind kind(std::size_t i) const { return m_kind[i]; }
    std::uint32_t parent(std::size_t i) const { return m_parent[i]; }
    std::uint32_t nameIndex(std::size_t i) const { return m_name[i]; }
    std::uint16_t row(std::size_t i) const { return m_row[i]; }
    const std::string &name(std::size_t i) const { return m_names[m_name[i]]; }
    const RangeStyle &style(std::size_t i) const { return m_styles[m_style[i]]; }
    const std::vector<std::string> &names() const { return m_names; }
    const std::vector<RangeStyle> &styles() const { return m_styles; }
    /// By number.
    const std::vector<EventThread> &threads() const { return m_threads; }
    std::size_t count(HostEventKind kind) const { return m_counts[static_cast<std::size_t>(kind)]; }

    /// The thread of a span or a call; null where the trace has nothing about it.
    const EventThread *thread(std::int32_t number) const;
    /// The thread of an event.
    const EventThread &threadOfEvent(std::uint32_t event) const;
    /// The event of `thread` that is open at `time` and began last; none where no event is open.
    std::uint32_t innermostAt(const EventThread &thread, std::int64_t time) const;
    /// All events of `thread` that are open at `time`, the outermost first.
    std::vector<std::uint32_t> openAt(const EventThread &thread, std::int64_t time) const;

    /// Heap memory.
    std::size_t memoryBytes() const;

private:
    friend class HostEventList;

    std::vector<std::int64_t> m_begin, m_end;
    std::vector<std::uint32_t> m_name, m_parent;
    std::vector<std::uint16_t> m_row, m_style;
    std::vector<HostEventKind> m_kind;
    std::vector<std::string> m_names;
    std::vector<RangeStyle> m_styles;
    std::vector<EventThread> m_threads;
    std::array<std::size_t, hostEventKindCount> m_counts{};
};

} // namespace streamscope
