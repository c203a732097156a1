// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/program.h"

#include "engine/program/text/phrase.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>

namespace streamscope {

namespace {

constexpr std::int64_t maxWorkPerElement = 1 << 30; // the kernel counts in 32 bits
constexpr std::uint32_t maxRegisters = 255;         // of every compute capability from 3.5 on
constexpr int maxDevices = 64;
constexpr std::size_t maxStreams = 4096;   // far more than hardware has queues for
constexpr std::size_t maxOrders = 1 << 25; // streams times events: the hazard check takes 4 bytes for each
constexpr double maxTimeFactor = 1e6;
constexpr int maxConnections = 32; // CUDA Programming Guide, environment variables

/// As few digits as tell the number: a broken file may have any.
std::string shortestText(double number)
{
    std::array<char, 32> text;
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number);
    return {text.data(), end};
}

/// Collects what is wrong with one operation, each line starting with the operation's place and name.
class OperationCheck
{
public:
    OperationCheck(const Program &program, std::size_t index, std::vector<std::string> &problems)
        : m_program(program), m_operation(program.operations[index]), m_index(index), m_problems(problems)
    {}

    void run()
    {
        const std::size_t known = m_problems.size();
        checkThread();
        checkStream();
        checkEvent();
        for (const BufferRange &range : m_operation.reads)
            checkRange(range, true);
        for (const BufferRange &range : m_operation.writes)
            checkRange(range, false);
        if (isCopy(m_operation.kind))
            checkCopy();
        if (m_operation.kind == OperationKind::Kernel)
            checkKernel();
        if (m_operation.kind == OperationKind::Sync)
            checkSync();
        if (m_operation.kind == OperationKind::Collective && m_operation.group() < 0)
            problem(QT_TRANSLATE_NOOP("engine", "belongs to no group of ranks"));
        if (m_operation.device < 0 || m_operation.device >= maxDevices)
            problem(Phrase("engine", "has device %1; 0 to %2 are possible").arg(m_operation.device, maxDevices - 1));
        if (!m_operation.hasTimeFactor() && m_operation.durationNs < 0)
            problem(QT_TRANSLATE_NOOP("engine", "has a negative duration"));
        if (!(m_operation.timeFactor() > 0) || m_operation.timeFactor() > maxTimeFactor)
            problem(Phrase("engine", "has a time factor of %1; more than 0 and up to a million are possible")
                        .arg(shortestText(m_operation.timeFactor())));
        if (m_problems.size() == known) // its indices are sound, so that it can be looked up
            if (const auto text = submissionProblem(m_program, m_operation))
                problem(*text);
    }

private:
    void problem(const std::string &text) { m_problems.push_back(operationProblem(m_program, m_index, text)); }

    void checkThread()
    {
        if (m_operation.thread < 0 || m_operation.thread >= maxHostThreads)
            problem(
                Phrase("engine", "has thread %1; 0 to %2 are possible").arg(m_operation.thread, maxHostThreads - 1));
    }

    void checkStream()
    {
        const bool optional = uses(m_operation.kind, field::maybeStream);
        const bool inStream = uses(m_operation.kind, field::stream)
                              || (m_operation.kind == OperationKind::Sync && m_operation.syncScope == SyncScope::Stream)
                              || (optional && m_operation.stream != Operation::none);
        if (!inStream)
            return;
        if (!hasStream())
            problem(QT_TRANSLATE_NOOP("engine", "has no stream of the program"));
        else if (optional && m_operation.allocation == AllocationPlace::PinnedHost)
            problem(QT_TRANSLATE_NOOP("engine", "is about host memory, which no stream orders"));
        else if (const Stream &stream = m_program.streams[m_operation.stream];
                 stream.kind == StreamKind::PerThreadDefault && stream.thread != m_operation.thread)
            problem(
                Phrase("engine",
                       "is issued by thread %1, which cannot reach the per-thread default stream of thread %2 ('%3')")
                    .arg(m_operation.thread, stream.thread, stream.id));
    }

    bool hasStream() const
    {
        return m_operation.stream >= 0 && m_operation.stream < static_cast<int>(m_program.streams.size());
    }

    void checkEvent()
    {
        const bool needsEvent =
            uses(m_operation.kind, field::event)
            || (m_operation.kind == OperationKind::Sync && m_operation.syncScope == SyncScope::Event);
        if (needsEvent && (m_operation.event < 0 || m_operation.event >= static_cast<int>(m_program.events.size())))
            problem(QT_TRANSLATE_NOOP("engine", "has no event of the program"));
    }

    bool inBuffers(const BufferRange &range) const
    {
        return range.buffer >= 0 && range.buffer < static_cast<int>(m_program.buffers.size());
    }

    void checkRange(const BufferRange &range, bool reads)
    {
        if (!inBuffers(range)) {
            problem(reads ? QT_TRANSLATE_NOOP("engine", "reads no buffer of the program")
                          : QT_TRANSLATE_NOOP("engine", "writes no buffer of the program"));
            return;
        }
        const Buffer &buffer = m_program.buffers[range.buffer];
        if (range.offset > buffer.bytes || range.bytes > buffer.bytes - range.offset)
            problem(reads ? Phrase("engine", "reads past the end of buffer '%1'").arg(buffer.id)
                          : Phrase("engine", "writes past the end of buffer '%1'").arg(buffer.id));
    }

    void checkCopy()
    {
        if (m_operation.reads.size() != 1 || m_operation.writes.size() != 1) {
            problem(QT_TRANSLATE_NOOP("engine", "needs one source and one destination"));
            return;
        }
        const BufferRange &from = m_operation.reads.front();
        const BufferRange &to = m_operation.writes.front();
        if (!inBuffers(from) || !inBuffers(to))
            return; // said already
        if (from.bytes != m_operation.bytes || to.bytes != m_operation.bytes)
            problem(QT_TRANSLATE_NOOP("engine", "copies another number of bytes than it reads or writes"));
        const BufferPlace wantedFrom = m_operation.kind == OperationKind::H2D ? BufferPlace::Host : BufferPlace::Device;
        const BufferPlace wantedTo = m_operation.kind == OperationKind::D2H ? BufferPlace::Host : BufferPlace::Device;
        if (m_program.buffers[from.buffer].place != wantedFrom || m_program.buffers[to.buffer].place != wantedTo)
            problem(QT_TRANSLATE_NOOP("engine", "copies between the wrong sides"));
        else if (m_operation.kind == OperationKind::Peer && hasStream())
            checkPeer(m_program.buffers[from.buffer].device, m_program.buffers[to.buffer].device);
    }

    void checkPeer(int from, int to)
    {
        if (from == to)
            problem(QT_TRANSLATE_NOOP("engine", "copies between buffers of one device; that is a d2d"));
        const int own = m_program.streams[m_operation.stream].device;
        if (own != from && own != to)
            problem(QT_TRANSLATE_NOOP("engine",
                                      "is on a stream of a device that is neither its source nor its destination"));
    }

    void checkSync()
    {
        if (m_operation.syncMethod == SyncMethod::Polling && m_operation.syncScope == SyncScope::Device)
            problem(QT_TRANSLATE_NOOP("engine", "polls a device; only streams and events can be asked"));
    }

    void checkKernel()
    {
        const KernelWork &work = m_operation.kernel;
        if (work.block < 1 || work.block > 1024)
            problem(Phrase("engine", "has %1 threads per block; 1 to 1024 are possible").arg(work.block));
        if (work.workPerElement < 0 || work.workPerElement > maxWorkPerElement)
            problem(Phrase("engine", "has %1 multiply-adds per element; 0 to %2 are possible")
                        .arg(work.workPerElement, maxWorkPerElement));
        if (work.registers > maxRegisters)
            problem(Phrase("engine", "has %1 registers per thread; 0 to %2 are possible")
                        .arg(work.registers, maxRegisters));
    }

    const Program &m_program;
    const Operation &m_operation;
    std::size_t m_index;
    std::vector<std::string> &m_problems;
};

/// CUDA makes an event on one device, and only streams of that device may record it; any may wait for it.
void checkEventDevices(const Program &program, std::vector<std::string> &problems)
{
    std::vector<std::size_t> firstRecord(program.events.size(), program.operations.size());
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const Operation &operation = program.operations[i];
        const bool sound = operation.event >= 0 && operation.event < static_cast<int>(program.events.size())
                           && operation.stream >= 0 && operation.stream < static_cast<int>(program.streams.size());
        if (operation.kind != OperationKind::EventRecord || !sound)
            continue;
        std::size_t &first = firstRecord[static_cast<std::size_t>(operation.event)];
        first = std::min(first, i);
        const int own = program.deviceOf(operation), other = program.deviceOf(program.operations[first]);
        if (own != other)
            problems.push_back(
                Phrase("engine", "%1 records event '%2' on device %3, %4 on device %5; an event belongs to one device")
                    .arg(operationText(program, i), program.events[static_cast<std::size_t>(operation.event)], own,
                         operationText(program, first), other));
    }
}

} // namespace

std::string operationText(const Program &program, std::size_t index)
{
    const Operation &operation = program.operations[index];
    const std::string what =
        std::string(kindName(operation.kind)) + (operation.name.empty() ? std::string() : " '" + operation.name + "'");
    return Phrase("engine", "operation %1 (%2)").arg(index, what);
}

std::string operationProblem(const Program &program, std::size_t index, const std::string &what)
{
    const std::string text = operationText(program, index);
    const std::string kind = text.substr(text.find('(') + 1);
    return Phrase("engine", "operation %1 (%2) %3").arg(index, kind.substr(0, kind.size() - 1), what);
}

std::uint64_t Program::deviceBytes(int device) const
{
    return std::accumulate(buffers.begin(), buffers.end(), std::uint64_t{0},
                           [device](std::uint64_t sum, const Buffer &b) {
                               return b.place == BufferPlace::Device && b.device == device ? sum + b.bytes : sum;
                           });
}

std::uint64_t Program::hostBytes() const
{
    return std::accumulate(buffers.begin(), buffers.end(), std::uint64_t{0}, [](std::uint64_t sum, const Buffer &b) {
        return b.place == BufferPlace::Host ? sum + b.bytes : sum;
    });
}

int Program::deviceCount() const
{
    int last = 0;
    for (const Stream &stream : streams)
        last = std::max(last, stream.device);
    for (const Buffer &buffer : buffers)
        if (buffer.place == BufferPlace::Device)
            last = std::max(last, buffer.device);
    for (const Operation &operation : operations)
        if (operation.stream == Operation::none)
            last = std::max<int>(last, operation.device);
    return last + 1;
}

int Program::threadCount() const
{
    std::int32_t last = 0;
    for (const Operation &operation : operations)
        last = std::max<std::int32_t>(last, operation.thread);
    return last + 1;
}

std::size_t Program::lastOfGraph(std::size_t first) const
{
    const Operation &begin = operations[first];
    std::size_t last = first;
    for (std::size_t i = first + 1; begin.graph != Operation::none && i < operations.size(); ++i) {
        if (operations[i].thread != begin.thread)
            continue;
        if (operations[i].graph != begin.graph)
            break;
        last = i;
    }
    return last;
}

int Program::deviceOf(const Operation &operation) const
{
    return operation.stream >= 0 ? streams[operation.stream].device : operation.device;
}

HostMemory Program::hostMemoryOf(const Operation &operation) const
{
    for (const auto *ranges : {&operation.reads, &operation.writes})
        for (const BufferRange &range : *ranges)
            if (buffers[range.buffer].place == BufferPlace::Host)
                return buffers[range.buffer].hostMemory;
    return HostMemory::Pinned;
}

std::int32_t perThreadStreamOf(Program &program, std::int32_t stream, std::int32_t thread)
{
    const auto isFree = [&program](const std::string &id) {
        return std::none_of(program.streams.begin(), program.streams.end(),
                            [&id](const Stream &other) { return other.id == id; });
    };
    Stream wanted = program.streams[stream];
    if (wanted.thread == thread)
        return stream;
    wanted.thread = thread;
    for (std::size_t i = 0; i < program.streams.size(); ++i)
        if (const Stream &other = program.streams[i];
            other.kind == wanted.kind && other.device == wanted.device && other.thread == thread)
            return static_cast<std::int32_t>(i);
    const std::string id = wanted.id + " of thread " + std::to_string(thread);
    wanted.id = id;
    for (int number = 2; !isFree(wanted.id); ++number)
        wanted.id = id + " (" + std::to_string(number) + ")";
    program.streams.push_back(wanted);
    return static_cast<std::int32_t>(program.streams.size()) - 1;
}

std::vector<std::string> findProblems(const Program &program)
{
    std::vector<std::string> problems;
    if (program.streams.size() > maxStreams || program.streams.size() * program.events.size() > maxOrders)
        problems.push_back(Phrase("engine", "the program has %1 streams and %2 events; at most %3 streams are "
                                            "possible, and streams times events up to %4")
                               .arg(program.streams.size(), program.events.size(), maxStreams, maxOrders));
    for (const Stream &stream : program.streams)
        if (stream.device < 0 || stream.device >= maxDevices)
            problems.push_back(Phrase("engine", "stream %1 is on device %2; 0 to %3 are possible")
                                   .arg(stream.id, stream.device, maxDevices - 1));
    for (const Stream &stream : program.streams)
        if (stream.thread < 0 || stream.thread >= maxHostThreads)
            problems.push_back(Phrase("engine", "stream %1 is of thread %2; 0 to %3 are possible")
                                   .arg(stream.id, stream.thread, maxHostThreads - 1));
    for (const Buffer &buffer : program.buffers)
        if (buffer.device < 0 || buffer.device >= maxDevices)
            problems.push_back(Phrase("engine", "buffer '%1' is on device %2; 0 to %3 are possible")
                                   .arg(buffer.id, buffer.device, maxDevices - 1));
    if (program.connections < 0 || program.connections > maxConnections)
        problems.push_back(
            Phrase("engine", "the program asks for %1 connections; 1 to %2 are possible, 0 leaves them as they are")
                .arg(program.connections, maxConnections));
    for (std::size_t i = 0; i < program.operations.size(); ++i)
        OperationCheck(program, i, problems).run();
    checkEventDevices(program, problems);
    return problems;
}

} // namespace streamscope
