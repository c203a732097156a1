// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/pytorch/pytorch_statements.h"

#include "engine/codegen/layout/statement_walk.h"
#include "engine/codegen/pytorch/pytorch_kernels.h"

#include <algorithm>
#include <set>

namespace streamscope {

namespace {

constexpr std::uint64_t floatBytes = sizeof(float);

/// "default_stream"; of a created stream its place in the array.
std::string defaultStreamText(const Stream &stream, bool manyDevices)
{
    if (stream.kind == StreamKind::PerThreadDefault)
        return "per_thread_stream";
    return manyDevices ? "torch.cuda.default_stream(" + std::to_string(stream.device) + ")" : "default_stream";
}

std::size_t statementsIn(const CodeNode &node)
{
    if (!node.isLoop())
        return 1;
    std::size_t statements = 0;
    for (const CodeNode &inner : node.body)
        statements += statementsIn(inner);
    return statements * static_cast<std::size_t>(node.count);
}

/// Writes the operations as PyTorch calls. Neighbours in one stream share a `with`.
class StatementWriter final : public StatementWalk
{
public:
    StatementWriter(const CodeLayout &layout, const PytorchSetting &setting, CodeText &code)
        : StatementWalk(layout, "CHUNK"), m_setting(setting), m_code(code)
    {}

    void writeAll()
    {
        walkAll();
        leaveStream();
    }

private:
    void openLoop(const OpenLoop &loop, const CodeNode &node) override;
    void closeLoop(const CodeNode &node) override;
    void writeOperation(const Operation &operation, std::size_t index) override;

    std::string streamText(const Operation &operation);
    std::string tensor(const CodeAddress &address) const;
    std::string nextTensor(const BufferRanges &ranges) { return tensor(nextAddresses(ranges).front()); }
    std::string countText(std::uint64_t bytes) const;
    void writeCopy(const Operation &operation);
    void writeKernel(const Operation &operation);
    void writeMemset(const Operation &operation);
    void writeCollective(const Operation &operation);
    void writeSync(const Operation &operation, const std::string &stream, const std::string &event);

    void enterStream(const std::string &stream);
    void leaveStream();
    /// Before the first statement that it is about.
    void noteOnce(const std::string &text);
    /// The stream of all statements of a loop, where that is the same one in all repetitions; else empty.
    std::string streamOfAll(const CodeNode &loop) const;

    const PytorchSetting &m_setting;
    CodeText &m_code;
    std::string m_stream;         ///< of the open `with`
    std::size_t m_loopsInIt = 0;  ///< loops that were opened within the `with`
    std::set<std::string> m_said; ///< notes
};

void StatementWriter::enterStream(const std::string &stream)
{
    if (m_stream == stream)
        return;
    leaveStream();
    m_code.open("with torch.cuda.stream(" + stream + "):");
    m_stream = stream;
}

void StatementWriter::leaveStream()
{
    if (!m_stream.empty())
        m_code.close({});
    m_stream.clear();
}

void StatementWriter::openLoop(const OpenLoop &loop, const CodeNode &node)
{
    if (m_loopsInIt == 0) {
        const std::string stream = streamOfAll(node);
        if (stream.empty())
            leaveStream();
        else
            enterStream(stream);
    }
    if (m_loopsInIt > 0 || !m_stream.empty())
        ++m_loopsInIt;
    m_code.open("for " + loop.variable + " in range(" + std::to_string(loop.count) + "):");
}

void StatementWriter::closeLoop(const CodeNode &)
{
    if (m_loopsInIt > 0)
        --m_loopsInIt;
    else
        leaveStream();
    m_code.close({});
}

std::string StatementWriter::streamOfAll(const CodeNode &loop) const
{
    const std::int32_t stream = program().operations[loop.source].stream;
    for (std::size_t i = loop.source; i < loop.source + statementsIn(loop); ++i) {
        const Operation &operation = program().operations[i];
        if (operation.stream == Operation::none || operation.stream != stream || operation.kind == OperationKind::Sync)
            return {};
    }
    const auto &created = layout().createdStreams();
    const auto place = std::find(created.begin(), created.end(), stream);
    return place == created.end()
               ? defaultStreamText(program().streams[static_cast<std::size_t>(stream)], m_setting.manyDevices)
               : "streams[" + std::to_string(place - created.begin()) + "]";
}

std::string StatementWriter::streamText(const Operation &operation)
{
    const Stream &stream = program().streams[static_cast<std::size_t>(operation.stream)];
    return stream.kind == StreamKind::Created ? "streams[" + nextIndex() + "]"
                                              : defaultStreamText(stream, m_setting.manyDevices);
}

void StatementWriter::noteOnce(const std::string &text)
{
    if (m_said.insert(text).second)
        m_code.line("# " + text);
}

std::string StatementWriter::countText(std::uint64_t bytes) const
{
    return elementsText(bytes / floatBytes, layout().chunkBytes(), "CHUNK");
}

/// The elements of the address; its bytes where they are no whole elements.
std::string StatementWriter::tensor(const CodeAddress &address) const
{
    std::string text = pytorchName(*address.group) + (address.place.empty() ? "" : "[" + address.place + "]");
    const bool whole = address.bytes % floatBytes == 0;
    if (address.offset.empty() && address.bytes == address.group->like.bytes && whole)
        return text;
    const std::string count = whole ? countText(address.bytes) : std::to_string(address.bytes);
    if (!whole)
        text += ".view(torch.uint8)";
    if (address.offset.empty())
        return text + "[:" + count + "]";
    return text + ".narrow(0, " + (whole ? address.offset : "4 * (" + address.offset + ")") + ", " + count + ")";
}

void StatementWriter::writeCopy(const Operation &operation)
{
    const std::string from = nextTensor(operation.reads), to = nextTensor(operation.writes);
    if (operation.kind == OperationKind::Peer) {
        noteOnce("PyTorch enables peer access where there is any, and lets the copy wait for both devices' streams.");
        const int source = program().buffers[static_cast<std::size_t>(operation.reads.front().buffer)].device;
        if (source != program().deviceOf(operation))
            noteOnce("It copies on the current stream of the source device, and this stream waits for that.");
    }
    m_code.line(to + ".copy_(" + from + ", non_blocking=True)");
}

void StatementWriter::writeKernel(const Operation &operation)
{
    const auto first = [this](const BufferRanges &ranges) {
        const std::vector<CodeAddress> all = nextAddresses(ranges);
        return all.empty() ? std::string() : tensor(all.front());
    };
    const std::string in = first(operation.reads), out = first(operation.writes);
    std::string kernel = pytorchKernelVariable(operation.kernel);
    if (m_setting.manyDevices)
        kernel += "[" + std::to_string(program().deviceOf(operation)) + "]";
    m_code.line(pytorchLaunch(operation.kernel, kernel, in, out,
                              elementsText(operation.kernel.elements, layout().chunkBytes(), "CHUNK")));
}

void StatementWriter::writeMemset(const Operation &operation)
{
    const std::string to = nextTensor(operation.writes);
    noteOnce("PyTorch fills memory with a kernel where CUDA has a memset.");
    if (operation.memsetValue == 0)
        m_code.line(to + ".zero_()");
    else
        m_code.line(to + (operation.bytes % floatBytes == 0 ? ".view(torch.uint8)" : "") + ".fill_("
                    + std::to_string(operation.memsetValue) + ")");
}

void StatementWriter::writeCollective(const Operation &operation)
{
    const std::string in = nextTensor(operation.reads), out = nextTensor(operation.writes);
    noteOnce("PyTorch runs NCCL on a stream of its own: it waits for this stream, and this stream waits for the sum.");
    m_code.line("dist.all_reduce(" + out + ")");
}

void StatementWriter::writeSync(const Operation &operation, const std::string &stream, const std::string &event)
{
    if (operation.syncScope == SyncScope::Device)
        return m_code.line("torch.cuda.synchronize("
                           + (m_setting.manyDevices ? std::to_string(program().deviceOf(operation)) : "") + ")");
    const std::string &awaited = operation.syncScope == SyncScope::Stream ? stream : event;
    if (operation.syncMethod == SyncMethod::Blocking)
        return m_code.line(awaited + ".synchronize()");
    m_code.open("while not " + awaited + ".query():");
    m_code.line("pass");
    m_code.close({});
}

void StatementWriter::writeOperation(const Operation &operation, std::size_t)
{
    const std::string stream = operation.stream == Operation::none ? std::string() : streamText(operation);
    const std::string event = operation.event == Operation::none ? std::string() : "events[" + nextIndex() + "]";
    const bool namesStream = operation.kind == OperationKind::EventRecord || operation.kind == OperationKind::EventWait
                             || operation.kind == OperationKind::HostFunction;
    if (stream.empty() || operation.kind == OperationKind::Sync || (namesStream && stream != m_stream)) {
        if (m_loopsInIt == 0)
            leaveStream();
    } else if (!namesStream) {
        enterStream(stream);
    }
    switch (operation.kind) {
    case OperationKind::H2D:
    case OperationKind::D2H:
    case OperationKind::D2D:
    case OperationKind::Peer:
        return writeCopy(operation);
    case OperationKind::Kernel:
        return writeKernel(operation);
    case OperationKind::Memset:
        return writeMemset(operation);
    case OperationKind::EventRecord:
        return m_code.line(event + ".record(" + stream + ")");
    case OperationKind::EventWait:
        return m_code.line(stream + ".wait_event(" + event + ")");
    case OperationKind::HostFunction:
        return m_code.line("launch_host_function(" + stream + ", " + std::to_string(operation.durationNs) + ")");
    case OperationKind::HostWork:
        return m_code.line("work_on_host(" + std::to_string(operation.durationNs) + ")");
    case OperationKind::Alloc:
    case OperationKind::Free: {
        const std::string slot = "allocations[" + nextIndex() + "]";
        const bool elsewhere = stream.empty() && m_setting.manyDevices;
        if (elsewhere)
            m_code.open("with torch.cuda.device(" + std::to_string(program().deviceOf(operation)) + "):");
        m_code.line(pytorchAllocation(operation, operation.kind == OperationKind::Alloc, slot,
                                      std::to_string(operation.bytes), stream));
        return elsewhere ? m_code.close({}) : void();
    }
    case OperationKind::Sync:
        return writeSync(operation, stream, event);
    case OperationKind::Collective:
        return writeCollective(operation);
    }
}

} // namespace

std::string pytorchName(const BufferGroup &group)
{
    const bool many = group.buffers.size() > 1;
    const std::string number = group.number > 1 ? "_" + std::to_string(group.number) : "";
    switch (group.role) {
    case BufferRole::Input:
        return (many ? "inputs" : "input_data") + number;
    case BufferRole::Output:
        return (many ? "outputs" : "output_data") + number;
    case BufferRole::Device:
        break;
    }
    return (many ? "device_buffers" : "device_data") + number;
}

std::string pytorchAllocation(const Operation &operation, bool allocates, const std::string &slot,
                              const std::string &bytes, const std::string &stream)
{
    const bool host = operation.allocation == AllocationPlace::PinnedHost;
    if (!stream.empty())
        return allocates ? slot + " = malloc_async(" + bytes + ", " + stream + ")"
                         : "free_async(" + slot + ", " + stream + ")";
    return allocates ? slot + " = " + (host ? "malloc_host(" : "malloc(") + bytes + ")"
                     : std::string(host ? "free_host(" : "free(") + slot + ")";
}

void writePytorchStatements(const CodeLayout &layout, const PytorchSetting &setting, CodeText &code)
{
    StatementWriter(layout, setting, code).writeAll();
}

} // namespace streamscope
