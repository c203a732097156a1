// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/capabilities.h"

namespace streamscope {

namespace {

Capabilities cudaCapabilities()
{
    using enum OperationKind;
    return {.operations = {H2D, D2H, D2D, OperationKind::Kernel, Memset, EventRecord, EventWait, HostWork, Sync},
            .kernels = {KernelKind::Fma, KernelKind::Spin},
            .streams = {StreamKind::Created},
            .submissions = EnumSet<Submission>::all(),
            .syncMethods = {SyncMethod::Blocking}};
}

/// The model knows every operation; more devices than its profile describes it has not.
Capabilities simulatorCapabilities()
{
    return {.operations = EnumSet<OperationKind>::all(),
            .kernels = EnumSet<KernelKind>::all(),
            .streams = EnumSet<StreamKind>::all(),
            .submissions = EnumSet<Submission>::all(),
            .syncMethods = EnumSet<SyncMethod>::all()};
}

} // namespace

Capabilities capabilitiesOf(DeviceKind kind, int devices)
{
    Capabilities capabilities = kind == DeviceKind::Cuda ? cudaCapabilities() : simulatorCapabilities();
    capabilities.devices = devices;
    return capabilities;
}

} // namespace streamscope
