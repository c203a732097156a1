// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/runtime/device_set.h"

#include "engine/executors/cuda/runtime/cuda_error.h"
#include "kernels/kernel_launch.h"

#include <algorithm>

namespace streamscope {

namespace {

/// CUDA keeps a current device for each host thread.
struct Current
{
    const DeviceSet *set = nullptr;
    int device = 0;
};
thread_local Current current;

} // namespace

int machineDeviceCount()
{
    int count = 0;
    return cudaGetDeviceCount(&count) == cudaSuccess ? count : 0;
}

DeviceSet::DeviceSet(int ordinal, const Program &program)
{
    const int machine = std::max(machineDeviceCount(), 1);
    for (int device = 0; device < program.deviceCount(); ++device)
        m_ordinals.push_back((ordinal + device) % machine);
    STREAMSCOPE_CUDA(cudaSetDevice(ordinal));
    current = {this, 0};
    for (int device = 1; device < count(); ++device) {
        select(device);
        STREAMSCOPE_CUDA(preloadKernels());
    }
    if (count() > 1)
        setPeerAccess(program.peerAccess);
    select(0);
}

DeviceSet::~DeviceSet()
{
    if (current.set == this && current.device != 0)
        STREAMSCOPE_CUDA_NOEXCEPT(cudaSetDevice(ordinal(0)));
    current = {};
}

void DeviceSet::select(int device) const
{
    if (current.set == this && current.device == device)
        return;
    STREAMSCOPE_CUDA(cudaSetDevice(ordinal(device)));
    current = {this, device};
}

void DeviceSet::synchronize() const
{
    for (int device = count(); device-- > 0;) {
        select(device);
        STREAMSCOPE_CUDA(cudaDeviceSynchronize());
    }
}

void DeviceSet::drain() const noexcept
{
    for (int device = count(); device-- > 0;) {
        if (count() > 1)
            STREAMSCOPE_CUDA_NOEXCEPT(cudaSetDevice(ordinal(device)));
        current = {this, device};
        STREAMSCOPE_CUDA_NOEXCEPT(cudaDeviceSynchronize());
    }
}

/// Access lasts as long as the process, so that an earlier run may have left it on.
void DeviceSet::setPeerAccess(bool on)
{
    for (int device = 0; device < count(); ++device) {
        select(device);
        for (int other = 0; other < count(); ++other) {
            if (other == device)
                continue;
            int possible = 0;
            STREAMSCOPE_CUDA(cudaDeviceCanAccessPeer(&possible, ordinal(device), ordinal(other)));
            if (!possible) {
                m_pairsWithoutAccess += on && device < other ? 1 : 0;
                continue;
            }
            const cudaError_t error =
                on ? cudaDeviceEnablePeerAccess(ordinal(other), 0) : cudaDeviceDisablePeerAccess(ordinal(other));
            if (error == cudaErrorPeerAccessAlreadyEnabled || error == cudaErrorPeerAccessNotEnabled)
                static_cast<void>(cudaGetLastError()); // as wanted; it must not appear as that of a later call
            else
                STREAMSCOPE_CUDA(error);
        }
    }
}

} // namespace streamscope
