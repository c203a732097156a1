// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/formats/text/json_cursor.h"
#include "engine/timeline/timeline.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

class TraceBuilder;
struct HostEventCounts;

/// One event of a Chrome trace: the fields that StreamScope uses, as the bytes of the file.
struct ChromeEvent
{
    std::string_view phase, category, name, time, duration, process, thread;
    const char *arguments = nullptr; ///< the object `args`, or null
    std::uint64_t argumentsOffset = 0;
    const char *end = nullptr; ///< one past the event's last byte
};

/// The bytes of a string or a scalar; empty for a list or an object, which is skipped.
std::string_view plainValue(JsonCursor &cursor);

/// Reads one event and checks all of its JSON.
ChromeEvent parseChromeEvent(JsonCursor &cursor);

/// The events that StreamScope uses, by their category in any spelling since 2020.
enum class ChromeCategory : std::uint8_t {
    Kernel,
    Copy,
    Memset,
    Runtime,
    Driver,
    Sync,
    Overhead,
    Operator,
    Range,
    PythonFrame,
    Other
};
ChromeCategory chromeCategory(std::string_view category);

/// The arguments of a GPU operation or a host call. Absent arguments are empty.
struct ChromeArguments
{
    std::optional<std::int64_t> device, inDevice, fromDevice, toDevice, stream, context, correlation, priority;
    std::optional<std::uint64_t> bytes;
    std::optional<std::int64_t> waitOnStream, waitOnRecord; ///< of a wait for an event; −1 when unknown
    LaunchShape shape;                                      ///< of a kernel; zeros where unknown
    bool communicates = false;                              ///< parseCollective() has more
    bool isKineto = false;                                  ///< holds what only Kineto writes
    const char *ours = nullptr;                             ///< the object `streamscope` that our own export adds
    const char *ourCall = nullptr;                          ///< the object `streamscope_call`, likewise
    const char *ourEvent = nullptr;                         ///< the object `streamscope_event`, likewise
};
ChromeArguments parseChromeArguments(const ChromeEvent &event);

/// What the arguments of a kernel of NCCL say about it.
Collective parseCollective(const ChromeEvent &event);

inline constexpr std::size_t longestChromeName = 4'096; ///< bytes of a name that are kept

/// A GPU of the header's `deviceProperties`. What the file lacks is empty.
struct ChromeDevice
{
    std::int64_t id = -1;
    std::string name;
    std::optional<std::int64_t> multiprocessors, major, minor, memory;
    std::optional<std::int64_t> threads, registers, sharedMemory; ///< of a multiprocessor

    /// Sets what is known and possible.
    void describe(DeviceInfo &device) const;
};
/// Reads the list. @throws InputError for more devices than a machine has.
std::vector<ChromeDevice> parseChromeDevices(JsonCursor &cursor);

/// Reads `distributedInfo`: the place of the file among those of a distributed job. What the file lacks stays as it is.
void parseChromeRank(JsonCursor &cursor, int &rank, int &worldSize);

/// Direction and memory kinds from a copy's name: "Memcpy HtoD (Pageable -> Device)". Knows ROCm's spellings, too.
struct CopyName
{
    OperationKind kind = OperationKind::D2D;
    MemoryKind from = MemoryKind::Unknown, to = MemoryKind::Unknown;
    bool known = false; ///< false: the name does not tell the direction
};
CopyName parseCopyName(std::string_view name);

/// The effect of an API call on a stream, by the call's name, with or without the suffixes that profilers add.
enum class CallRole : std::uint8_t { Other, Issues, Synchronises };
CallRole callRole(std::string_view name);

/// Keeps an operator, a range or a Python frame, and counts it. Times in nanoseconds of the trace.
void takeChromeHostEvent(const ChromeEvent &event, ChromeCategory category, std::int64_t start, std::int64_t end,
                         TraceBuilder &builder, HostEventCounts &counts);
/// Takes the name of a thread from a metadata event; passes over any other.
void nameChromeThread(const ChromeEvent &event, TraceBuilder &builder);

} // namespace streamscope
