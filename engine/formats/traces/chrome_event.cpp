// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/chrome_event.h"

#include "engine/formats/text/decimal.h"
#include "engine/formats/traces/trace_builder.h"
#include "engine/program/text/phrase.h"
#include "engine/timeline/host/python_frame.h"

#include <algorithm>
#include <array>
#include <climits>
#include <limits>
#include <utility>

namespace streamscope {

namespace {

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

using ArgumentField = std::pair<std::string_view, std::optional<std::int64_t> ChromeArguments::*>;
constexpr std::array<ArgumentField, 10> argumentFields{
    {{"device", &ChromeArguments::device},
     {"stream", &ChromeArguments::stream},
     {"context", &ChromeArguments::context},
     {"correlation", &ChromeArguments::correlation},
     {"priority", &ChromeArguments::priority},
     {"inDevice", &ChromeArguments::inDevice},
     {"fromDevice", &ChromeArguments::fromDevice},
     {"toDevice", &ChromeArguments::toDevice},
     {"wait_on_stream", &ChromeArguments::waitOnStream},
     {"wait_on_cuda_event_record_corr_id", &ChromeArguments::waitOnRecord}}};

std::uint32_t countAt(JsonCursor &cursor)
{
    const auto count = parseInteger(plainValue(cursor));
    return count && *count >= 0 && *count <= std::numeric_limits<std::uint32_t>::max()
               ? static_cast<std::uint32_t>(*count)
               : 0;
}

/// "grid": [8, 16, 5]
std::array<std::uint32_t, 3> extentAt(JsonCursor &cursor)
{
    std::array<std::uint32_t, 3> extent{};
    if (cursor.peek() != '[') {
        cursor.skipValue();
        return extent;
    }
    std::size_t i = 0;
    cursor.forEachElement([&] {
        const std::uint32_t count = countAt(cursor);
        if (i < extent.size())
            extent[i++] = count;
    });
    return extent;
}

/// Takes one of the arguments of a launch. False for any other, which is not consumed.
bool takeShape(std::string_view key, JsonCursor &cursor, LaunchShape &shape)
{
    if (key == "grid")
        shape.grid = extentAt(cursor);
    else if (key == "block")
        shape.block = extentAt(cursor);
    else if (key == "registers per thread")
        shape.registers = countAt(cursor);
    else if (key == "shared memory")
        shape.sharedMemory = countAt(cursor);
    else
        return false;
    return true;
}

/// Bytes of one element, by PyTorch's name of its type; 0 for an unknown name.
std::uint64_t elementBytes(std::string_view type)
{
    constexpr std::array<std::pair<std::string_view, std::uint64_t>, 18> types{{{"Float", 4},
                                                                                {"Half", 2},
                                                                                {"BFloat16", 2},
                                                                                {"Double", 8},
                                                                                {"Byte", 1},
                                                                                {"Char", 1},
                                                                                {"Bool", 1},
                                                                                {"Short", 2},
                                                                                {"Int", 4},
                                                                                {"Long", 8},
                                                                                {"UInt16", 2},
                                                                                {"UInt32", 4},
                                                                                {"UInt64", 8},
                                                                                {"ComplexFloat", 8},
                                                                                {"ComplexDouble", 16},
                                                                                {"ComplexHalf", 4},
                                                                                {"Float8_e5m2", 1},
                                                                                {"Float8_e4m3fn", 1}}};
    for (const auto &[name, bytes] : types)
        if (name == type)
            return bytes;
    return type.starts_with("Float8") ? 1 : 0;
}

} // namespace

std::string_view plainValue(JsonCursor &cursor)
{
    const char next = cursor.peek();
    if (next != '{' && next != '[')
        return cursor.text();
    cursor.skipValue();
    return {};
}

ChromeEvent parseChromeEvent(JsonCursor &cursor)
{
    ChromeEvent event;
    const auto take = [&cursor](std::string_view &field) { field = plainValue(cursor); };
    // By length first: this runs for every member of every event.
    cursor.forEachMember([&](std::string_view key) {
        if (key.size() == 2 && key == "ph")
            take(event.phase);
        else if (key.size() == 2 && key == "ts")
            take(event.time);
        else if (key.size() == 3 && key == "cat")
            take(event.category);
        else if (key.size() == 3 && key == "pid")
            take(event.process);
        else if (key.size() == 3 && key == "tid")
            take(event.thread);
        else if (key.size() == 3 && key == "dur")
            take(event.duration);
        else if (key.size() == 4 && key == "name")
            take(event.name);
        else if (key.size() == 4 && key == "args" && cursor.peek() == '{') {
            event.arguments = cursor.position();
            event.argumentsOffset = cursor.offset();
            cursor.skipValue();
        } else {
            cursor.skipValue();
        }
    });
    event.end = cursor.position();
    return event;
}

ChromeCategory chromeCategory(std::string_view category)
{
    constexpr std::array<std::pair<std::string_view, ChromeCategory>, 18> known{{
        {"python_function", ChromeCategory::PythonFrame},
        {"cpu_op", ChromeCategory::Operator},
        {"kernel", ChromeCategory::Kernel},
        {"gpu_memcpy", ChromeCategory::Copy},
        {"gpu_memset", ChromeCategory::Memset},
        {"cuda_runtime", ChromeCategory::Runtime},
        {"cuda_driver", ChromeCategory::Driver},
        {"cuda_sync", ChromeCategory::Sync},
        {"overhead", ChromeCategory::Overhead},
        {"Overhead", ChromeCategory::Overhead},
        {"user_annotation", ChromeCategory::Range},
        {"Kernel", ChromeCategory::Kernel}, // 2020 and 2021
        {"Operator", ChromeCategory::Operator},
        {"Memcpy", ChromeCategory::Copy},
        {"Memset", ChromeCategory::Memset},
        {"Runtime", ChromeCategory::Runtime},
        {"hip_runtime", ChromeCategory::Runtime},
        {"xpu_runtime", ChromeCategory::Runtime},
    }};
    for (const auto &[name, value] : known)
        if (name == category)
            return value;
    return ChromeCategory::Other;
}

ChromeArguments parseChromeArguments(const ChromeEvent &event)
{
    ChromeArguments arguments;
    if (!event.arguments)
        return arguments;
    JsonCursor cursor(event.arguments, event.end, event.argumentsOffset, true);
    cursor.forEachMember([&](std::string_view key) {
        for (const auto &[name, field] : argumentFields)
            if (key == name) {
                arguments.*field = parseInteger(plainValue(cursor));
                return;
            }
        if (key == "bytes") {
            arguments.bytes = parseBytes(plainValue(cursor));
            return;
        }
        if (takeShape(key, cursor, arguments.shape))
            return;
        arguments.isKineto = arguments.isKineto || key == "cbid" || key == "blocks per SM";
        arguments.communicates = arguments.communicates || key == "Collective name";
        if (key == "streamscope" && cursor.peek() == '{')
            arguments.ours = cursor.position();
        if (key == "streamscope_call" && cursor.peek() == '{')
            arguments.ourCall = cursor.position();
        if (key == "streamscope_event" && cursor.peek() == '{')
            arguments.ourEvent = cursor.position();
        cursor.skipValue();
    });
    return arguments;
}

Collective parseCollective(const ChromeEvent &event)
{
    constexpr std::size_t longest = 200; // bytes of a name
    Collective collective;
    std::uint64_t in = 0, out = 0, element = 0;
    JsonCursor cursor(event.arguments, event.end, event.argumentsOffset, true);
    cursor.forEachMember([&](std::string_view key) {
        if (key == "Collective name")
            collective.name = decodeJsonString(plainValue(cursor), longest);
        else if (key == "Process Group Name")
            collective.communicator = decodeJsonString(plainValue(cursor), longest);
        else if (key == "In msg nelems")
            in = parseBytes(plainValue(cursor)).value_or(0);
        else if (key == "Out msg nelems")
            out = parseBytes(plainValue(cursor)).value_or(0);
        else if (key == "dtype")
            element = elementBytes(plainValue(cursor));
        else if (key == "Group size")
            collective.ranks = intWithin(parseInteger(plainValue(cursor)), 0, INT_MAX).value_or(0);
        else if (key == "Seq")
            collective.sequence = std::max<std::int64_t>(parseInteger(plainValue(cursor)).value_or(-1), -1);
        else
            cursor.skipValue();
    });
    constexpr std::uint64_t most = std::uint64_t{1} << 56U; // elements; more are no message
    collective.bytes = std::max(in, out) < most ? std::max(in, out) * element : 0;
    return collective;
}

std::vector<ChromeDevice> parseChromeDevices(JsonCursor &cursor)
{
    using Field = std::optional<std::int64_t> ChromeDevice::*;
    constexpr std::array<std::pair<std::string_view, Field>, 7> fields{{
        {"numSms", &ChromeDevice::multiprocessors},
        {"maxThreadsPerMultiprocessor", &ChromeDevice::threads},
        {"regsPerMultiprocessor", &ChromeDevice::registers},
        {"sharedMemPerMultiprocessor", &ChromeDevice::sharedMemory},
        {"computeMajor", &ChromeDevice::major},
        {"computeMinor", &ChromeDevice::minor},
        {"totalGlobalMem", &ChromeDevice::memory},
    }};
    constexpr std::size_t maxDevices = 1'024;
    std::vector<ChromeDevice> devices;
    cursor.forEachElement([&] {
        ChromeDevice device;
        cursor.forEachMember([&](std::string_view key) {
            const std::string_view value = plainValue(cursor);
            if (key == "id")
                device.id = parseInteger(value).value_or(-1);
            else if (key == "name")
                device.name = decodeJsonString(value, longestChromeName);
            for (const auto &[name, field] : fields)
                if (key == name)
                    device.*field = parseInteger(value);
        });
        if (devices.size() >= maxDevices)
            cursor.fail(Phrase("engine", "more than %1 devices").arg(maxDevices));
        devices.push_back(std::move(device));
    });
    return devices;
}

void ChromeDevice::describe(DeviceInfo &device) const
{
    constexpr int maxVersions = 1'000;
    device.name = name;
    device.multiprocessors = intWithin(multiprocessors, 0, maxMultiprocessors);
    device.maxThreadsPerMultiprocessor = intWithin(threads, 1, 1 << 20);
    device.registersPerMultiprocessor = intWithin(registers, 1, 1 << 30);
    if (const auto bytes = intWithin(sharedMemory, 1, 1 << 30))
        device.sharedMemoryPerMultiprocessor = static_cast<std::uint64_t>(*bytes);
    device.computeMajor = intWithin(major, 0, maxVersions);
    device.computeMinor = intWithin(minor, 0, maxVersions);
    if (memory && *memory > 0)
        device.memoryBytes = static_cast<std::uint64_t>(*memory);
}

void parseChromeRank(JsonCursor &cursor, int &rank, int &worldSize)
{
    constexpr int most = 1 << 24; // ranks
    cursor.forEachMember([&](std::string_view key) {
        if (key == "rank")
            rank = intWithin(parseInteger(plainValue(cursor)), 0, most).value_or(rank);
        else if (key == "world_size")
            worldSize = intWithin(parseInteger(plainValue(cursor)), 1, most).value_or(worldSize);
        else
            cursor.skipValue();
    });
}

CopyName parseCopyName(std::string_view name)
{
    constexpr std::array<std::pair<std::string_view, OperationKind>, 16> directions{{
        {"HtoD", OperationKind::H2D},
        {"DtoH", OperationKind::D2H},
        {"DtoD", OperationKind::D2D},
        {"PtoP", OperationKind::Peer},
        {"HtoA", OperationKind::H2D},
        {"AtoH", OperationKind::D2H},
        {"AtoD", OperationKind::D2D},
        {"DtoA", OperationKind::D2D},
        {"AtoA", OperationKind::D2D},
        {"HtoH", OperationKind::D2D}, // there is no kind of its own; the name stays
        {"HostToDevice", OperationKind::H2D},
        {"DeviceToHost", OperationKind::D2H},
        {"DeviceToDevice", OperationKind::D2D},
        {"PeerToPeer", OperationKind::Peer},
        {"HOST_TO_DEVICE", OperationKind::H2D},
        {"DEVICE_TO_HOST", OperationKind::D2H},
    }};
    CopyName copy;
    for (const auto &[text, kind] : directions) {
        if (contains(name, text)) {
            copy.kind = kind;
            copy.known = true;
            break;
        }
    }
    const std::size_t open = name.find('('), arrow = name.find(" -> "), close = name.rfind(')');
    if (open < arrow && arrow < close && close != std::string_view::npos) {
        copy.from = parseMemoryKind(name.substr(open + 1, arrow - open - 1));
        copy.to = parseMemoryKind(name.substr(arrow + 4, close - arrow - 4));
    }
    return copy;
}

CallRole callRole(std::string_view name)
{
    if (contains(name, "Synchronize"))
        return CallRole::Synchronises;
    // Registering and freeing mention neither; queries such as cudaOccupancy… must not match.
    const bool issues = (contains(name, "Launch") && !contains(name, "Attribute")) || contains(name, "Memcpy")
                        || contains(name, "Memset") || contains(name, "Prefetch");
    return issues ? CallRole::Issues : CallRole::Other;
}

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
