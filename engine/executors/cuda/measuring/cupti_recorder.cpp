// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/measuring/cupti_recorder.h"

#include "engine/executors/cuda/runtime/cuda_error.h"
#include "engine/executors/timing/cupti_delivery.h"
#include "engine/program/text/phrase.h"

// All of CUPTI is in this file: its records change their layout with every toolkit.
#if __has_include(<cupti_activity.h>)
#include <cupti_result.h>
#include <cupti_version.h>

#include <cupti_activity.h>
#include <cupti_callbacks.h>
#include <cupti_runtime_cbid.h>
#define STREAMSCOPE_HAVE_CUPTI 1
#else
#define STREAMSCOPE_HAVE_CUPTI 0
#endif

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include <dlfcn.h>

namespace streamscope {

#if STREAMSCOPE_HAVE_CUPTI

struct CuptiRecorder::Functions
{
    decltype(&cuptiGetVersion) version = nullptr;
    decltype(&cuptiGetResultString) resultString = nullptr;
    decltype(&cuptiGetTimestamp) timestamp = nullptr;
    decltype(&cuptiActivityRegisterCallbacks) registerCallbacks = nullptr;
    decltype(&cuptiActivityEnable) enable = nullptr;
    decltype(&cuptiActivityDisable) disable = nullptr;
    decltype(&cuptiActivityFlushAll) flush = nullptr;
    decltype(&cuptiActivityGetNextRecord) nextRecord = nullptr;
    decltype(&cuptiActivityGetNumDroppedRecords) droppedRecords = nullptr;
    decltype(&cuptiSubscribe) subscribe = nullptr;
    decltype(&cuptiUnsubscribe) unsubscribe = nullptr;
    decltype(&cuptiEnableCallback) enableCallback = nullptr;
    decltype(&cuptiFinalize) finalize = nullptr;
    decltype(&cuptiGetStreamIdEx) streamId = nullptr;
};

namespace {

/// Never CUPTI_ACTIVITY_KIND_KERNEL: it serialises all kernels.
constexpr std::array recordedKinds{CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY,
                                   CUPTI_ACTIVITY_KIND_MEMSET};
constexpr std::size_t bufferBytes = 8 << 20;
constexpr std::size_t bufferAlignment = 8; // as CUPTI wants

/// What CUPTI's threads deliver into, and what they read with.
struct Delivery
{
    CuptiDelivery content;
    decltype(&cuptiActivityGetNextRecord) nextRecord = nullptr;
    decltype(&cuptiActivityGetNumDroppedRecords) droppedRecords = nullptr;
};

Delivery &delivery()
{
    static Delivery instance;
    return instance;
}

template <typename Record>
CuptiRecord converted(OperationKind kind, const Record &record)
{
    return {kind,
            record.correlationId,
            static_cast<std::int64_t>(record.start),
            static_cast<std::int64_t>(record.end),
            record.graphNodeId,
            record.streamId};
}

OperationKind copyDirection(std::uint8_t copyKind)
{
    if (copyKind == CUPTI_ACTIVITY_MEMCPY_KIND_HTOD)
        return OperationKind::H2D;
    return copyKind == CUPTI_ACTIVITY_MEMCPY_KIND_DTOH ? OperationKind::D2H : OperationKind::D2D;
}

std::optional<CuptiRecord> convertedRecord(const CUpti_Activity *record)
{
    switch (record->kind) {
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
        return converted(OperationKind::Kernel, *reinterpret_cast<const CUpti_ActivityKernel10 *>(record));
    case CUPTI_ACTIVITY_KIND_MEMCPY: {
        const auto &copy = *reinterpret_cast<const CUpti_ActivityMemcpy6 *>(record);
        return converted(copyDirection(copy.copyKind), copy);
    }
    case CUPTI_ACTIVITY_KIND_MEMSET:
        return converted(OperationKind::Memset, *reinterpret_cast<const CUpti_ActivityMemset4 *>(record));
    default:
        return std::nullopt;
    }
}

// Callbacks are noexcept: their callers are C code.

void CUPTIAPI requestBuffer(std::uint8_t **buffer, std::size_t *size, std::size_t *maximumRecords) noexcept
{
    *buffer = static_cast<std::uint8_t *>(std::aligned_alloc(bufferAlignment, bufferBytes));
    *size = *buffer ? bufferBytes : 0;
    *maximumRecords = 0; // as many as fit
}

void CUPTIAPI completeBuffer(CUcontext context, std::uint32_t stream, std::uint8_t *buffer, std::size_t,
                             std::size_t validBytes) noexcept
{
    const std::unique_ptr<std::uint8_t, decltype(&std::free)> owned(buffer, &std::free);
    const Delivery &d = delivery();
    delivery().content.receive([&](CuptiDelivery::Content &content) {
        std::size_t dropped = 0;
        if (d.droppedRecords(context, stream, &dropped) == CUPTI_SUCCESS)
            content.dropped += dropped;
        CUpti_Activity *record = nullptr;
        while (validBytes > 0 && d.nextRecord(buffer, validBytes, &record) == CUPTI_SUCCESS)
            if (const auto r = convertedRecord(record); r && r->start != 0 && r->end != 0) // 0: CUPTI lost the time
                content.records.push_back(*r);
    });
}

/// The folder of the module that this code is in, with a slash; empty when unknown.
std::string moduleFolder()
{
    Dl_info info{};
    if (dladdr(reinterpret_cast<const void *>(&moduleFolder), &info) == 0 || !info.dli_fname)
        return {};
    const std::string path = info.dli_fname;
    return path.substr(0, path.rfind('/') + 1);
}

std::vector<std::string> candidates()
{
    if (const char *chosen = std::getenv("STREAMSCOPE_CUPTI"))
        return {chosen};
    std::vector<std::string> paths;
    if (const std::string folder = moduleFolder(); !folder.empty())
        for (const char *place : {"../libcupti.so.13", "libcupti.so.13"}) // the bundle's, the Debian package's
            paths.push_back(folder + place);
    paths.insert(paths.end(), {"libcupti.so.13", "libcupti.so"});
    std::vector<std::string> toolkits;
    for (const char *name : {"CUDA_HOME", "CUDA_PATH"})
        if (const char *value = std::getenv(name); value && value[0] == '/') // wherever this was started
            toolkits.emplace_back(value);
    toolkits.insert(toolkits.end(), {"/usr/local/cuda-13", "/usr/local/cuda-13.0", "/usr/local/cuda"});
    for (const std::string &toolkit : toolkits)
        for (const char *folder : {"/extras/CUPTI/lib64/", "/targets/x86_64-linux/lib/", "/lib64/"})
            paths.push_back(toolkit + folder + "libcupti.so.13");
    return paths;
}

template <typename Function>
bool resolve(void *library, const char *name, Function &function)
{
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

/// What the callback that finalizes CUPTI is told, and tells.
struct Detachment
{
    decltype(&cuptiUnsubscribe) unsubscribe = nullptr;
    decltype(&cuptiFinalize) finalize = nullptr;
    CUpti_SubscriberHandle subscriber = nullptr;
    bool done = false;
};

/// Of the one recorder.
Detachment &detachment()
{
    static Detachment instance;
    return instance;
}

void CUPTIAPI finalizeAtExit(void *user, CUpti_CallbackDomain, CUpti_CallbackId, const void *data) noexcept
{
    auto *detachment = static_cast<Detachment *>(user);
    if (static_cast<const CUpti_CallbackData *>(data)->callbackSite != CUPTI_API_EXIT || detachment->done)
        return;
    detachment->done = true;
    detachment->unsubscribe(detachment->subscriber);
    detachment->finalize();
}

std::string wordsOf(decltype(&cuptiGetResultString) resultString, CUptiResult result)
{
    const char *text = nullptr;
    return resultString(result, &text) == CUPTI_SUCCESS && text ? text : std::to_string(result);
}

} // namespace

CuptiRecorder::CuptiRecorder(std::unique_ptr<Functions> functions) : m_functions(std::move(functions)) {}

CuptiRecorder::~CuptiRecorder() = default;

CuptiRecorder *CuptiRecorder::load(std::string &problem)
{
    static std::string reason;
    // Loaded once and never unloaded: CUPTI keeps threads and hooks in the driver.
    static const std::unique_ptr<CuptiRecorder> recorder = []() -> std::unique_ptr<CuptiRecorder> {
        void *library = nullptr;
        for (const std::string &path : candidates())
            if (!library)
                library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!library) {
            reason = "CUPTI (libcupti.so.13) was not found";
            return nullptr;
        }
        auto f = std::make_unique<Functions>();
        if (!resolve(library, "cuptiGetVersion", f->version)
            || !resolve(library, "cuptiGetResultString", f->resultString)
            || !resolve(library, "cuptiGetTimestamp", f->timestamp)
            || !resolve(library, "cuptiActivityRegisterCallbacks", f->registerCallbacks)
            || !resolve(library, "cuptiActivityEnable", f->enable)
            || !resolve(library, "cuptiActivityDisable", f->disable)
            || !resolve(library, "cuptiActivityFlushAll", f->flush)
            || !resolve(library, "cuptiActivityGetNextRecord", f->nextRecord)
            || !resolve(library, "cuptiActivityGetNumDroppedRecords", f->droppedRecords)
            || !resolve(library, "cuptiSubscribe", f->subscribe)
            || !resolve(library, "cuptiUnsubscribe", f->unsubscribe)
            || !resolve(library, "cuptiEnableCallback", f->enableCallback)
            || !resolve(library, "cuptiFinalize", f->finalize)
            || !resolve(library, "cuptiGetStreamIdEx", f->streamId)) {
            reason = "the CUPTI library lacks a function that is needed";
            return nullptr;
        }
        std::uint32_t version = 0;
        if (f->version(&version) != CUPTI_SUCCESS || version != CUPTI_API_VERSION) {
            reason = "CUPTI has version " + std::to_string(version) + ", this program was built for "
                     + std::to_string(CUPTI_API_VERSION);
            return nullptr;
        }
        delivery().nextRecord = f->nextRecord;
        delivery().droppedRecords = f->droppedRecords;
        return std::unique_ptr<CuptiRecorder>(new CuptiRecorder(std::move(f)));
    }();
    problem = reason;
    return recorder.get();
}

void CuptiRecorder::enable()
{
    attach();
    // Detaching has forgotten the callbacks of the last time.
    CUptiResult result = m_functions->registerCallbacks(requestBuffer, completeBuffer);
    for (const CUpti_ActivityKind kind : recordedKinds)
        if (result == CUPTI_SUCCESS)
            result = m_functions->enable(kind);
    if (result == CUPTI_SUCCESS)
        return;
    disable();
    throw RunError(Phrase("engine", "CUPTI refuses: %1").arg(wordsOf(m_functions->resultString, result)));
}

std::int64_t CuptiRecorder::now() const
{
    std::uint64_t time = 0;
    if (const CUptiResult result = m_functions->timestamp(&time); result != CUPTI_SUCCESS)
        throw RunError(Phrase("engine", "CUPTI has no time: %1").arg(wordsOf(m_functions->resultString, result)));
    return static_cast<std::int64_t>(time);
}

std::uint32_t CuptiRecorder::numberOf(cudaStream_t stream) const
{
    std::uint32_t number = 0;
    constexpr std::uint8_t noneIsPerThread = 0; // no stream is the legacy default stream
    if (const CUptiResult result = m_functions->streamId(nullptr, stream, noneIsPerThread, &number);
        result != CUPTI_SUCCESS)
        throw RunError(
            Phrase("engine", "CUPTI does not know a stream: %1").arg(wordsOf(m_functions->resultString, result)));
    return number;
}

void CuptiRecorder::disable() noexcept
{
    for (const CUpti_ActivityKind kind : recordedKinds)
        m_functions->disable(kind);
    detach();
}

/// CUPTI serves one tool, but would take our callbacks in the place of another's: its buffers would come to us.
void CuptiRecorder::attach()
{
    detachment() = {m_functions->unsubscribe, m_functions->finalize};
    const CUptiResult result = m_functions->subscribe(&detachment().subscriber, finalizeAtExit, &detachment());
    if (result != CUPTI_SUCCESS)
        throw RunError(Phrase("engine", "CUPTI refuses: %1").arg(wordsOf(m_functions->resultString, result)));
}

/// A CUPTI that records nothing still makes each later call cost up to a third more, until it is finalized. That is
/// safe only where a call of CUDA ends (CUPTI documentation, "Dynamic Attach and Detach"), so the cheapest one is made
/// for it.
void CuptiRecorder::detach() noexcept
{
    Detachment &d = detachment();
    if (!d.subscriber)
        return;
    constexpr auto where = CUPTI_RUNTIME_TRACE_CBID_cudaRuntimeGetVersion_v3020;
    if (m_functions->enableCallback(1, d.subscriber, CUPTI_CB_DOMAIN_RUNTIME_API, where) == CUPTI_SUCCESS) {
        int version = 0;
        static_cast<void>(cudaRuntimeGetVersion(&version));
    }
    if (!d.done)
        m_functions->unsubscribe(d.subscriber);
    d.subscriber = nullptr;
}

std::vector<CuptiRecord> CuptiRecorder::take()
{
    STREAMSCOPE_CUDA(cudaDeviceSynchronize());
    if (const CUptiResult result = m_functions->flush(0); result != CUPTI_SUCCESS)
        throw RunError(Phrase("engine", "CUPTI gives no records: %1").arg(wordsOf(m_functions->resultString, result)));
    std::vector<CuptiRecord> taken = delivery().content.take();
    std::sort(taken.begin(), taken.end(), [](const CuptiRecord &a, const CuptiRecord &b) {
        return std::tuple(a.correlation, a.node, a.start) < std::tuple(b.correlation, b.node, b.start);
    });
    std::vector<CuptiRecord> joined;
    for (const CuptiRecord &record : taken) {
        if (joined.empty() || joined.back().correlation != record.correlation || joined.back().node != record.node)
            joined.push_back(record);
        joined.back().end = std::max(joined.back().end, record.end);
    }
    return joined;
}

#else

struct CuptiRecorder::Functions
{};
CuptiRecorder::~CuptiRecorder() = default;
CuptiRecorder *CuptiRecorder::load(std::string &problem)
{
    problem = "this program was built without CUPTI's headers";
    return nullptr;
}
void CuptiRecorder::enable() {}
std::int64_t CuptiRecorder::now() const
{
    return 0;
}
std::uint32_t CuptiRecorder::numberOf(cudaStream_t) const
{
    return 0;
}
void CuptiRecorder::disable() noexcept {}
std::vector<CuptiRecord> CuptiRecorder::take()
{
    return {};
}

#endif

} // namespace streamscope
