// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Stands between the recorder and CUPTI (STREAMSCOPE_CUPTI names it, CUPTI_LISTING_REAL the real one) and lists every
// record of work as CUPTI hands it over, before the recorder reads it: "KIND START END DEVICE STREAM CORRELATION" a
// line in the file CUPTI_LISTING. A recording is held against that, to the nanosecond.
#include <cupti_result.h>
#include <cupti_version.h>

#include <cupti_activity.h>
#include <cupti_callbacks.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

namespace {

template <typename Function>
Function real(const char *name)
{
    static void *const library = dlopen(std::getenv("CUPTI_LISTING_REAL"), RTLD_NOW | RTLD_LOCAL);
    return library ? reinterpret_cast<Function>(dlsym(library, name)) : nullptr;
}

std::FILE *listing()
{
    static std::FILE *const file = std::fopen(std::getenv("CUPTI_LISTING"), "w");
    return file;
}

template <typename Record>
void list(const char *kind, const CUpti_Activity *record)
{
    const auto &r = *reinterpret_cast<const Record *>(record);
    std::fprintf(listing(), "%s %" PRIu64 " %" PRIu64 " %u %u %u\n", kind, r.start, r.end, r.deviceId, r.streamId,
                 r.correlationId);
}

} // namespace

// Every other function goes through unchanged. The parentheses are those of the lists.
// NOLINTBEGIN(bugprone-macro-parentheses)
#define FORWARD(name, parameters, arguments)                                                                           \
    extern "C" __attribute__((visibility("default"))) CUptiResult CUPTIAPI name parameters                             \
    {                                                                                                                  \
        static const auto next = real<decltype(&name)>(#name);                                                         \
        return next ? next arguments : CUPTI_ERROR_NOT_SUPPORTED;                                                      \
    }
// NOLINTEND(bugprone-macro-parentheses)

FORWARD(cuptiGetVersion, (uint32_t * a), (a))
FORWARD(cuptiGetResultString, (CUptiResult a, const char **b), (a, b))
FORWARD(cuptiGetCallbackName, (CUpti_CallbackDomain a, uint32_t b, const char **c), (a, b, c))
FORWARD(cuptiSubscribe, (CUpti_SubscriberHandle * a, CUpti_CallbackFunc b, void *c), (a, b, c))
FORWARD(cuptiEnableCallback, (uint32_t a, CUpti_SubscriberHandle b, CUpti_CallbackDomain c, CUpti_CallbackId d),
        (a, b, c, d))
FORWARD(cuptiGetContextId, (CUcontext a, uint32_t *b), (a, b))
FORWARD(cuptiGetDeviceId, (CUcontext a, uint32_t *b), (a, b))
FORWARD(cuptiGetStreamIdEx, (CUcontext a, CUstream b, uint8_t c, uint32_t *d), (a, b, c, d))
FORWARD(cuptiUnsubscribe, (CUpti_SubscriberHandle a), (a))
FORWARD(cuptiSetThreadIdType, (CUpti_ActivityThreadIdType a), (a))
FORWARD(cuptiActivitySetAttribute, (CUpti_ActivityAttribute a, size_t *b, void *c), (a, b, c))
FORWARD(cuptiActivityRegisterCallbacks, (CUpti_BuffersCallbackRequestFunc a, CUpti_BuffersCallbackCompleteFunc b),
        (a, b))
FORWARD(cuptiActivityRegisterTimestampCallback, (CUpti_TimestampCallbackFunc a), (a))
FORWARD(cuptiActivityEnable, (CUpti_ActivityKind a), (a))
FORWARD(cuptiActivityDisable, (CUpti_ActivityKind a), (a))
FORWARD(cuptiActivityFlushAll, (uint32_t a), (a))
FORWARD(cuptiActivityGetNumDroppedRecords, (CUcontext a, uint32_t b, size_t *c), (a, b, c))
FORWARD(cuptiActivityEnableRuntimeApi, (CUpti_CallbackId a, uint8_t b), (a, b))
FORWARD(cuptiActivityEnableDriverApi, (CUpti_CallbackId a, uint8_t b), (a, b))
FORWARD(cuptiActivityConfigureUnifiedMemoryCounter, (CUpti_ActivityUnifiedMemoryCounterConfig * a, uint32_t b), (a, b))

extern "C" {

__attribute__((visibility("default"))) CUptiResult CUPTIAPI cuptiActivityGetNextRecord(std::uint8_t *buffer,
                                                                                       std::size_t bytes,
                                                                                       CUpti_Activity **record)
{
    static const auto next = real<decltype(&cuptiActivityGetNextRecord)>("cuptiActivityGetNextRecord");
    const CUptiResult result = next(buffer, bytes, record);
    if (result != CUPTI_SUCCESS)
        return result;
    switch ((*record)->kind) {
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
        list<CUpti_ActivityKernel10>("kernel", *record);
        break;
    case CUPTI_ACTIVITY_KIND_MEMCPY:
        list<CUpti_ActivityMemcpy6>("copy", *record);
        break;
    case CUPTI_ACTIVITY_KIND_MEMSET:
        list<CUpti_ActivityMemset4>("memset", *record);
        break;
    default:
        break;
    }
    std::fflush(listing());
    return result;
}
}
