// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/calibration/calibration_programs.h"

namespace streamscope {

namespace {
constexpr std::uint64_t floatBytes = 4;
}

CalibrationSketch::CalibrationSketch(int streams)
{
    for (int i = 0; i < streams; ++i) {
        Stream stream;
        stream.id = std::to_string(i);
        stream.nonBlocking = true;
        m_program.streams.push_back(stream);
    }
}

std::int32_t CalibrationSketch::host(std::uint64_t bytes, HostMemory memory)
{
    m_program.buffers.push_back(
        {"host " + std::to_string(m_program.buffers.size()), BufferPlace::Host, memory, 0, bytes});
    return static_cast<std::int32_t>(m_program.buffers.size()) - 1;
}

std::int32_t CalibrationSketch::device(std::uint64_t bytes)
{
    m_program.buffers.push_back(
        {"device " + std::to_string(m_program.buffers.size()), BufferPlace::Device, HostMemory::Pinned, 0, bytes});
    return static_cast<std::int32_t>(m_program.buffers.size()) - 1;
}

Operation &CalibrationSketch::add(OperationKind kind, int stream)
{
    Operation op;
    op.kind = kind;
    op.stream = stream;
    m_program.operations.push_back(op);
    return m_program.operations.back();
}

void CalibrationSketch::copy(OperationKind kind, int stream, std::int32_t from, std::int32_t to, std::uint64_t bytes,
                             std::uint64_t offset)
{
    Operation &op = add(kind, stream);
    op.bytes = bytes;
    op.reads = {{from, offset, bytes}};
    op.writes = {{to, offset, bytes}};
}

void CalibrationSketch::spin(int stream, std::int64_t durationNs, std::uint32_t blocks, std::uint32_t sharedMemory)
{
    Operation &op = add(OperationKind::Kernel, stream);
    op.kernel.own().kind = KernelKind::Spin;
    op.durationNs = durationNs;
    op.kernel.own().grid = blocks;
    op.kernel.own().sharedMemory = sharedMemory;
}

void CalibrationSketch::fma(int stream, std::int32_t buffer, std::uint64_t bytes, std::int64_t work,
                            std::uint64_t offset)
{
    Operation &op = add(OperationKind::Kernel, stream);
    op.kernel.own().kind = KernelKind::Fma;
    op.kernel.own().elements = bytes / floatBytes;
    op.kernel.own().workPerElement = work;
    op.reads = op.writes = {{buffer, offset, bytes}};
}

void CalibrationSketch::stream(int stream, std::int32_t buffer, std::uint64_t elements, std::uint32_t grid)
{
    Operation &op = add(OperationKind::Kernel, stream);
    op.kernel.own().kind = KernelKind::Stream;
    op.kernel.own().elements = elements;
    op.kernel.own().grid = grid;
    op.reads = op.writes = {{buffer, 0, elements * floatBytes}};
}

void CalibrationSketch::tensor(int stream, std::int32_t buffer, std::uint64_t elements, std::int64_t work,
                               MatrixPrecision precision)
{
    Operation &op = add(OperationKind::Kernel, stream);
    op.kernel.own().kind = KernelKind::Tensor;
    op.kernel.own().elements = elements;
    op.kernel.own().workPerElement = work;
    op.kernel.own().precision = precision;
    op.reads = op.writes = {{buffer, 0, elements * floatBytes}};
}

void CalibrationSketch::memset(int stream, std::int32_t buffer, std::uint64_t bytes)
{
    Operation &op = add(OperationKind::Memset, stream);
    op.bytes = bytes;
    op.writes = {{buffer, 0, bytes}};
}

void CalibrationSketch::function(int stream, std::int64_t durationNs)
{
    add(OperationKind::HostFunction, stream).durationNs = durationNs;
}

void CalibrationSketch::allocation(OperationKind kind, std::uint64_t bytes, AllocationPlace place)
{
    Operation &op = add(kind, Operation::none);
    op.bytes = bytes;
    op.allocation = place;
}

void CalibrationSketch::poolAllocation(OperationKind kind, std::uint64_t bytes, int stream)
{
    add(kind, stream).bytes = bytes;
}

void CalibrationSketch::waitForLast(int stream)
{
    add(OperationKind::EventWait, stream).event = static_cast<std::int32_t>(m_program.events.size()) - 1;
}

void CalibrationSketch::record(int stream)
{
    Operation &op = add(OperationKind::EventRecord, stream);
    op.event = static_cast<std::int32_t>(m_program.events.size());
    m_program.events.push_back("event " + std::to_string(m_program.events.size()));
}

void CalibrationSketch::syncStream(int stream)
{
    add(OperationKind::Sync, stream).syncScope = SyncScope::Stream;
}

void CalibrationSketch::syncDevice()
{
    add(OperationKind::Sync, Operation::none).syncScope = SyncScope::Device;
}

Program CalibrationPipeline::build() const
{
    CalibrationSketch sketch(streams);
    const std::int32_t in = sketch.host(bytes, memory), onDevice = sketch.device(bytes),
                       out = sketch.host(bytes, memory);
    const std::uint64_t part = bytes / static_cast<std::uint64_t>(chunks) / floatBytes * floatBytes;
    const auto copyIn = [&](int i) {
        sketch.copy(OperationKind::H2D, i % streams, in, onDevice, part, part * static_cast<std::uint64_t>(i));
    };
    const auto compute = [&](int i) {
        sketch.fma(i % streams, onDevice, part, work, part * static_cast<std::uint64_t>(i));
    };
    const auto copyBack = [&](int i) {
        sketch.copy(OperationKind::D2H, i % streams, onDevice, out, part, part * static_cast<std::uint64_t>(i));
    };
    if (order == Order::BreadthFirst) {
        for (int i = 0; i < chunks; ++i)
            copyIn(i);
        for (int i = 0; i < chunks; ++i)
            compute(i);
        for (int i = 0; i < chunks; ++i)
            copyBack(i);
        return sketch.program();
    }
    for (int i = 0; i < chunks; ++i) {
        copyIn(i);
        compute(i);
        copyBack(i);
        if (order == Order::Serial)
            sketch.syncStream(i % streams);
    }
    return sketch.program();
}

std::string CalibrationPipeline::name() const
{
    const char *orderName = order == Order::Serial       ? "serial"
                            : order == Order::DepthFirst ? "depth-first"
                                                         : "breadth-first";
    return std::to_string(bytes >> 20) + " MiB, " + std::to_string(chunks) + " chunks on " + std::to_string(streams)
           + " streams, " + orderName + ", " + std::string(hostMemoryName(memory)) + ", work " + std::to_string(work);
}

} // namespace streamscope
