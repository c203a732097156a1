// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/order/driver_lock.h"

namespace streamscope {

bool DriverLock::isHeldBy(const Operation &operation) const
{
    if (isAllocation(operation.kind))
        return takesAll(operation);
    return isHostCopy(operation.kind) && m_program.hostMemoryOf(operation) == HostMemory::Pageable;
}

bool DriverLock::keepsOut(const Operation &holder, const Operation &call) const
{
    const bool takes = isAllocation(call.kind) ? takesAll(call)
                                               : runsOnGpu(call.kind) || call.kind == OperationKind::EventRecord
                                                     || call.kind == OperationKind::HostFunction;
    return takes && m_program.deviceOf(holder) == m_program.deviceOf(call)
           && (takesAll(holder) || takesAll(call) || usesNullStream(holder) || usesNullStream(call));
}

bool DriverLock::takesAll(const Operation &operation)
{
    if (isAllocation(operation.kind))
        return !isStreamOrdered(operation) && operation.allocation != AllocationPlace::PinnedHost;
    return operation.kind == OperationKind::HostFunction;
}

bool DriverLock::usesNullStream(const Operation &operation) const
{
    return operation.stream >= 0
           && m_program.streams[static_cast<std::size_t>(operation.stream)].kind == StreamKind::LegacyDefault;
}

} // namespace streamscope
