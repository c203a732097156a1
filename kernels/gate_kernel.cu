// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "kernels/gate.h"
#include "kernels/globaltimer.cuh"

namespace streamscope {

namespace {

__global__ void gateKernel(volatile GateWords *words, unsigned long long timeoutNs)
{
    const unsigned long long begin = globalTimer();
    while (words->open == 0) {
        if (globalTimer() - begin > timeoutNs) {
            words->timedOut = 1;
            __threadfence_system();
            return;
        }
    }
}

} // namespace

cudaError_t launchGate(GateWords *words, long long timeoutNs, cudaStream_t stream)
{
    gateKernel<<<1, 1, 0, stream>>>(words, static_cast<unsigned long long>(timeoutNs));
    return cudaGetLastError();
}

cudaError_t preloadGate()
{
    cudaFuncAttributes attributes;
    return cudaFuncGetAttributes(&attributes, gateKernel);
}

} // namespace streamscope
