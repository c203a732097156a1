// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/recorded/recorded_facts.h"

#include "engine/formats/io/timeline_memory.h"
#include "engine/formats/text/decimal.h"
#include "engine/formats/traces/trace_builder.h"
#include "engine/program/text/translatable.h"

#include <algorithm>
#include <limits>
#include <string>

namespace streamscope {

namespace {

constexpr std::size_t mostFacts = 10'000, mostNotes = 100;
constexpr std::string_view noteKey = "note", devicePrefix = "device.";

std::string deviceKey(int device, std::string_view property)
{
    return std::string(devicePrefix) + std::to_string(device) + '.' + std::string(property);
}

std::optional<std::string> known(std::string_view text)
{
    return text.empty() ? std::nullopt : std::optional(std::string(text));
}

} // namespace

void RecordedFacts::add(std::string_view key, std::string_view value)
{
    if (key == noteKey) {
        if (m_notes.size() < mostNotes && std::find(m_notes.begin(), m_notes.end(), value) == m_notes.end()) {
            m_memory.take(nodeBytes(value.size()));
            m_notes.emplace_back(value);
        }
        return;
    }
    if (m_values.size() >= mostFacts && m_values.find(key) == m_values.end())
        return;
    m_memory.take(nodeBytes(key.size() + value.size()));
    m_values[std::string(key)] = value;
}

std::string_view RecordedFacts::value(std::string_view key) const
{
    const auto found = m_values.find(key);
    return found == m_values.end() ? std::string_view() : found->second;
}

std::optional<std::int64_t> RecordedFacts::number(std::string_view key, std::int64_t most) const
{
    const std::optional<std::int64_t> number = parseInteger(value(key));
    return number && *number >= 0 && *number <= most ? number : std::nullopt;
}

/// Those that have a name.
std::set<int> RecordedFacts::devices() const
{
    std::set<int> devices;
    for (const auto &[key, value] : m_values) {
        if (!key.starts_with(devicePrefix) || !key.ends_with(".name"))
            continue;
        const std::string_view digits = std::string_view(key).substr(devicePrefix.size());
        const auto device =
            intWithin(parseInteger(digits.substr(0, digits.find('.'))), 0, TraceBuilder::maxDevices - 1);
        if (device && deviceKey(*device, "name") == key)
            devices.insert(*device);
    }
    return devices;
}

void RecordedFacts::describeDevice(DeviceInfo &device, int ordinal) const
{
    constexpr int maxVersions = 1'000;
    const auto text = [&](const char *property) { return value(deviceKey(ordinal, property)); };
    const auto figure = [&](const char *property, std::int64_t most) {
        return number(deviceKey(ordinal, property), most);
    };
    const auto small = [&](const char *property, int most) { return intWithin(figure(property, most), 0, most); };
    const auto bytes = [&](const char *property) -> std::optional<std::uint64_t> {
        const auto number = figure(property, std::numeric_limits<std::int64_t>::max());
        return number && *number > 0 ? std::optional(static_cast<std::uint64_t>(*number)) : std::nullopt;
    };
    device.name = text("name").empty() ? "unknown GPU" : text("name").substr(0, 200);
    device.uuid = known(text("uuid"));
    device.pciBusId = known(text("pci"));
    const std::string_view compute = text("compute");
    if (const std::size_t point = compute.find('.'); point != std::string_view::npos) {
        device.computeMajor = intWithin(parseInteger(compute.substr(0, point)), 0, maxVersions);
        device.computeMinor = intWithin(parseInteger(compute.substr(point + 1)), 0, maxVersions);
    }
    device.multiprocessors = small("multiprocessors", maxMultiprocessors);
    device.asyncEngineCount = small("copy_engines", maxVersions).value_or(2);
    device.memoryBytes = bytes("memory_bytes");
    device.l2Bytes = bytes("l2_bytes");
    const std::string_view driver = value("driver.version");
    if (driver.find('.') != std::string_view::npos)
        device.driverRelease = known(driver);
    else
        device.driverVersion = intWithin(parseInteger(driver), 1, 1'000'000);
}

void RecordedFacts::describe(ImportedTrace &trace, const std::set<int> &used) const
{
    ImportReport &report = trace.report;
    const std::set<int> named = devices();
    for (const int device : named)
        report.devices.push_back({device, std::string(value(deviceKey(device, "name")).substr(0, 200))});
    DeviceInfo &device = trace.recording.device;
    device.kind = DeviceKind::Cuda;
    device.id = "recording";
    device.concurrentKernels = true;
    const int shown = !used.empty() ? *used.begin() : !named.empty() ? *named.begin() : 0;
    describeDevice(device, shown);
    if (named.size() > 1) // one may be all that the process saw
        device.machineDevices = static_cast<int>(named.size());
    if (value(deviceKey(shown, "copy_engines")).empty())
        report.warnings.push_back(
            QT_TRANSLATE_NOOP("engine", "The recording does not say how many copy engines the device has; one per "
                                        "direction is assumed for the bound."));
    constexpr std::int64_t mostRanks = 100'000'000;
    report.worldSize = static_cast<int>(number("world_size", mostRanks).value_or(0));
    report.rank = static_cast<int>(number("rank", mostRanks).value_or(-1));
    report.node = std::string(value("host").substr(0, 200));
    const std::string_view recorder = value("format.recorder");
    report.format = "StreamScope recording" + (recorder.empty() ? "" : ", recorder " + std::string(recorder));
    constexpr std::int64_t mostNs = 1'000'000;
    const auto with = number("recorder.call_ns.with", mostNs), without = number("recorder.call_ns.without", mostNs);
    if (with && without && *with > *without)
        report.recordedCallNs = *with - *without;
    for (const std::string &note : m_notes)
        report.warnings.push_back(note);
    for (const auto &[key, text] : m_values)
        if (!key.starts_with(devicePrefix))
            trace.recording.environment.emplace_back(key, text);
}

} // namespace streamscope
