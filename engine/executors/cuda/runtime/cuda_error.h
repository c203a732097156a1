// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/errors.h"

#include <cuda_runtime_api.h>

namespace streamscope {

/// A CUDA call that failed: the message names the call, the error and its text.
class CudaError : public RunError
{
public:
    CudaError(cudaError_t code, const char *call, const char *file, int line);
    cudaError_t code() const { return m_code; }
    /// This process cannot use the device any more.
    bool losesDevice() const;

private:
    cudaError_t m_code;
};

inline void throwOnError(cudaError_t code, const char *call, const char *file, int line)
{
    if (code != cudaSuccess)
        throw CudaError(code, call, file, line);
}

/// Does action(); a CudaError after which this process cannot use the device any more becomes a DeviceLost.
template <typename Action>
auto tellingLoss(Action action)
{
    try {
        return action();
    } catch (const CudaError &error) {
        if (error.losesDevice())
            throw DeviceLost(error.what());
        throw;
    }
}

/// For destructors: reports the failed call on stderr and continues.
void logOnError(cudaError_t code, const char *call) noexcept;

} // namespace streamscope

/// Throws CudaError when the call fails.
#define STREAMSCOPE_CUDA(call) ::streamscope::throwOnError((call), #call, __FILE__, __LINE__)
/// Logs when the call fails; never throws.
#define STREAMSCOPE_CUDA_NOEXCEPT(call) ::streamscope::logOnError((call), #call)
