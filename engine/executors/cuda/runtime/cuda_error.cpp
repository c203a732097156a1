// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/runtime/cuda_error.h"

#include <cstdio>
#include <string>
#include <string_view>

namespace streamscope {

namespace {

/// Errors after which a process cannot use the device any more (seen on an H200: even a reset does not help).
bool isSticky(cudaError_t code)
{
    return code == cudaErrorIllegalAddress || code == cudaErrorLaunchFailure || code == cudaErrorAssert
           || code == cudaErrorHardwareStackError || code == cudaErrorIllegalInstruction
           || code == cudaErrorMisalignedAddress || code == cudaErrorECCUncorrectable
           || code == cudaErrorInvalidAddressSpace || code == cudaErrorInvalidPc || code == cudaErrorLaunchTimeout
           || code == cudaErrorNvlinkUncorrectable || code == cudaErrorContextIsDestroyed || code == cudaErrorUnknown;
}

std::string messageFor(cudaError_t code, const char *call, const char *file, int line)
{
    const std::string_view path(file);
    const std::string_view name = path.substr(path.rfind('/') == std::string_view::npos ? 0 : path.rfind('/') + 1);
    std::string text = std::string("CUDA: ") + call + " failed: " + cudaGetErrorName(code) + " ("
                       + std::to_string(static_cast<int>(code)) + "): " + cudaGetErrorString(code) + " ["
                       + std::string(name) + ":" + std::to_string(line) + "]";
    if (isSticky(code))
        text += "; the device is lost to this process";
    return text;
}

} // namespace

CudaError::CudaError(cudaError_t code, const char *call, const char *file, int line)
    : RunError(messageFor(code, call, file, line)), m_code(code)
{}

bool CudaError::losesDevice() const
{
    return isSticky(m_code);
}

void logOnError(cudaError_t code, const char *call) noexcept
{
    if (code != cudaSuccess)
        std::fprintf(stderr, "streamscope: %s failed: %s\n", call, cudaGetErrorName(code));
}

} // namespace streamscope
