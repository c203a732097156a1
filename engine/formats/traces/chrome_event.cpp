// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/chrome_event.h"

#include "engine/formats/text/decimal.h"

#include <array>
#include <utility>

namespace streamscope {

namespace {

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

using ArgumentField = std::pair<std::string_view, std::optional<std::int64_t> ChromeArguments::*>;
constexpr std::array<ArgumentField, 9> argumentFields{
    {{"device", &ChromeArguments::device},
     {"stream", &ChromeArguments::stream},
     {"context", &ChromeArguments::context},
     {"correlation", &ChromeArguments::correlation},
     {"priority", &ChromeArguments::priority},
     {"inDevice", &ChromeArguments::inDevice},
     {"fromDevice", &ChromeArguments::fromDevice},
     {"wait_on_stream", &ChromeArguments::waitOnStream},
     {"wait_on_cuda_event_record_corr_id", &ChromeArguments::waitOnRecord}}};

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
    constexpr std::array<std::pair<std::string_view, ChromeCategory>, 12> known{{
        {"kernel", ChromeCategory::Kernel},
        {"gpu_memcpy", ChromeCategory::Copy},
        {"gpu_memset", ChromeCategory::Memset},
        {"cuda_runtime", ChromeCategory::Runtime},
        {"cuda_driver", ChromeCategory::Driver},
        {"cuda_sync", ChromeCategory::Sync},
        {"Kernel", ChromeCategory::Kernel}, // 2020 and 2021
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
        if (key == "streamscope" && cursor.peek() == '{')
            arguments.ours = cursor.position();
        cursor.skipValue();
    });
    return arguments;
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

} // namespace streamscope
