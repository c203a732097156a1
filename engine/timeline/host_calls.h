// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace streamscope {

/// What a call of the CUDA runtime or driver does.
enum class HostCallKind : std::uint8_t {
    Launch, ///< of a kernel
    GraphLaunch,
    Copy,
    Memset,
    HostFunction, ///< cudaLaunchHostFunc, cudaStreamAddCallback
    Alloc,        ///< of device or pinned memory; stream-ordered, too
    Free,
    EventRecord,
    StreamWait, ///< cudaStreamWaitEvent
    DeviceSync,
    StreamSync,
    EventSync,
    Query,      ///< cudaEventQuery, cudaStreamQuery: asks, does not wait
    Profiler,   ///< work of the profiler itself, which the program would not do without it
    DriverWork, ///< inside a call, as profilers report it: the driver loads a function or waits for room for commands
    Other,
};

/// One call that a host thread made, in the Timeline's times.
struct HostCall
{
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    std::int64_t begin = 0, end = 0; ///< nanoseconds
    std::uint32_t name = 0;          ///< index into Timeline::names()
    std::int32_t thread = 0;         ///< as Span::thread
    /// Index into Timeline::streams() of the stream that a record, a wait or a synchronisation is about; −1 where the
    /// file is silent.
    std::int32_t stream = -1;
    std::uint32_t record = none;    ///< of a wait for an event: the call that recorded it, where the file says so
    std::uint32_t firstSpan = none; ///< the first operation that it issued, or its own span where it synchronises
    std::uint32_t spans = 0;        ///< how many it issued: firstSpan and those that follow it
    HostCallKind kind = HostCallKind::Other;
    std::int32_t result = 0; ///< what it returned; not 0: an error of CUDA by its number

    std::int64_t duration() const { return end - begin; }
    /// One more operation that it issued. Operations behind a gap are not counted.
    void addSpan(std::uint32_t span)
    {
        if (spans == 0)
            firstSpan = span;
        spans += span == firstSpan + spans ? 1 : 0;
    }
    bool operator==(const HostCall &) const = default;
};

/// The calls of all host threads, sorted by begin.
class HostCalls
{
public:
    void reserve(std::size_t calls) { m_calls.reserve(calls); }
    void append(const HostCall &call) { m_calls.push_back(call); }

    std::size_t size() const { return m_calls.size(); }
    bool empty() const { return m_calls.empty(); }
    const HostCall &operator[](std::size_t index) const { return m_calls[index]; }
    HostCall &operator[](std::size_t index) { return m_calls[index]; }
    auto begin() const { return m_calls.begin(); }
    auto end() const { return m_calls.end(); }

    /// Puts them in the order of begin and keeps their records. Calls of one begin stay in their order.
    void sortByBegin();

    bool operator==(const HostCalls &) const = default;
    std::size_t memoryBytes() const { return m_calls.capacity() * sizeof(HostCall); }

private:
    std::vector<HostCall> m_calls;
};

/// A call whose work every file shows as operations: host functions are none in some.
constexpr bool issuesWork(HostCallKind kind)
{
    return kind == HostCallKind::Launch || kind == HostCallKind::GraphLaunch || kind == HostCallKind::Copy
           || kind == HostCallKind::Memset;
}

/// The effect of a call by its name, with or without the suffixes that profilers add ("cudaMemcpyAsync_ptsz",
/// "cuLaunchKernelEx"). Other for a name that is not known.
HostCallKind hostCallKind(std::string_view name);
/// The kind of what profilers call overhead, by its name ("Activity Buffer Request", "Command Buffer Full").
HostCallKind overheadKind(std::string_view name);
/// "launch", "graph launch", …: for people.
std::string_view hostCallKindName(HostCallKind kind);
/// The inverse. Returns false and does not change `out` when `name` is unknown.
bool parseHostCallKind(std::string_view name, HostCallKind &out);
/// True for device, stream and event synchronisations.
constexpr bool isSynchronisation(HostCallKind kind)
{
    return kind == HostCallKind::DeviceSync || kind == HostCallKind::StreamSync || kind == HostCallKind::EventSync;
}

} // namespace streamscope
