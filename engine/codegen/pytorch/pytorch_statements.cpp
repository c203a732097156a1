// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/pytorch/pytorch_statements.h"

#include "engine/codegen/layout/statement_walk.h"
#include "engine/codegen/pytorch/chunk_views.h"
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

/// Whether its PyTorch call goes to the current stream; the others name theirs.
bool goesToCurrentStream(const Operation &operation, const PytorchSetting &setting)
{
    if (operation.kind == OperationKind::Kernel)
        return setting.manyDevices; // a launch is in the current device
    return isCopy(operation.kind) || operation.kind == OperationKind::Memset
           || operation.kind == OperationKind::Collective;
}

/// Writes the operations as PyTorch calls. Neighbours in one stream share a `with`. In a loop whose streams change,
/// torch.cuda.set_stream() takes its place: PyTorch enters a `with` in 9 us, and selects a stream in 1.
class StatementWriter final : public StatementWalk
{
public:
    StatementWriter(const CodeLayout &layout, const PytorchSetting &setting, BoundCalls &calls, CodeText &code)
        : StatementWalk(layout, "CHUNK"), m_setting(setting), m_calls(calls), m_code(code)
    {}

    bool writeAll(int thread)
    {
        // A capture ends on the stream that it began on, which only a `with` finds again.
        m_maySelect = !m_setting.manyDevices && program().submission != Submission::Graph;
        walkAll(thread);
        leaveStream();
        if (m_hasSelected)
            m_code.line("torch.cuda.set_stream(default_stream)");
        return m_hasSelected;
    }
    void writeAllGraphs() { walkGraphs(); }

private:
    void openLoop(const OpenLoop &loop, const CodeNode &node) override;
    void closeLoop(const CodeNode &node) override;
    void openBlock(const CodeNode &node) override;
    void closeBlock(const CodeNode &node) override;
    void writeLaunch() override;
    void writeHandOver(int thread) override;
    void writeAwait(int thread) override;
    void writeOperation(const Operation &operation, std::size_t index) override;

    std::string streamText(std::int32_t index);
    std::string tensor(const CodeAddress &address) const;
    std::string nextTensor(const BufferRanges &ranges) { return tensor(nextAddresses(ranges).front()); }
    std::string countText(std::uint64_t bytes) const;
    void writeCopy(const Operation &operation);
    void writeKernel(const Operation &operation, const std::string &stream);
    void writeMemset(const Operation &operation);
    void writeCollective(const Operation &operation);
    void writeSync(const Operation &operation, const std::string &stream, const std::string &event);

    /// For a call that goes to the current stream.
    void useStream(const std::string &stream);
    void enterStream(const std::string &stream);
    void leaveStream();
    void selectStream(const std::string &stream);
    /// In a loop without a `with` around it.
    bool selects() const { return m_maySelect && m_stream.empty() && !openLoops().empty(); }
    /// Before the first statement that it is about.
    void noteOnce(const std::string &text);
    enum class Of {
        All,          ///< statements
        CurrentStream ///< only those that go to the current stream
    };
    struct UsedStream
    {
        std::int32_t stream = 0; ///< index in the Program
        std::size_t place = 0;   ///< among the values of the loop, where it was created
    };
    /// The stream of these statements of a loop, where it is the same in all repetitions and one at least goes to the
    /// current stream; else empty.
    std::string streamOf(const CodeNode &loop, Of which) const;
    /// Appends the streams of the node, whose values begin at `at`. False where a statement has no stream, and where a
    /// stream counts.
    bool findStreams(const CodeNode &node, std::size_t at, Of which, std::vector<UsedStream> &streams) const;
    bool isCreated(std::int32_t stream) const
    {
        return program().streams[static_cast<std::size_t>(stream)].kind == StreamKind::Created;
    }

    const PytorchSetting &m_setting;
    BoundCalls &m_calls;
    CodeText &m_code;
    bool m_maySelect = false;
    bool m_hasSelected = false;
    std::string m_selected;                    ///< by selectStream(), where that is known
    std::vector<std::string> m_selectedBehind; ///< each open loop that selects: the same for what comes
    std::string m_stream;                      ///< of the open `with`
    std::size_t m_loopsInIt = 0;               ///< loops that were opened within the `with`
    std::set<std::string> m_said;              ///< notes
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

void StatementWriter::selectStream(const std::string &stream)
{
    if (m_selected == stream)
        return;
    noteOnce("To enter `with torch.cuda.stream(...)` takes PyTorch 9 us, and this 1.");
    m_code.line("torch.cuda.set_stream(" + stream + ")");
    m_selected = stream;
    m_hasSelected = true;
}

void StatementWriter::useStream(const std::string &stream)
{
    if (selects())
        selectStream(stream);
    else
        enterStream(stream);
}

void StatementWriter::openLoop(const OpenLoop &loop, const CodeNode &node)
{
    if (m_loopsInIt == 0) {
        const bool isWithin = m_maySelect && !openLoops().empty(); // another one that selects
        const std::string stream = isWithin ? std::string() : streamOf(node, Of::All);
        if (stream.empty())
            leaveStream();
        else
            enterStream(stream);
    }
    if (m_stream.empty() && m_maySelect) {
        const std::string only = streamOf(node, Of::CurrentStream);
        if (!only.empty())
            selectStream(only);
        m_selected = only; // what the repetition before selected last is another one
        m_selectedBehind.push_back(only);
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
    if (m_stream.empty() && m_maySelect) {
        m_selected = m_selectedBehind.back();
        m_selectedBehind.pop_back();
    }
    m_code.close({});
}

void StatementWriter::openBlock(const CodeNode &node)
{
    const std::string number = nextIndex();
    std::string streams;
    for (const std::int32_t stream : layout().graphOf(node.source).streams)
        streams += (streams.empty() ? "" : ", ") + streamText(stream);
    m_code.open("with graphs[" + number + "].capture([" + streams + "]):");
}

void StatementWriter::closeBlock(const CodeNode &node)
{
    leaveStream();
    if (node.body.size() == 1)
        m_code.line("pass");
    m_code.close({});
}

void StatementWriter::writeLaunch()
{
    if (m_loopsInIt == 0)
        leaveStream();
    m_code.line("graphs[" + nextIndex() + "].launch()");
}

void StatementWriter::writeHandOver(int thread)
{
    if (m_loopsInIt == 0)
        leaveStream();
    m_code.line("threads.hand_over(" + std::to_string(thread) + ")");
}

void StatementWriter::writeAwait(int thread)
{
    if (m_loopsInIt == 0)
        leaveStream();
    m_code.line("threads.wait_for(" + std::to_string(thread) + ", " + nextIndex() + ")");
}

std::string StatementWriter::streamOf(const CodeNode &loop, Of which) const
{
    std::vector<UsedStream> needed, all;
    if (!findStreams(loop, 0, Of::CurrentStream, needed) || needed.empty())
        return {};
    if (!findStreams(loop, 0, which, all))
        return {};
    const UsedStream &first = all.front();
    const bool same = std::all_of(all.begin(), all.end(), [&](const UsedStream &one) {
        return isCreated(one.stream) ? isCreated(first.stream) && values()[one.place] == values()[first.place]
                                     : one.stream == first.stream;
    });
    if (!same)
        return {};
    return isCreated(first.stream)
               ? "streams[" + indexText(values()[first.place], openLoops()) + "]"
               : defaultStreamText(program().streams[static_cast<std::size_t>(first.stream)], m_setting.manyDevices);
}

bool StatementWriter::findStreams(const CodeNode &node, std::size_t at, Of which,
                                  std::vector<UsedStream> &streams) const
{
    if (node.kind != CodeNode::Kind::Operation)
        return which == Of::CurrentStream; // a graph names its streams itself, and a hand-over has none
    if (!node.isLoop()) {
        const Operation &operation = program().operations[node.source];
        if (which == Of::CurrentStream && !goesToCurrentStream(operation, m_setting))
            return true;
        if (operation.stream == Operation::none)
            return false;
        streams.push_back({operation.stream, at});
        return true;
    }
    const std::size_t before = streams.size(), begin = at;
    for (const CodeNode &inner : node.body) {
        if (!findStreams(inner, at, which, streams))
            return false;
        at += inner.values.size();
    }
    return std::all_of(
        streams.begin() + static_cast<std::ptrdiff_t>(before), streams.end(),
        [&](const UsedStream &one) { return !isCreated(one.stream) || node.values[one.place - begin].stride == 0; });
}

std::string StatementWriter::streamText(std::int32_t index)
{
    const Stream &stream = program().streams[static_cast<std::size_t>(index)];
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
    if (address.bytes == layout().chunkBytes() && !address.chunk.empty() && isUsedInChunks(layout(), *address.group))
        return chunksName(*address.group) + "[" + address.chunk + "]";
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

void StatementWriter::writeKernel(const Operation &operation, const std::string &stream)
{
    const auto first = [this](const BufferRanges &ranges) {
        const std::vector<CodeAddress> all = nextAddresses(ranges);
        return all.empty() ? std::string() : tensor(all.front());
    };
    const std::string in = first(operation.reads), out = first(operation.writes);
    std::string kernel = pytorchKernelVariable(operation.kernel);
    if (m_setting.manyDevices)
        kernel += "[" + std::to_string(program().deviceOf(operation)) + "]";
    const std::string launch = pytorchLaunch(
        operation, kernel, in, out, elementsText(operation.kernel->elements, layout().chunkBytes(), "CHUNK"), stream);
    m_code.line(m_calls.call(pytorchLaunchName(operation.kernel), launch, openLoops()));
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
    const std::string stream = operation.stream == Operation::none ? std::string() : streamText(operation.stream);
    const std::string event = operation.hasEvent() ? "events[" + nextIndex() + "]" : std::string();
    if (goesToCurrentStream(operation, m_setting))
        useStream(stream);
    else if (m_loopsInIt == 0 && stream != m_stream)
        leaveStream();
    switch (operation.kind) {
    case OperationKind::H2D:
    case OperationKind::D2H:
    case OperationKind::D2D:
    case OperationKind::Peer:
        return writeCopy(operation);
    case OperationKind::Kernel:
        return writeKernel(operation, stream);
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
        const bool allocates = operation.kind == OperationKind::Alloc;
        const std::string how = !stream.empty()                                       ? "_async"
                                : operation.allocation == AllocationPlace::PinnedHost ? "_host"
                                                                                      : "";
        m_code.line(m_calls.call((allocates ? "allocate" : "release") + how,
                                 pytorchAllocation(operation, allocates, slot, std::to_string(operation.bytes), stream),
                                 openLoops()));
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
    const std::string place = operation.allocation == AllocationPlace::PinnedHost ? "_host(" : "(";
    if (!stream.empty())
        return allocates ? "bound_malloc_async(" + slot + ", " + bytes + ", pool, " + stream + ")"
                         : "bound_free_async(" + slot + ", " + stream + ")";
    return allocates ? "bound_malloc" + place + slot + ", " + bytes + ")" : "bound_free" + place + slot + ")";
}

bool writePytorchStatements(const CodeLayout &layout, int thread, const PytorchSetting &setting, BoundCalls &calls,
                            CodeText &code)
{
    return StatementWriter(layout, setting, calls, code).writeAll(thread);
}

void writePytorchGraphs(const CodeLayout &layout, const PytorchSetting &setting, BoundCalls &calls, CodeText &code)
{
    StatementWriter(layout, setting, calls, code).writeAllGraphs();
}

} // namespace streamscope
