// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/run_allocations.h"

#include "engine/executors/cuda/runtime/cuda_error.h"
#include "engine/program/order/freed_allocations.h"

#include <algorithm>
#include <utility>

namespace streamscope {

namespace {

bool isInPool(const Operation &operation)
{
    return operation.stream != Operation::none;
}

std::size_t sizeOf(const Operation &operation)
{
    return std::max<std::uint64_t>(operation.bytes, 1);
}

} // namespace

RunAllocations::RunAllocations(const Program &program, const ProgramResources &resources)
    : m_program(program), m_resources(resources), m_slotOf(program.operations.size(), -1),
      m_pools(static_cast<std::size_t>(resources.devices().count()), nullptr)
{
    const std::vector<std::int32_t> freed = freedAllocations(program);
    for (std::size_t i = 0; i < program.operations.size(); ++i)
        if (isAllocation(program.operations[i].kind))
            m_slotOf[i] = static_cast<std::int32_t>(slotFor(i, freed[i]));
    createPools();
}

RunAllocations::~RunAllocations()
{
    giveBack();
    for (const cudaMemPool_t pool : m_pools)
        if (pool)
            STREAMSCOPE_CUDA_NOEXCEPT(cudaMemPoolDestroy(pool));
}

/// An alloc has a slot of its own; a free shares the slot of the alloc that it releases. The operation of a slot is the
/// last one that uses it.
std::size_t RunAllocations::slotFor(std::size_t index, std::int32_t allocation)
{
    if (allocation >= 0) {
        const auto slot = static_cast<std::size_t>(m_slotOf[static_cast<std::size_t>(allocation)]);
        m_slots[slot].operation = index;
        return slot;
    }
    m_slots.push_back({index, m_program.operations[index].kind == OperationKind::Free, nullptr});
    return m_slots.size() - 1;
}

void RunAllocations::createPools()
{
    for (const Operation &operation : m_program.operations) {
        if (!isAllocation(operation.kind) || !isInPool(operation))
            continue;
        const int device = m_program.deviceOf(operation);
        cudaMemPool_t &pool = m_pools[static_cast<std::size_t>(device)];
        if (pool)
            continue;
        cudaMemPoolProps properties{};
        properties.allocType = cudaMemAllocationTypePinned;
        properties.handleTypes = cudaMemHandleTypeNone;
        properties.location.type = cudaMemLocationTypeDevice;
        properties.location.id = m_resources.devices().ordinal(device);
        STREAMSCOPE_CUDA(cudaMemPoolCreate(&pool, &properties));
        std::uint64_t threshold = m_program.poolReleaseThreshold;
        STREAMSCOPE_CUDA(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    }
}

void RunAllocations::giveBack() noexcept
{
    const DeviceSet &devices = m_resources.devices();
    for (Slot &slot : m_slots) {
        if (!slot.data)
            continue;
        const Operation &operation = m_program.operations[slot.operation];
        void *data = std::exchange(slot.data, nullptr);
        if (isInPool(operation)) {
            STREAMSCOPE_CUDA_NOEXCEPT(cudaFreeAsync(data, m_resources.stream(operation.stream)));
        } else if (operation.allocation == AllocationPlace::PinnedHost) {
            STREAMSCOPE_CUDA_NOEXCEPT(cudaFreeHost(data));
        } else {
            STREAMSCOPE_CUDA_NOEXCEPT(cudaFree(data));
        }
    }
    if (!m_slots.empty())
        devices.drain();
}

void RunAllocations::prepare()
{
    if (m_slots.empty())
        return;
    giveBack();
    for (const cudaMemPool_t pool : m_pools)
        if (pool)
            STREAMSCOPE_CUDA(cudaMemPoolTrimTo(pool, 0));
    for (Slot &slot : m_slots)
        if (slot.freedOnly) {
            const Operation &operation = m_program.operations[slot.operation];
            m_resources.devices().select(m_program.deviceOf(operation));
            allocate(slot, operation);
        }
    m_resources.devices().synchronize();
}

void RunAllocations::allocate(Slot &slot, const Operation &operation)
{
    const std::size_t bytes = sizeOf(operation);
    if (isInPool(operation)) {
        const cudaMemPool_t pool = m_pools[static_cast<std::size_t>(m_program.deviceOf(operation))];
        STREAMSCOPE_CUDA(cudaMallocFromPoolAsync(&slot.data, bytes, pool, m_resources.stream(operation.stream)));
    } else if (operation.allocation == AllocationPlace::PinnedHost) {
        STREAMSCOPE_CUDA(cudaHostAlloc(&slot.data, bytes, cudaHostAllocDefault));
    } else {
        STREAMSCOPE_CUDA(cudaMalloc(&slot.data, bytes));
    }
}

void RunAllocations::release(Slot &slot, const Operation &operation)
{
    void *data = std::exchange(slot.data, nullptr);
    if (isInPool(operation)) {
        STREAMSCOPE_CUDA(cudaFreeAsync(data, m_resources.stream(operation.stream)));
    } else if (operation.allocation == AllocationPlace::PinnedHost) {
        STREAMSCOPE_CUDA(cudaFreeHost(data));
    } else {
        STREAMSCOPE_CUDA(cudaFree(data));
    }
}

void RunAllocations::issue(std::size_t index)
{
    const Operation &operation = m_program.operations[index];
    Slot &slot = m_slots[static_cast<std::size_t>(m_slotOf[index])];
    if (operation.kind == OperationKind::Free)
        release(slot, operation);
    else
        allocate(slot, operation);
}

} // namespace streamscope
