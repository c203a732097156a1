// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/recorder/cupti/cupti_rows.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

namespace streamscope::recorder {

// Records only grow at their ends from version to version, so an older declaration reads a newer record. What a newer
// one adds is read where the loaded CUPTI has it.

namespace {

using namespace recording;

std::int64_t timeOf(std::uint64_t time)
{
    return static_cast<std::int64_t>(time);
}

/// CUPTI lost the time of a record with 0, and one whose end is missing has not ended.
template <typename Record>
bool isComplete(const Record &record)
{
    return record.start != 0 && record.end >= record.start;
}

template <typename Row, typename Record>
Row placed(const Record &record)
{
    Row row{};
    row.start = timeOf(record.start);
    row.end = timeOf(record.end);
    row.device = record.deviceId;
    row.context = record.contextId;
    row.stream = record.streamId;
    row.correlation = record.correlationId;
    return row;
}

template <typename Row, typename Record>
void setGraph(Row &row, const Record &record)
{
    row.graph = record.graphId;
    row.graphNode = record.graphNodeId;
    row.channel = record.channelID;
}

/// Also of a peer copy, but for its devices.
template <typename Record>
CopyRow copyOf(const Record &copy)
{
    auto row = placed<CopyRow>(copy);
    row.bytes = copy.bytes;
    row.direction = copy.copyKind;
    row.fromMemory = copy.srcKind;
    row.toMemory = copy.dstKind;
    row.asynchronous = (copy.flags & CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC) != 0;
    row.fromDevice = row.toDevice = copy.deviceId;
    setGraph(row, copy);
    return row;
}

CopyRow peerCopyOf(const CUpti_ActivityMemcpyPtoP4 &copy)
{
    CopyRow row = copyOf(copy);
    row.fromDevice = copy.srcDeviceId;
    row.toDevice = copy.dstDeviceId;
    return row;
}

MemsetRow memsetOf(const CUpti_ActivityMemset4 &memset)
{
    auto row = placed<MemsetRow>(memset);
    row.bytes = memset.bytes;
    row.value = memset.value;
    row.memory = static_cast<std::uint8_t>(memset.memoryKind);
    setGraph(row, memset);
    return row;
}

MigrationRow migrationOf(const CUpti_ActivityUnifiedMemoryCounter2 &counter)
{
    MigrationRow row{};
    row.start = timeOf(counter.start);
    row.end = std::max(row.start, timeOf(counter.end)); // faults have no end
    row.value = counter.value;
    row.address = counter.address;
    row.counter = static_cast<std::uint8_t>(counter.counterKind);
    row.fromDevice = counter.srcId;
    row.toDevice = counter.dstId;
    row.stream = counter.streamId;
    return row;
}

OverheadRow overheadOf(const CUpti_ActivityOverhead2 &record)
{
    OverheadRow row{};
    row.start = timeOf(record.start);
    row.end = timeOf(record.end);
    row.kind = static_cast<std::uint32_t>(record.overheadKind);
    row.thread = record.objectKind == CUPTI_ACTIVITY_OBJECT_THREAD ? record.objectId.pt.threadId : none;
    row.correlation = record.correlationId;
    return row;
}

template <typename Record>
const Record &as(const CUpti_Activity *record)
{
    return *reinterpret_cast<const Record *>(record);
}

/// What the system calls a thread of this process.
std::string threadName(std::uint32_t thread)
{
    const std::string path = "/proc/self/task/" + std::to_string(thread) + "/comm";
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return {};
    std::array<char, 64> text{};
    const ssize_t bytes = read(file, text.data(), text.size());
    close(file);
    return {text.data(), bytes > 0 ? static_cast<std::size_t>(bytes - 1) : 0}; // without the end of the line
}

} // namespace

void CuptiRows::noteThread(std::uint32_t thread, RecordingWriter &writer)
{
    if (thread == m_lastThread)
        return;
    m_lastThread = thread;
    if (std::find(m_threads.begin(), m_threads.end(), thread) != m_threads.end())
        return;
    m_threads.push_back(thread);
    if (const std::string name = threadName(thread); !name.empty())
        writer.add(ThreadRow{thread, writer.text(name)});
}

void CuptiRows::writeThreadNames(RecordingWriter &writer) const
{
    for (const std::uint32_t thread : m_threads)
        if (const std::string name = threadName(thread); !name.empty())
            writer.add(ThreadRow{thread, writer.text(name)});
}

/// "cudaMemcpyAsync" of "cudaMemcpyAsync_v3020".
std::uint32_t CuptiRows::callName(bool driver, std::uint32_t number, RecordingWriter &writer)
{
    const auto [entry, isNew] = m_callNames.try_emplace({driver, number}, 0);
    if (isNew) {
        const char *text = nullptr;
        m_functions.callbackName(driver ? CUPTI_CB_DOMAIN_DRIVER_API : CUPTI_CB_DOMAIN_RUNTIME_API, number, &text);
        std::string_view name = text ? text : "unknown call";
        if (const std::size_t version = name.rfind("_v"); version != std::string_view::npos && !driver)
            name = name.substr(0, version);
        entry->second = writer.text(name);
    }
    return entry->second;
}

void CuptiRows::addCall(const CUpti_ActivityAPI &call, RecordingWriter &writer)
{
    if (call.threadId == m_ownThread || !isComplete(call))
        return;
    noteThread(call.threadId, writer);
    const bool driver = call.kind == CUPTI_ACTIVITY_KIND_DRIVER;
    writer.add(CallRow{timeOf(call.start), timeOf(call.end), call.threadId, call.correlationId,
                       callName(driver, call.cbid, writer), static_cast<std::int32_t>(call.returnValue),
                       static_cast<std::uint8_t>(driver)});
}

void CuptiRows::addKernel(const CUpti_ActivityKernel9 &kernel, RecordingWriter &writer)
{
    if (!isComplete(kernel))
        return;
    auto row = placed<KernelRow>(kernel);
    row.name = writer.text(kernel.name ? kernel.name : "unnamed");
    const std::int32_t grid[] = {kernel.gridX, kernel.gridY, kernel.gridZ};
    const std::int32_t block[] = {kernel.blockX, kernel.blockY, kernel.blockZ};
    for (int i = 0; i < 3; ++i) {
        row.grid[i] = static_cast<std::uint32_t>(grid[i]);
        row.block[i] = static_cast<std::uint32_t>(block[i]);
    }
    row.registers = kernel.registersPerThread;
    row.staticSharedMemory = static_cast<std::uint32_t>(kernel.staticSharedMemory);
    row.sharedMemory = static_cast<std::uint32_t>(kernel.dynamicSharedMemory);
    setGraph(row, kernel);
    writer.add(row);
}

void CuptiRows::add(const CUpti_Activity *record, RecordingWriter &writer)
{
    const auto addComplete = [&writer](const auto &row) {
        if (isComplete(row))
            writer.add(row);
    };
    switch (record->kind) {
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
        return addKernel(as<CUpti_ActivityKernel9>(record), writer);
    case CUPTI_ACTIVITY_KIND_RUNTIME:
    case CUPTI_ACTIVITY_KIND_DRIVER:
        return addCall(as<CUpti_ActivityAPI>(record), writer);
    case CUPTI_ACTIVITY_KIND_MEMCPY:
        return addComplete(copyOf(as<CUpti_ActivityMemcpy5>(record)));
    case CUPTI_ACTIVITY_KIND_MEMCPY2:
        return addComplete(peerCopyOf(as<CUpti_ActivityMemcpyPtoP4>(record)));
    case CUPTI_ACTIVITY_KIND_MEMSET:
        return addComplete(memsetOf(as<CUpti_ActivityMemset4>(record)));
    case CUPTI_ACTIVITY_KIND_GRAPH_TRACE: {
        const auto &graph = as<CUpti_ActivityGraphTrace>(record);
        auto row = placed<GraphRow>(graph);
        row.graph = graph.graphId;
        return addComplete(row);
    }
    case CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER:
        return addComplete(migrationOf(as<CUpti_ActivityUnifiedMemoryCounter2>(record)));
    case CUPTI_ACTIVITY_KIND_OVERHEAD:
        return addComplete(overheadOf(as<CUpti_ActivityOverhead2>(record)));
    case CUPTI_ACTIVITY_KIND_STREAM: {
        const auto &stream = as<CUpti_ActivityStream>(record);
        return writer.add(StreamRow{stream.contextId, stream.streamId, static_cast<std::int32_t>(stream.priority),
                                    static_cast<std::uint8_t>(stream.flag)});
    }
    case CUPTI_ACTIVITY_KIND_CONTEXT: {
        const auto &context = as<CUpti_ActivityContext3>(record);
        return writer.add(ContextRow{context.contextId, context.deviceId, context.nullStreamId,
                                     m_functions.hasGreenContexts() ? context.numMultiprocessors : 0U});
    }
    default:
        return;
    }
}

} // namespace streamscope::recorder
