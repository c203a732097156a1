// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/capabilities.h"

namespace streamscope {

namespace {

/// Both kinds carry out everything; what only a real GPU refuses in some combination says requireCudaRuns(). More
/// devices than there are neither has.
Capabilities everything()
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
    static_cast<void>(kind);
    Capabilities capabilities = everything();
    capabilities.devices = devices;
    return capabilities;
}

} // namespace streamscope
