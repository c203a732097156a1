// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/recorder/cupti/cupti_source.h"

#include "engine/recorder/clock.h"
#include "engine/recorder/cupti/device_facts.h"
#include "engine/recorder/range_list.h"

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

namespace streamscope::recorder {

namespace {

/// Recorded also while the recording is off: what is made once and known by its number later.
constexpr std::array alwaysKinds{CUPTI_ACTIVITY_KIND_CONTEXT, CUPTI_ACTIVITY_KIND_STREAM};
/// Never CUPTI_ACTIVITY_KIND_KERNEL: it serialises all kernels.
constexpr std::array kinds{CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY,
                           CUPTI_ACTIVITY_KIND_MEMCPY2, CUPTI_ACTIVITY_KIND_MEMSET, CUPTI_ACTIVITY_KIND_OVERHEAD};
constexpr std::array callKinds{CUPTI_ACTIVITY_KIND_RUNTIME, CUPTI_ACTIVITY_KIND_DRIVER};

/// Calls that only ask, and that frameworks make many times for each operation: half of PyTorch's calls.
bool onlyAsks(std::string_view name)
{
    for (const std::string_view part : {"Get", "Query", "IsCapturing", "Occupancy", "cudaPeekAtLastError",
                                        "cudaSetDevice", "cuCtxSetCurrent", "cuCtxPushCurrent", "cuCtxPopCurrent"})
        if (name.find(part) != std::string_view::npos)
            return true;
    return false;
}

/// CUPTI's callbacks carry nothing of ours.
CuptiSource *theSource = nullptr;

// Callbacks are noexcept: their callers are C code.

std::uint64_t CUPTIAPI timestamp() noexcept
{
    return static_cast<std::uint64_t>(nowNs());
}

void CUPTIAPI bufferRequested(std::uint8_t **buffer, std::size_t *size, std::size_t *maximumRecords) noexcept
{
    *buffer = theSource->requestBuffer();
    *size = *buffer ? BufferPool::bufferBytes : 0;
    *maximumRecords = 0; // as many as fit
}

void CUPTIAPI bufferCompleted(CUcontext context, std::uint32_t stream, std::uint8_t *buffer, std::size_t,
                              std::size_t validBytes) noexcept
{
    theSource->completeBuffer(context, stream, {buffer, validBytes});
}

void CUPTIAPI called(void *, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void *call) noexcept
{
    theSource->noteCall(domain, id, *static_cast<const CUpti_CallbackData *>(call));
}

} // namespace

void CuptiSource::completeBuffer(CUcontext context, std::uint32_t stream, FullBuffer buffer)
{
    std::size_t dropped = 0;
    if (m_functions.droppedRecords(context, stream, &dropped) == CUPTI_SUCCESS)
        m_lost += dropped;
    if (buffer.data)
        m_pool->fill(buffer);
}

/// Being its subscriber keeps other tools away, and says when one was there before.
std::string CuptiSource::subscribe()
{
    const CUptiResult result = m_functions.subscribe(&m_subscriber, called, nullptr);
    return result == CUPTI_SUCCESS ? std::string() : m_functions.words(result);
}

std::string CuptiSource::attach(BufferPool &pool)
{
    m_pool = &pool;
    theSource = this;
    m_costWithout = measureCallCost();
    if (std::string problem = loadCupti(m_functions); !problem.empty())
        return problem;
    if (std::string problem = subscribe(); !problem.empty())
        return problem;
    // The recorder clears its buffers itself, so that the threads of the program need not.
    std::uint8_t yes = 1;
    std::size_t bytes = sizeof yes;
    m_functions.setAttribute(CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER, &bytes, &yes);
    m_functions.setThreadIdType(CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM);
    CUptiResult result = m_functions.registerTimestamp(timestamp);
    if (result == CUPTI_SUCCESS)
        result = m_functions.registerCallbacks(bufferRequested, bufferCompleted);
    for (const CUpti_ActivityKind kind : alwaysKinds)
        if (result == CUPTI_SUCCESS)
            result = m_functions.enable(kind);
    if (result == CUPTI_SUCCESS)
        return {};
    m_functions.unsubscribe(m_subscriber);
    return m_functions.words(result);
}

/// Each call that does something by its number: for the two kinds as a whole CUPTI stands behind every call, also
/// behind those that only ask.
void CuptiSource::findCalls()
{
    const char *name = nullptr;
    for (const CUpti_CallbackDomain domain : {CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_CB_DOMAIN_DRIVER_API})
        for (CUpti_CallbackId number = 1; number < pastCalls; ++number)
            if (m_functions.callbackName(domain, number, &name) == CUPTI_SUCCESS && name) {
                if (!onlyAsks(name))
                    m_calls.emplace_back(domain, number);
                else if (std::string_view(name) == measuredCall)
                    m_measuredCall = number;
            }
}

void CuptiSource::enableCall(CUpti_CallbackDomain domain, CUpti_CallbackId number, bool on) const
{
    const auto enable =
        domain == CUPTI_CB_DOMAIN_DRIVER_API ? m_functions.enableDriverCall : m_functions.enableRuntimeCall;
    enable(number, on ? 1 : 0);
}

/// An older CUPTI has only the kinds.
CUptiResult CuptiSource::enableCalls()
{
    CUptiResult result = CUPTI_SUCCESS;
    if (m_functions.enableRuntimeCall && m_functions.enableDriverCall) {
        if (m_calls.empty())
            findCalls();
        for (const auto &[domain, number] : m_calls)
            enableCall(domain, number, true);
    } else {
        for (const CUpti_ActivityKind kind : callKinds)
            if (result == CUPTI_SUCCESS)
                result = m_functions.enable(kind);
    }
    return result;
}

void CuptiSource::disableCalls()
{
    for (const auto &[domain, number] : m_calls)
        enableCall(domain, number, false);
    if (m_calls.empty())
        for (const CUpti_ActivityKind kind : callKinds)
            m_functions.disable(kind);
}

/// Only once CUDA has started. Not every device can: then there is no such traffic to see.
void CuptiSource::enableUnifiedMemory()
{
    if (!m_functions.configureUnifiedMemory || !m_devicesWritten || !m_on || m_unifiedMemory.exchange(true))
        return;
    std::array<CUpti_ActivityUnifiedMemoryCounterConfig, 5> counters{};
    const std::array wanted{CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_HTOD,
                            CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_DTOH,
                            CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_DTOD,
                            CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_CPU_PAGE_FAULT_COUNT,
                            CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_GPU_PAGE_FAULT};
    for (std::size_t i = 0; i < counters.size(); ++i)
        counters[i] = {CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_SCOPE_PROCESS_ALL_DEVICES, wanted[i], 0, 1};
    if (m_functions.configureUnifiedMemory(counters.data(), static_cast<std::uint32_t>(counters.size()))
        == CUPTI_SUCCESS)
        m_functions.enable(CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER);
}

std::string CuptiSource::start()
{
    CUptiResult result = CUPTI_SUCCESS;
    const auto enable = [&](CUpti_ActivityKind kind) {
        if (result == CUPTI_SUCCESS)
            result = m_functions.enable(kind);
    };
    for (const CUpti_ActivityKind kind : kinds)
        enable(kind);
    if (m_options.wholeGraphs)
        enable(CUPTI_ACTIVITY_KIND_GRAPH_TRACE);
    m_watch.start(m_subscriber, m_options.calls);
    if (m_options.calls && result == CUPTI_SUCCESS)
        result = enableCalls();
    if (result != CUPTI_SUCCESS) {
        stop();
        return m_functions.words(result);
    }
    m_on = true;
    enableUnifiedMemory();
    return {};
}

void CuptiSource::stop()
{
    m_stoppedAt = nowNs();
    m_on = false;
    for (const CUpti_ActivityKind kind : kinds)
        m_functions.disable(kind);
    m_watch.stop(m_subscriber);
    if (m_options.calls)
        disableCalls();
    m_functions.disable(CUPTI_ACTIVITY_KIND_GRAPH_TRACE);
    // The counters of unified memory stay on: switching them off takes 2 s (CUPTI 13.0).
}

void CuptiSource::deliver(bool everything)
{
    m_functions.flush(everything ? CUPTI_ACTIVITY_FLAG_FLUSH_FORCED : 0);
}

/// The counters go on while the recording is off. What came before the stop may be handed over after it.
bool CuptiSource::isWanted(const CUpti_Activity *counter) const
{
    const auto &record = *reinterpret_cast<const CUpti_ActivityUnifiedMemoryCounter2 *>(counter);
    return m_on || static_cast<std::int64_t>(record.start) <= m_stoppedAt;
}

void CuptiSource::decode(const FullBuffer &buffer, RecordingWriter &writer)
{
    CUpti_Activity *record = nullptr;
    while (m_functions.nextRecord(buffer.data, buffer.bytes, &record) == CUPTI_SUCCESS)
        if (record->kind != CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER || isWanted(record))
            m_rows.add(record, writer);
}

void CuptiSource::setRecorderThread(std::uint32_t thread)
{
    m_recorderThread = thread;
    m_rows.setOwnThread(thread);
}

/// What a recorded call costs, beside what the same call cost before CUPTI was there.
void CuptiSource::writeCost(RecordingWriter &writer)
{
    if (m_costWritten || !m_costWithout || !m_options.calls || !m_on || threadNumber() != m_recorderThread)
        return;
    m_costWritten = true;
    if (m_measuredCall != 0)
        enableCall(CUPTI_CB_DOMAIN_DRIVER_API, m_measuredCall, true);
    const std::optional<double> with = measureCallCost();
    if (m_measuredCall != 0)
        enableCall(CUPTI_CB_DOMAIN_DRIVER_API, m_measuredCall, false);
    if (with) {
        writer.fact("recorder.call_ns.without", std::to_string(std::lround(*m_costWithout)));
        writer.fact("recorder.call_ns.with", std::to_string(std::lround(*with)));
    }
}

void CuptiSource::describe(RecordingWriter &writer, bool last)
{
    if (!m_devicesWritten && writeDeviceFacts(writer)) {
        m_devicesWritten = true;
        writer.fact("cupti.version", std::to_string(m_functions.number));
        writer.fact("cupti.path", m_functions.path);
        enableUnifiedMemory();
    }
    if (m_devicesWritten)
        writeCost(writer);
    if (last)
        m_rows.writeThreadNames(writer);
}

ActivitySource *makeSource(const Options &options)
{
    return new CuptiSource(options);
}

} // namespace streamscope::recorder
