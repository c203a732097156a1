// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/program/program_parts.h"

#include "engine/program/text/phrase.h"

#include <algorithm>
#include <limits>

namespace streamscope {

namespace {

constexpr std::uint64_t maxThreadsPerBlock = 1024, maxRegisters = 255;

/// Managed memory is copied like pinned memory; a file that is silent about a copy's memory is taken to mean pinned,
/// because tools name pageable memory, for which the host waits.
bool isPageable(const Span &span)
{
    return span.from == MemoryKind::Pageable || span.to == MemoryKind::Pageable;
}

std::uint32_t within32(std::uint64_t value, std::uint64_t most = std::numeric_limits<std::int32_t>::max())
{
    return static_cast<std::uint32_t>(std::min(value, most));
}

} // namespace

ProgramParts::ProgramParts(const Timeline &timeline, Program &program)
    : m_timeline(timeline), m_program(program), m_streams(timeline.streams().size(), -1)
{}

int ProgramParts::device(int traced)
{
    const auto found = std::find(m_devices.begin(), m_devices.end(), traced);
    if (found != m_devices.end())
        return static_cast<int>(found - m_devices.begin());
    m_devices.push_back(traced);
    return static_cast<int>(m_devices.size()) - 1;
}

std::int32_t ProgramParts::stream(std::int32_t traced)
{
    std::int32_t &known = m_streams[static_cast<std::size_t>(traced)];
    if (known >= 0)
        return known;
    known = static_cast<std::int32_t>(m_program.streams.size());
    const TimelineStream &from = m_timeline.streams()[static_cast<std::size_t>(traced)];
    Stream stream;
    stream.device = device(from.device);
    stream.id = from.id;
    for (const Stream &other : m_program.streams)
        if (other.id == stream.id) {
            stream.id = from.id + " on device " + std::to_string(from.device);
            break;
        }
    stream.priority = from.priority;
    stream.kind = from.role == StreamRole::LegacyDefault ? StreamKind::LegacyDefault : StreamKind::Created;
    stream.nonBlocking = from.role != StreamRole::Blocking && from.role != StreamRole::LegacyDefault;
    m_program.streams.push_back(stream);
    m_buffers.emplace_back();
    return known;
}

void ProgramParts::setNullStream(std::int32_t traced)
{
    Stream &null = m_program.streams[static_cast<std::size_t>(stream(traced))];
    null.kind = StreamKind::LegacyDefault;
    null.nonBlocking = false;
}

std::int32_t ProgramParts::functionStream(std::int32_t traced)
{
    const auto [known, isNew] =
        m_functionStreams.try_emplace(traced, static_cast<std::int32_t>(m_program.streams.size()));
    if (!isNew)
        return known->second;
    const TimelineStream &beside = m_timeline.streams()[static_cast<std::size_t>(traced)];
    Stream stream;
    stream.device = device(beside.device);
    stream.id = "functions beside " + beside.id;
    stream.nonBlocking = true;
    m_program.streams.push_back(stream);
    m_buffers.emplace_back();
    return known->second;
}

std::int32_t ProgramParts::newEvent()
{
    m_program.events.push_back("event " + std::to_string(m_program.events.size()));
    return static_cast<std::int32_t>(m_program.events.size()) - 1;
}

std::int32_t ProgramParts::recordBehind(std::int32_t operation)
{
    if (!m_records.empty() && m_records.back().first == operation)
        return m_records.back().second;
    m_records.emplace_back(operation, newEvent());
    return m_records.back().second;
}

Operation &ProgramParts::add(OperationKind kind, std::int32_t thread, std::int32_t stream)
{
    Operation &op = m_program.operations.emplace_back();
    op.kind = kind;
    op.thread = thread;
    op.stream = stream;
    return op;
}

Operation &ProgramParts::hostWork(std::int32_t thread, std::int64_t durationNs, bool known)
{
    Operation &work = add(OperationKind::HostWork, thread, Operation::none);
    work.durationNs = durationNs;
    if (!known)
        work.callNs = durationNs;
    return work;
}

BufferRange ProgramParts::buffer(const Buffer &like, std::int32_t &known, std::uint64_t bytes)
{
    if (known < 0) {
        known = static_cast<std::int32_t>(m_program.buffers.size());
        m_program.buffers.push_back(like);
    }
    Buffer &buffer = m_program.buffers[static_cast<std::size_t>(known)];
    buffer.bytes = std::max(buffer.bytes, bytes);
    return {known, 0, bytes};
}

BufferRange ProgramParts::host(std::int32_t stream, OperationKind kind, HostMemory memory, std::uint64_t bytes)
{
    const bool in = kind == OperationKind::H2D, pageable = memory == HostMemory::Pageable;
    Buffer like;
    like.place = BufferPlace::Host;
    like.hostMemory = memory;
    like.id = std::string(pageable ? "pageable" : "pinned") + (in ? " in, " : " out, ")
              + m_program.streams[static_cast<std::size_t>(stream)].id;
    return buffer(like, m_buffers[static_cast<std::size_t>(stream)].host[in ? 0 : 1][pageable ? 1 : 0], bytes);
}

BufferRange ProgramParts::onDevice(std::int32_t stream, int device, bool source, std::uint64_t bytes)
{
    Buffer like;
    like.device = device;
    like.id = (source ? "source, " : "device, ") + m_program.streams[static_cast<std::size_t>(stream)].id;
    return buffer(like, m_buffers[static_cast<std::size_t>(stream)].device[source ? 1 : 0], bytes);
}

void ProgramParts::copyBuffers(Operation &op, const Span &span, bool called)
{
    const bool pageable = isHostCopy(op.kind) && isPageable(span);
    m_uncalledPageable += pageable && !called ? 1 : 0;
    const HostMemory memory = pageable && called ? HostMemory::Pageable : HostMemory::Pinned;
    const int own = m_program.streams[static_cast<std::size_t>(op.stream)].device;
    if (isHostCopy(op.kind) && span.from == MemoryKind::Unknown && span.to == MemoryKind::Unknown)
        ++m_unknownMemory;
    const BufferRange onHost =
        isHostCopy(op.kind) ? host(op.stream, op.kind, memory, op.bytes) : onDevice(op.stream, own, true, op.bytes);
    const BufferRange inside = onDevice(op.stream, own, false, op.bytes);
    op.reads = m_ranges.shared({op.kind == OperationKind::D2H ? inside : onHost});
    op.writes = m_ranges.shared({op.kind == OperationKind::D2H ? onHost : inside});
}

/// A peer copy runs on a stream of one of its two devices.
bool ProgramParts::connectsTwo(std::uint32_t span, const Span &copy) const
{
    const PeerDevices *const peers = m_timeline.peerDevices(span);
    const int own = m_timeline.streams()[static_cast<std::size_t>(copy.stream)].device;
    return peers && peers->from != peers->to && (own == peers->from || own == peers->to);
}

void ProgramParts::peerBuffers(Operation &op, PeerDevices peers)
{
    const auto side = [&](int traced, bool source) {
        Buffer like;
        like.device = device(traced);
        like.id = (source ? "sent from device " : "received on device ") + std::to_string(traced) + ", "
                  + m_program.streams[static_cast<std::size_t>(op.stream)].id;
        const auto known = m_peerBuffers.try_emplace({op.stream, like.device, source}, Operation::none).first;
        return buffer(like, known->second, op.bytes);
    };
    op.reads = m_ranges.shared({side(peers.from, true)});
    op.writes = m_ranges.shared({side(peers.to, false)});
}

const SharedKernel &ProgramParts::kernel(std::uint32_t span)
{
    KernelWork work;
    work.kind = KernelKind::Spin;
    work.grid = 1;
    const LaunchShape *shape = m_timeline.launchShape(span);
    if (!shape || shape->blocks() == 0 || shape->threadsPerBlock() == 0) {
        ++m_shapeless;
        return m_kernels.shared(work);
    }
    work.grid = within32(shape->blocks());
    work.block = within32(shape->threadsPerBlock(), maxThreadsPerBlock);
    work.registers = static_cast<std::uint16_t>(within32(shape->registers, maxRegisters));
    work.sharedMemory = shape->sharedMemory;
    return m_kernels.shared(work);
}

/// Stored once, however many operations have it.
const SharedText &ProgramParts::name(std::uint32_t traced)
{
    if (m_names.empty())
        m_names.resize(m_timeline.names().size());
    static const SharedText none;
    if (traced >= m_names.size())
        return none;
    if (m_names[traced].empty())
        m_names[traced] = m_timeline.name(traced);
    return m_names[traced];
}

Operation &ProgramParts::work(std::uint32_t index, std::int32_t thread, bool called)
{
    const Span span = m_timeline.span(index);
    const bool inside = span.kind == OperationKind::Peer && !connectsTwo(index, span);
    m_unknownPeers += inside ? 1 : 0;
    const OperationKind kind = inside                                   ? OperationKind::D2D
                               : span.kind == OperationKind::Collective ? OperationKind::Kernel
                                                                        : span.kind;
    Operation &op = add(kind, thread, stream(span.stream));
    op.source = static_cast<std::int32_t>(index);
    op.name = name(span.name);
    op.chunk = span.chunk;
    op.bytes = span.bytes;
    if (kind == OperationKind::Peer)
        peerBuffers(op, *m_timeline.peerDevices(index));
    else if (isCopy(kind))
        copyBuffers(op, span, called);
    else if (kind == OperationKind::Memset)
        op.writes = m_ranges.shared(
            {onDevice(op.stream, m_program.streams[static_cast<std::size_t>(op.stream)].device, false, op.bytes)});
    else if (kind == OperationKind::Kernel) {
        op.kernel = kernel(index);
        op.durationNs = span.duration();
        if (const Collective *collective = m_timeline.collective(index))
            op.bytes = collective->bytes; // what `bucket` goes by
    }
    if (kind == OperationKind::HostFunction)
        op.durationNs = span.duration();
    return op;
}

bool ProgramParts::isStreamOrdered(const TraceStep &allocation) const
{
    return (allocation.spans == 1 && m_timeline.streamIndices()[allocation.firstSpan] >= 0)
           || (allocation.name != HostCall::none && isStreamOrderedCall(m_timeline.name(allocation.name)));
}

bool ProgramParts::waitsForDevice(const TraceStep &allocation) const
{
    const auto isOfHost = [&] {
        return allocation.name != HostCall::none
               && m_timeline.name(allocation.name).find("Host") != std::string_view::npos;
    };
    return !isStreamOrdered(allocation) && (allocation.kind == HostCallKind::Free || isOfHost());
}

Operation &ProgramParts::allocation(OperationKind kind, std::int32_t thread, const TraceStep &step)
{
    Operation &op = add(kind, thread, Operation::none);
    if (step.spans == 1) {
        op.source = static_cast<std::int32_t>(step.firstSpan);
        op.name = name(m_timeline.nameIndices()[step.firstSpan]);
        op.bytes = m_timeline.span(step.firstSpan).bytes;
    } else if (step.name != HostCall::none) {
        op.name = name(step.name);
    }
    if (std::string_view(op.name).find("Host") != std::string_view::npos)
        op.allocation = AllocationPlace::PinnedHost;
    if (isStreamOrdered(step) && !isStreamOrderedCall(op.name))
        op.name = std::string(kind == OperationKind::Free ? "cudaFreeAsync" : "cudaMallocAsync");
    m_unsized += op.bytes == 0 ? 1 : 0;
    return op;
}

bool ProgramParts::isStaged(const Operation &operation) const
{
    return isHostCopy(operation.kind) && m_program.hostMemoryOf(operation) == HostMemory::Pageable;
}

void ProgramParts::finish()
{
    if (m_records.empty())
        return;
    std::stable_sort(m_records.begin(), m_records.end(),
                     [](const auto &a, const auto &b) { return a.first < b.first; });
    std::vector<Operation> merged;
    merged.reserve(m_program.operations.size() + m_records.size());
    std::size_t next = 0;
    for (std::size_t i = 0; i < m_program.operations.size(); ++i) {
        merged.push_back(std::move(m_program.operations[i]));
        for (; next < m_records.size() && m_records[next].first == static_cast<std::int32_t>(i); ++next) {
            Operation record;
            record.kind = OperationKind::EventRecord;
            record.thread = merged.back().thread;
            record.stream = merged.back().stream;
            record.graph = merged.back().graph;
            record.event = m_records[next].second;
            record.callNs = record.graph < 0 ? 0 : -1;
            merged.push_back(std::move(record));
        }
    }
    m_program.operations = std::move(merged);
}

void ProgramParts::addNotes(std::vector<std::string> &notes) const
{
    if (m_shapeless > 0)
        notes.push_back(Phrase("engine", "How %1 kernels were launched is not in the file: each is one block, which "
                                         "leaves room for others.")
                            .arg(m_shapeless));
    if (m_unsized == 1)
        notes.push_back(QT_TRANSLATE_NOOP(
            "engine", "How much memory 1 allocation or free is about is not in the file: it takes its measured time."));
    else if (m_unsized > 0)
        notes.push_back(Phrase("engine", "How much memory %1 allocations and frees are about is not in the file: each "
                                         "takes its measured time.")
                            .arg(m_unsized));
    if (m_unknownPeers == 1)
        notes.push_back(QT_TRANSLATE_NOOP(
            "engine", "The devices of 1 peer copy are not in the file: each is a copy inside its own device."));
    else if (m_unknownPeers > 0)
        notes.push_back(
            Phrase("engine", "The devices of %1 peer copies are not in the file: each is a copy inside its own device.")
                .arg(m_unknownPeers));
    if (m_uncalledPageable == 1)
        notes.push_back(QT_TRANSLATE_NOOP("engine",
                                          "The calls of 1 pageable copy are not in the file: nobody knows how "
                                          "long the host waited in them, and here it does not."));
    else if (m_uncalledPageable > 0)
        notes.push_back(Phrase("engine",
                               "The calls of %1 pageable copies are not in the file: nobody knows how long the "
                               "host waited in them, and here it does not.")
                            .arg(m_uncalledPageable));
    if (m_unknownMemory > 0)
        notes.push_back(Phrase("engine", "The host memory of %1 copies is not in the file: it is taken to be pinned.")
                            .arg(m_unknownMemory));
}

} // namespace streamscope
