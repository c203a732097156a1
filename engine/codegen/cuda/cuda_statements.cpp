// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/cuda/cuda_statements.h"

#include "engine/codegen/cuda/cuda_kernels.h"
#include "engine/codegen/layout/statement_walk.h"

namespace streamscope {

namespace {

/// Writes the operations as CUDA calls.
class StatementWriter final : public StatementWalk
{
public:
    StatementWriter(const CodeLayout &layout, CodeText &code) : StatementWalk(layout, "chunkElements"), m_code(code) {}

private:
    void openLoop(const OpenLoop &loop, const CodeNode &node) override
    {
        m_code.open("for (int " + loop.variable + " = 0; " + loop.variable + " < " + std::to_string(loop.count) + "; ++"
                    + loop.variable + ")" + (hasBraces(node) ? " {" : ""));
    }
    void closeLoop(const CodeNode &node) override { m_code.close(hasBraces(node) ? "}" : ""); }
    void openBlock(const CodeNode &node) override;
    void closeBlock(const CodeNode &) override { m_code.close("});"); }
    void writeHandOver(int thread) override { m_code.line("threads.handOver(" + std::to_string(thread) + ");"); }
    void writeAwait(int thread) override
    {
        m_code.line("threads.await(" + std::to_string(thread) + ", " + nextIndex() + ");");
    }
    void writeLaunch() override { m_code.line("graphs[" + nextIndex() + "].launch();"); }
    bool hasBraces(const CodeNode &loop) const
    {
        return loop.body.size() > 1 || !loop.body.front().body.empty() || program().deviceCount() > 1;
    }

    std::string streamText(std::int32_t index)
    {
        const Stream &stream = program().streams[static_cast<std::size_t>(index)];
        if (stream.kind == StreamKind::LegacyDefault)
            return "cudaStreamLegacy";
        if (stream.kind == StreamKind::PerThreadDefault)
            return "cudaStreamPerThread";
        return "streams[" + nextIndex() + "]";
    }

    std::vector<std::string> addresses(const BufferRanges &ranges)
    {
        std::vector<std::string> all;
        for (const CodeAddress &address : nextAddresses(ranges))
            all.push_back(address.group->name + (address.place.empty() ? "" : "[" + address.place + "]")
                          + (address.offset.empty() ? "" : " + " + address.offset));
        return all;
    }

    std::string bytesText(std::uint64_t bytes) const
    {
        return bytes == layout().chunkBytes() ? "chunkBytes" : std::to_string(bytes);
    }

    void writeOperation(const Operation &operation, std::size_t index) override;
    void writeCollective(const Operation &operation, std::size_t index, const std::string &stream);
    std::string copyText(const Operation &operation, const std::string &stream);
    std::string syncText(const Operation &operation, const std::string &stream, const std::string &event) const;
    void selectDevice(const Operation &operation);

    CodeText &m_code;
};

void StatementWriter::openBlock(const CodeNode &node)
{
    const std::string number = nextIndex();
    std::string streams;
    for (const std::int32_t stream : layout().graphOf(node.source).streams)
        streams += (streams.empty() ? "" : ", ") + streamText(stream);
    m_code.open("graphs[" + number + "].capture({" + streams + "}, [&] {");
}

std::string StatementWriter::copyText(const Operation &operation, const std::string &stream)
{
    const std::string from = addresses(operation.reads).front(), to = addresses(operation.writes).front();
    const std::string bytes = bytesText(operation.bytes);
    if (operation.kind == OperationKind::Peer) {
        const auto device = [this](const BufferRanges &ranges) {
            return std::to_string(program().buffers[static_cast<std::size_t>(ranges.front().buffer)].device);
        };
        return "cudaMemcpyPeerAsync(" + to + ", " + device(operation.writes) + ", " + from + ", "
               + device(operation.reads) + ", " + bytes + ", " + stream + ")";
    }
    const char *direction = operation.kind == OperationKind::H2D   ? "cudaMemcpyHostToDevice"
                            : operation.kind == OperationKind::D2H ? "cudaMemcpyDeviceToHost"
                                                                   : "cudaMemcpyDeviceToDevice";
    return "cudaMemcpyAsync(" + to + ", " + from + ", " + bytes + ", " + direction + ", " + stream + ")";
}

std::string StatementWriter::syncText(const Operation &operation, const std::string &stream,
                                      const std::string &event) const
{
    const bool polls = operation.syncMethod == SyncMethod::Polling;
    switch (operation.syncScope) {
    case SyncScope::Device:
        return "CHECK(cudaDeviceSynchronize());";
    case SyncScope::Stream:
        return polls ? "pollUntilDone([&] { return cudaStreamQuery(" + stream + "); });"
                     : "CHECK(cudaStreamSynchronize(" + stream + "));";
    case SyncScope::Event:
        break;
    }
    return polls ? "pollUntilDone([&] { return cudaEventQuery(" + event + "); });"
                 : "CHECK(cudaEventSynchronize(" + event + "));";
}

/// The ranks of a collective are one call for NCCL.
void StatementWriter::writeCollective(const Operation &operation, std::size_t index, const std::string &stream)
{
    if (layout().opensGroup(index))
        m_code.line("CHECK_NCCL(ncclGroupStart());");
    const std::string in = addresses(operation.reads).front(), out = addresses(operation.writes).front();
    m_code.line("CHECK_NCCL(ncclAllReduce(" + in + ", " + out + ", " + std::to_string(operation.bytes / sizeof(float))
                + ", ncclFloat, ncclSum, communicators[" + std::to_string(program().deviceOf(operation)) + "], "
                + stream + "));");
    if (layout().closesGroup(index))
        m_code.line("CHECK_NCCL(ncclGroupEnd());");
}

void StatementWriter::selectDevice(const Operation &operation)
{
    const bool ofDevice = runsOnGpu(operation.kind) || isAllocation(operation.kind)
                          || operation.kind == OperationKind::EventRecord
                          || (operation.kind == OperationKind::Sync && operation.syncScope == SyncScope::Device);
    if (program().deviceCount() > 1 && ofDevice)
        m_code.line("CHECK(cudaSetDevice(" + std::to_string(program().deviceOf(operation)) + "));");
}

void StatementWriter::writeOperation(const Operation &operation, std::size_t index)
{
    const std::string stream = operation.stream == Operation::none ? std::string() : streamText(operation.stream);
    const std::string event = operation.hasEvent() ? "events[" + nextIndex() + "]" : std::string();
    const auto checked = [](const std::string &call) { return "CHECK(" + call + ");"; };
    selectDevice(operation);
    switch (operation.kind) {
    case OperationKind::H2D:
    case OperationKind::D2H:
    case OperationKind::D2D:
    case OperationKind::Peer:
        return m_code.line(checked(copyText(operation, stream)));
    case OperationKind::Kernel: {
        const std::vector<std::string> in = addresses(operation.reads), out = addresses(operation.writes);
        return m_code.line(
            cudaLaunch(operation, stream, in.empty() ? "" : in.front(), out.empty() ? "" : out.front(),
                       elementsText(operation.kernel->elements, layout().chunkBytes(), "chunkElements")));
    }
    case OperationKind::Memset: {
        const std::string to = addresses(operation.writes).front();
        return m_code.line(checked("cudaMemsetAsync(" + to + ", " + std::to_string(operation.memsetValue) + ", "
                                   + bytesText(operation.bytes) + ", " + stream + ")"));
    }
    case OperationKind::EventRecord:
        return m_code.line(checked("cudaEventRecord(" + event + ", " + stream + ")"));
    case OperationKind::EventWait:
        return m_code.line(checked("cudaStreamWaitEvent(" + stream + ", " + event + ", 0)"));
    case OperationKind::HostFunction:
        return m_code.line(checked("cudaLaunchHostFunc(" + stream + ", workInStream, reinterpret_cast<void *>("
                                   + std::to_string(operation.durationNs) + "))"));
    case OperationKind::HostWork:
        return m_code.line("workOnHost(" + std::to_string(operation.durationNs) + ");");
    case OperationKind::Alloc:
    case OperationKind::Free:
        return m_code.line(
            checked(cudaAllocation(operation, operation.kind == OperationKind::Alloc,
                                   "allocations[" + nextIndex() + "]", bytesText(operation.bytes), stream)));
    case OperationKind::Sync:
        return m_code.line(syncText(operation, stream, event));
    case OperationKind::Collective:
        return writeCollective(operation, index, stream);
    }
}

} // namespace

std::string cudaAllocation(const Operation &operation, bool allocates, const std::string &slot,
                           const std::string &bytes, const std::string &stream)
{
    if (!stream.empty())
        return allocates ? "cudaMallocFromPoolAsync(&" + slot + ", " + bytes + ", pool, " + stream + ")"
                         : "cudaFreeAsync(" + slot + ", " + stream + ")";
    if (operation.allocation == AllocationPlace::PinnedHost)
        return allocates ? "cudaHostAlloc(&" + slot + ", " + bytes + ", cudaHostAllocDefault)"
                         : "cudaFreeHost(" + slot + ")";
    return allocates ? "cudaMalloc(&" + slot + ", " + bytes + ")" : "cudaFree(" + slot + ")";
}

void writeStatements(const CodeLayout &layout, int thread, CodeText &code)
{
    StatementWriter(layout, code).walkAll(thread);
}

void writeGraphs(const CodeLayout &layout, CodeText &code)
{
    StatementWriter(layout, code).walkGraphs();
}

} // namespace streamscope
