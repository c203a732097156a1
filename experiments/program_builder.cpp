// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "experiments/program_builder.h"

#include "experiments/shared_parameters.h"

namespace streamscope {

namespace {

template <typename T>
std::int32_t lastOf(const std::vector<T> &list)
{
    return static_cast<std::int32_t>(list.size()) - 1;
}

OperationKind copyKind(const Buffer &from, const Buffer &to)
{
    if (from.place == BufferPlace::Host)
        return OperationKind::H2D;
    if (to.place == BufferPlace::Host)
        return OperationKind::D2H;
    return from.device == to.device ? OperationKind::D2D : OperationKind::Peer;
}

} // namespace

TimedKernel spinKernel(std::int64_t nanoseconds, std::int64_t blocks, std::int64_t sharedMemory)
{
    KernelWork work;
    work.kind = KernelKind::Spin;
    work.grid = static_cast<std::uint32_t>(blocks);
    work.sharedMemory = static_cast<std::uint32_t>(sharedMemory);
    return {work, nanoseconds};
}

std::int32_t ProgramBuilder::addStream(const Stream &stream)
{
    m_program.streams.push_back(stream);
    return lastOf(m_program.streams);
}

std::int32_t ProgramBuilder::addStream(const std::string &id, int device)
{
    Stream stream;
    stream.id = id;
    stream.device = device;
    stream.nonBlocking = true;
    return addStream(stream);
}

std::int32_t ProgramBuilder::addHostBuffer(const std::string &id, std::uint64_t bytes, HostMemory memory)
{
    m_program.buffers.push_back({id, BufferPlace::Host, memory, 0, bytes});
    return lastOf(m_program.buffers);
}

std::int32_t ProgramBuilder::addDeviceBuffer(const std::string &id, std::uint64_t bytes, int device)
{
    m_program.buffers.push_back({id, BufferPlace::Device, HostMemory::Pinned, device, bytes});
    return lastOf(m_program.buffers);
}

std::int32_t ProgramBuilder::addEvent(const std::string &name)
{
    m_program.events.push_back(name);
    return lastOf(m_program.events);
}

BufferRange ProgramBuilder::all(std::int32_t buffer) const
{
    return {buffer, 0, m_program.buffers[static_cast<std::size_t>(buffer)].bytes};
}

Operation &ProgramBuilder::add(OperationKind kind, const std::string &name, std::int32_t stream)
{
    Operation &operation = m_program.operations.emplace_back();
    operation.kind = kind;
    operation.name = name;
    operation.stream = stream;
    return operation;
}

Operation &ProgramBuilder::copy(const std::string &name, std::int32_t stream, const BufferRange &from,
                                const BufferRange &to)
{
    const auto bufferOf = [this](const BufferRange &range) -> const Buffer & {
        return m_program.buffers[static_cast<std::size_t>(range.buffer)];
    };
    Operation &operation = add(copyKind(bufferOf(from), bufferOf(to)), name, stream);
    operation.bytes = to.bytes;
    operation.reads = {from};
    operation.writes = {to};
    return operation;
}

Operation &ProgramBuilder::memset(const std::string &name, std::int32_t stream, const BufferRange &to,
                                  std::uint8_t value)
{
    Operation &operation = add(OperationKind::Memset, name, stream);
    operation.bytes = to.bytes;
    operation.memsetValue = value;
    operation.writes = {to};
    return operation;
}

Operation &ProgramBuilder::kernel(const std::string &name, std::int32_t stream, const TimedKernel &kernel)
{
    Operation &operation = add(OperationKind::Kernel, name, stream);
    operation.kernel = kernel.work;
    operation.durationNs = kernel.durationNs;
    return operation;
}

Operation &ProgramBuilder::fma(const std::string &name, std::int32_t stream, const BufferRange &from,
                               const BufferRange &to, std::int64_t multiplyAdds)
{
    KernelWork work;
    work.elements = to.bytes / floatBytes;
    work.workPerElement = multiplyAdds;
    Operation &operation = kernel(name, stream, {work});
    operation.reads = {from};
    operation.writes = {to};
    return operation;
}

void ProgramBuilder::record(std::int32_t stream, std::int32_t event)
{
    add(OperationKind::EventRecord, "record " + m_program.events[static_cast<std::size_t>(event)], stream).event =
        event;
}

void ProgramBuilder::wait(std::int32_t stream, std::int32_t event)
{
    add(OperationKind::EventWait, "wait for " + m_program.events[static_cast<std::size_t>(event)], stream).event =
        event;
}

void ProgramBuilder::order(std::int32_t earlier, std::int32_t later)
{
    const std::int32_t event = addEvent("e" + std::to_string(m_program.events.size()));
    record(earlier, event);
    wait(later, event);
}

Operation &ProgramBuilder::hostWork(const std::string &name, std::int64_t nanoseconds)
{
    Operation &operation = add(OperationKind::HostWork, name, Operation::none);
    operation.durationNs = nanoseconds;
    return operation;
}

Operation &ProgramBuilder::hostFunction(const std::string &name, std::int32_t stream, std::int64_t nanoseconds)
{
    Operation &operation = add(OperationKind::HostFunction, name, stream);
    operation.durationNs = nanoseconds;
    return operation;
}

Operation &ProgramBuilder::allocation(OperationKind kind, const std::string &name, std::uint64_t bytes,
                                      std::int32_t stream, AllocationPlace place)
{
    Operation &operation = add(kind, name, stream);
    operation.bytes = bytes;
    operation.allocation = place;
    return operation;
}

Operation &ProgramBuilder::syncDevice(const std::string &name, int device)
{
    Operation &operation = add(OperationKind::Sync, name, Operation::none);
    operation.device = device;
    return operation;
}

Operation &ProgramBuilder::syncStream(const std::string &name, std::int32_t stream, SyncMethod method)
{
    Operation &operation = add(OperationKind::Sync, name, stream);
    operation.syncScope = SyncScope::Stream;
    operation.syncMethod = method;
    return operation;
}

Operation &ProgramBuilder::syncEvent(const std::string &name, std::int32_t event, SyncMethod method)
{
    Operation &operation = add(OperationKind::Sync, name, Operation::none);
    operation.syncScope = SyncScope::Event;
    operation.syncMethod = method;
    operation.event = event;
    return operation;
}

} // namespace streamscope
