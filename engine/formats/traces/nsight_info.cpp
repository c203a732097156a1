// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/nsight_info.h"

#include "engine/formats/text/decimal.h"
#include "engine/formats/text/json_cursor.h"
#include "engine/formats/traces/trace_builder.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "engine/program/text/translatable.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace streamscope {

MemoryKind nsightMemoryKind(std::int64_t value)
{
    constexpr std::array<MemoryKind, 7> kinds{MemoryKind::Pageable,     MemoryKind::Pinned,  MemoryKind::Device,
                                              MemoryKind::Array,        MemoryKind::Managed, MemoryKind::DeviceStatic,
                                              MemoryKind::ManagedStatic};
    return value >= 0 && value < static_cast<std::int64_t>(kinds.size()) ? kinds[static_cast<std::size_t>(value)]
                                                                         : MemoryKind::Unknown;
}

NsightCopy nsightCopy(std::int64_t value)
{
    constexpr OperationKind in = OperationKind::H2D, back = OperationKind::D2H, on = OperationKind::D2D;
    constexpr std::array<NsightCopy, 14> kinds{{
        {on, "Unknown", false},
        {in, "HtoD", false},
        {back, "DtoH", false},
        {in, "HtoA", false},
        {back, "AtoH", false},
        {on, "AtoA", false},
        {on, "AtoD", false},
        {on, "DtoA", false},
        {on, "DtoD", false},
        {on, "HtoH", false},
        {OperationKind::Peer, "PtoP", false},
        {in, "unified HtoD", true},
        {back, "unified DtoH", true},
        {on, "unified DtoD", true},
    }};
    return value >= 0 && value < static_cast<std::int64_t>(kinds.size()) ? kinds[static_cast<std::size_t>(value)]
                                                                         : kinds[0];
}

void requireNsight(const SqliteDatabase &database, const std::string &name)
{
    for (const std::string &table : database.tables())
        if (table.starts_with("CUPTI_ACTIVITY_KIND_") || table == "META_DATA_EXPORT" || table == "EXPORT_META_DATA")
            return;
    std::string found;
    for (const std::string &table : database.tables())
        if (found.size() < 200)
            found += (found.empty() ? "" : ", ") + table.substr(0, 60);
    throw InputError(
        name,
        Phrase("engine",
               "an SQLite file, but not of Nsight Systems: the table CUPTI_ACTIVITY_KIND_KERNEL is missing; it has %1")
            .arg(found.empty() ? QT_TRANSLATE_NOOP("engine", "no tables") : found));
}

void readNsightVersions(SqliteDatabase &database, ImportReport &report)
{
    std::string schema = "unknown", product;
    for (const char *table : {"META_DATA_EXPORT", "EXPORT_META_DATA"}) {
        if (!database.has(table))
            continue;
        SqliteQuery row = database.select(table, {"name", "value"});
        while (row.next()) {
            if (row.text(0) == "EXPORT_SCHEMA_VERSION")
                schema = decodeText(row.text(1).substr(0, 40));
            else if (row.text(0) == "EXPORT_PRODUCT_VERSION")
                product = decodeText(row.text(1).substr(0, 40));
        }
    }
    report.format = "Nsight Systems SQLite, schema " + schema + (product.empty() ? "" : ", version " + product);
    report.clockBase = "the start of the capture, in nanoseconds";
    if (database.has("TARGET_INFO_SESSION_START_TIME")) {
        SqliteQuery row = database.select("TARGET_INFO_SESSION_START_TIME", {"utcEpochNs"});
        if (row.next() && !row.isNull(0))
            report.baseTimeNs = row.integer(0);
    }
}

void readNsightDevices(SqliteDatabase &database, ImportedTrace &trace)
{
    DeviceInfo &device = trace.recording.device;
    device.kind = DeviceKind::Cuda;
    device.id = "nsight";
    device.name = "unknown GPU";
    device.concurrentKernels = true;
    const std::string table = "TARGET_INFO_GPU";
    if (!database.has(table)) {
        trace.report.warnings.push_back(
            QT_TRANSLATE_NOOP("engine", "The table TARGET_INFO_GPU is missing: which GPU it was is unknown, and one "
                                        "copy engine per direction is assumed for the bound."));
        return;
    }
    SqliteQuery row = database.select(
        table, {"id", "name", "smCount", "asyncEngines", "computeMajor", "computeMinor", "totalMemory"});
    constexpr int maxVersions = 1'000;
    bool first = true;
    while (row.next()) {
        const std::string name = decodeText(row.text(1).substr(0, 200));
        trace.report.devices.push_back({row.integer(0), name});
        if (const std::size_t named = trace.report.devices.size(); named > 1) // one may be all that the process saw
            device.machineDevices = static_cast<int>(named);
        if (!std::exchange(first, false))
            continue;
        device.name = name;
        const auto number = [&](int column, int most) {
            return row.isNull(column) ? std::nullopt : intWithin(row.integer(column), 0, most);
        };
        device.multiprocessors = number(2, maxMultiprocessors);
        device.asyncEngineCount = number(3, maxVersions).value_or(2);
        device.computeMajor = number(4, maxVersions);
        device.computeMinor = number(5, maxVersions);
        if (!row.isNull(6) && row.integer(6) > 0)
            device.memoryBytes = static_cast<std::uint64_t>(row.integer(6));
    }
}

LaunchShape nsightShapeAt(const SqliteQuery &row, int first)
{
    const auto count = [&row, first](int column) {
        constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
        const std::int64_t value = row.integer(first + column);
        return value >= 0 && value <= most ? static_cast<std::uint32_t>(value) : 0;
    };
    LaunchShape shape{{count(0), count(1), count(2)}, {count(4), count(5), count(6)}, count(3), count(7)};
    if (const std::uint32_t dynamic = count(8); dynamic <= ~shape.sharedMemory)
        shape.sharedMemory += dynamic;
    return shape;
}

std::string readWholeDatabase(ByteSource &source, const ReaderInput &input)
{
    constexpr std::uint64_t leastStep = std::uint64_t{1} << 16, mostStep = std::uint64_t{1} << 20;
    const auto step = static_cast<std::size_t>(std::clamp(source.total(), leastStep, mostStep));
    std::string bytes;
    for (std::size_t got = 1; got > 0;) {
        const std::size_t size = bytes.size();
        if (bytes.capacity() < size + step) {
            input.memory.take(2 * std::max(bytes.capacity(), step)); // while it is copied there are two
            bytes.reserve(std::max(2 * bytes.capacity(), step));
        }
        bytes.resize(size + step);
        got = source.read(bytes.data() + size, step);
        bytes.resize(size + got);
        input.control.step(source.done(), source.total());
    }
    return bytes;
}

} // namespace streamscope
