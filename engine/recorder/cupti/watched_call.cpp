// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/recorder/cupti/watched_call.h"

#include <array>
#include <utility>

namespace streamscope::recorder {

namespace {

using enum CallPurpose;

/// Without "cuda" or "cu" and what stands behind the first underscore.
constexpr std::array<std::pair<std::string_view, CallPurpose>, 27> purposes{{
    {"EventSynchronize", EventSynchronize},
    {"StreamWaitEvent", StreamWaitEvent},
    {"StreamSynchronize", StreamSynchronize},
    {"CtxSynchronize", ContextSynchronize},
    {"DeviceSynchronize", ContextSynchronize},
    {"ThreadSynchronize", ContextSynchronize},
    {"EventRecord", EventRecord},
    {"EventRecordWithFlags", EventRecord},
    {"EventDestroy", EventDestroy},
    {"Malloc", Allocate},
    {"MemAlloc", Allocate},
    {"MallocFromPoolAsync", AllocateOfPool},
    {"MemAllocFromPoolAsync", AllocateOfPool},
    {"MallocAsync", AllocateAsync},
    {"MemAllocAsync", AllocateAsync},
    {"MallocHost", AllocateHost},
    {"HostAlloc", AllocateHost},
    {"MemAllocHost", AllocateHost},
    {"MemHostAlloc", AllocateHost},
    {"MallocManaged", AllocateManaged},
    {"MemAllocManaged", AllocateManaged},
    {"Free", Free},
    {"FreeAsync", FreeAsync},
    {"FreeHost", FreeHost},
    {"MemFreeHost", FreeHost},
    {"MemFree", Free},
    {"MemFreeAsync", FreeAsync},
}};

} // namespace

WatchedCall watchedCall(std::string_view name)
{
    std::string_view plain = name;
    plain.remove_prefix(name.starts_with("cuda") ? 4 : name.starts_with("cu") ? 2 : 0);
    plain = plain.substr(0, plain.find('_'));
    const bool perThread = name.find("_ptsz") != std::string_view::npos || name.find("_ptds") != std::string_view::npos;
    for (const auto &[known, purpose] : purposes)
        if (known == plain)
            return {purpose, perThread};
    return {};
}

} // namespace streamscope::recorder
