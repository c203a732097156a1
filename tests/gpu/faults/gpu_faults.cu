// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/engine/faults.h"

#include <cuda_runtime_api.h>

namespace streamscope::test {

namespace {

__global__ void writeNowhere(int *address)
{
    *address = 1;
}

__global__ void neverEnd(const volatile int *flag)
{
    while (*flag == 0) {
    }
}

/// The fault stays in the context, which all runtimes of a process share: the next run meets it.
bool illegalAccess()
{
    writeNowhere<<<1, 1>>>(reinterpret_cast<int *>(64));
    return cudaDeviceSynchronize() != cudaSuccess;
}

/// Every SM is busy, for good.
bool endlessKernel()
{
    int *flag = nullptr;
    if (cudaMalloc(&flag, sizeof *flag) != cudaSuccess || cudaMemset(flag, 0, sizeof *flag) != cudaSuccess)
        return false;
    neverEnd<<<100000, 1024>>>(flag);
    return cudaGetLastError() == cudaSuccess;
}

} // namespace

bool plantGpuFault(std::string_view fault)
{
    return (fault == "illegal access" && illegalAccess()) || (fault == "endless kernel" && endlessKernel());
}

} // namespace streamscope::test
