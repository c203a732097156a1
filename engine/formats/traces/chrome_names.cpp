// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/chrome_names.h"

#include <cstdio>

namespace streamscope {

namespace {

const char *memcpyDirection(OperationKind kind)
{
    switch (kind) {
    case OperationKind::H2D:
        return "HtoD";
    case OperationKind::D2H:
        return "DtoH";
    case OperationKind::D2D:
        return "DtoD";
    default:
        return "PtoP";
    }
}

} // namespace

std::string quotedJson(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04x", c);
            out += escape;
        } else {
            out += c;
        }
    }
    return out + '"';
}

std::string chromeName(const Timeline &timeline, const Span &span)
{
    const std::string &own = timeline.name(span.name);
    if (isCopy(span.kind))
        return own.starts_with("Memcpy ")
                   ? own
                   : "Memcpy " + std::string(memcpyDirection(span.kind)) + " (" + std::string(memoryKindName(span.from))
                         + " -> " + std::string(memoryKindName(span.to)) + ")";
    if (span.kind == OperationKind::Memset)
        return own.starts_with("Memset") ? own : "Memset (Device)";
    if (span.kind == OperationKind::Sync)
        return own.find("Synchronize") != std::string::npos ? own : "cudaDeviceSynchronize";
    return own.empty() ? std::string(kindName(span.kind)) : own;
}

const char *chromeCategoryOf(OperationKind kind)
{
    if (isCopy(kind))
        return "gpu_memcpy";
    switch (kind) {
    case OperationKind::Kernel:
    case OperationKind::Collective:
        return "kernel";
    case OperationKind::Memset:
        return "gpu_memset";
    case OperationKind::Sync:
        return "cuda_runtime";
    default:
        return "streamscope";
    }
}

const char *chromeCallName(OperationKind kind)
{
    if (isCopy(kind))
        return "cudaMemcpyAsync";
    switch (kind) {
    case OperationKind::Memset:
        return "cudaMemsetAsync";
    case OperationKind::EventRecord:
        return "cudaEventRecord";
    case OperationKind::EventWait:
        return "cudaStreamWaitEvent";
    case OperationKind::HostFunction:
        return "cudaLaunchHostFunc";
    case OperationKind::Alloc:
        return "cudaMallocAsync";
    case OperationKind::Free:
        return "cudaFreeAsync";
    default:
        return "cudaLaunchKernel";
    }
}

} // namespace streamscope
