// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/cuda_statements.h"

#include "engine/codegen/cuda_kernels.h"

#include <algorithm>
#include <array>

namespace streamscope {

namespace {

/// Writes nodes, with the loops that are open around them.
class StatementWriter
{
public:
    StatementWriter(const CodeLayout &layout, CodeText &code) : m_layout(layout), m_code(code) {}

    /// `values` are those of the node, with the strides of the open loops.
    void write(const CodeNode &node, std::vector<LoopedValue> values)
    {
        if (!node.isLoop()) {
            writeOperation(m_layout.program().operations[node.source], std::move(values));
            return;
        }
        const OpenLoop loop{variableOf(node), node.count};
        m_loops.push_back(loop);
        const std::string head = "for (int " + loop.variable + " = 0; " + loop.variable + " < "
                                 + std::to_string(loop.count) + "; ++" + loop.variable + ")";
        const bool braces = node.body.size() > 1 || node.body.front().isLoop() || m_layout.program().deviceCount() > 1;
        m_code.open(head + (braces ? " {" : ""));
        std::size_t at = 0;
        for (const CodeNode &inner : node.body) {
            std::vector<LoopedValue> own(values.begin() + static_cast<std::ptrdiff_t>(at),
                                         values.begin() + static_cast<std::ptrdiff_t>(at + inner.values.size()));
            for (std::size_t v = 0; v < own.size(); ++v)
                own[v].strides.push_back(node.values[at + v].stride);
            at += inner.values.size();
            write(inner, std::move(own));
        }
        m_code.close(braces ? "}" : "");
        m_loops.pop_back();
    }

private:
    /// "chunk" for the loop over all pieces of the work.
    std::string variableOf(const CodeNode &loop) const
    {
        const Operation &first = m_layout.program().operations[loop.source];
        constexpr std::array names{"i", "j", "k", "l", "m"};
        const bool overChunks = m_layout.chunks() > 1 && loop.count == m_layout.chunks() && first.chunk == 0
                                && std::none_of(m_loops.begin(), m_loops.end(),
                                                [](const OpenLoop &open) { return open.variable == "chunk"; });
        return overChunks ? "chunk" : names[std::min(m_loops.size(), names.size() - 1)];
    }

    std::string next() { return indexText(m_values[m_next++], m_loops); }

    std::string streamText(const Operation &operation)
    {
        const Stream &stream = m_layout.program().streams[static_cast<std::size_t>(operation.stream)];
        if (stream.kind == StreamKind::LegacyDefault)
            return "cudaStreamLegacy";
        if (stream.kind == StreamKind::PerThreadDefault)
            return "cudaStreamPerThread";
        return "streams[" + next() + "]";
    }

    std::string address(const BufferRange &range)
    {
        const BufferGroup &group = m_layout.groupOf(range);
        const std::string place = next();
        std::string text = group.name + (group.buffers.size() > 1 ? "[" + place + "]" : "");
        const std::string offset = offsetText(m_values[m_next++], m_loops, m_layout.chunkBytes(), "chunkElements");
        if (!offset.empty())
            text += " + " + offset;
        return text;
    }
    std::vector<std::string> addresses(const BufferRanges &ranges)
    {
        std::vector<std::string> all;
        for (const BufferRange &range : ranges)
            all.push_back(address(range));
        return all;
    }

    std::string bytesText(std::uint64_t bytes) const
    {
        return bytes == m_layout.chunkBytes() ? "chunkBytes" : std::to_string(bytes);
    }

    void writeOperation(const Operation &operation, std::vector<LoopedValue> values);
    std::string copyText(const Operation &operation, const std::string &stream);
    std::string syncText(const Operation &operation, const std::string &stream, const std::string &event) const;
    void selectDevice(const Operation &operation);

    const CodeLayout &m_layout;
    CodeText &m_code;
    std::vector<OpenLoop> m_loops;
    std::vector<LoopedValue> m_values; ///< of the statement that is written
    std::size_t m_next = 0;
};

std::string StatementWriter::copyText(const Operation &operation, const std::string &stream)
{
    const std::string from = addresses(operation.reads).front(), to = addresses(operation.writes).front();
    const std::string bytes = bytesText(operation.bytes);
    if (operation.kind == OperationKind::Peer) {
        const auto device = [this](const BufferRanges &ranges) {
            return std::to_string(m_layout.program().buffers[static_cast<std::size_t>(ranges.front().buffer)].device);
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

void StatementWriter::selectDevice(const Operation &operation)
{
    if (m_layout.program().deviceCount() > 1 && runsOnGpu(operation.kind))
        m_code.line("CHECK(cudaSetDevice(" + std::to_string(m_layout.program().deviceOf(operation)) + "));");
}

void StatementWriter::writeOperation(const Operation &operation, std::vector<LoopedValue> values)
{
    m_values = std::move(values);
    m_next = 0;
    const std::string stream = operation.stream == Operation::none ? std::string() : streamText(operation);
    const std::string event = operation.event == Operation::none ? std::string() : "events[" + next() + "]";
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
            cudaLaunch(operation.kernel, stream, in.empty() ? "" : in.front(), out.empty() ? "" : out.front()));
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
        return m_code.line(checked(cudaAllocation(operation, operation.kind == OperationKind::Alloc,
                                                  "allocations[" + next() + "]", bytesText(operation.bytes), stream)));
    case OperationKind::Sync:
        return m_code.line(syncText(operation, stream, event));
    case OperationKind::Collective:
        return; // refused before
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

void writeStatements(const CodeLayout &layout, CodeText &code)
{
    StatementWriter writer(layout, code);
    for (const CodeNode &node : withLoops(layout.statements())) {
        std::vector<LoopedValue> values;
        for (const CodeValue &value : node.values)
            values.push_back({value.first, value.cycle, {}});
        writer.write(node, std::move(values));
    }
}

} // namespace streamscope
