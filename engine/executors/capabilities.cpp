// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/capabilities.h"

namespace streamscope {

namespace {

/// What both executors do so far.
Capabilities commonCapabilities()
{
    using enum OperationKind;
    return {.operations = {H2D, D2H, D2D, OperationKind::Kernel, Memset, EventRecord, EventWait, HostWork, Sync},
            .kernels = {KernelKind::Fma, KernelKind::Spin},
            .streams = {StreamKind::Created},
            .submissions = {Submission::Live},
            .syncMethods = {SyncMethod::Blocking}};
}

} // namespace

Capabilities capabilitiesOf(DeviceKind kind, int devices)
{
    (void)kind; // both can do the same so far
    Capabilities capabilities = commonCapabilities();
    capabilities.devices = devices;
    return capabilities;
}

} // namespace streamscope
