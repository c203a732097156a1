// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/program.h"

#include <numeric>
#include <sstream>

namespace streamscope {

namespace {

constexpr std::int64_t maxWorkPerElement = 1 << 30; // the kernel counts in 32 bits

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
        checkStream();
        checkEvent();
        for (const BufferRange &range : m_operation.reads)
            checkRange(range, "reads");
        for (const BufferRange &range : m_operation.writes)
            checkRange(range, "writes");
        if (isCopy(m_operation.kind))
            checkCopy();
        if (m_operation.kind == OperationKind::Kernel)
            checkKernel();
        if (m_operation.durationNs < 0 || m_operation.kernel.durationNs < 0)
            problem("has a negative duration");
        if (m_problems.size() == known) // its indices are sound, so that it can be looked up
            if (const auto text = submissionProblem(m_program, m_operation))
                problem(*text);
    }

private:
    void problem(const std::string &text)
    {
        std::ostringstream line;
        line << "operation " << m_index << " (" << kindName(m_operation.kind)
             << (m_operation.name.empty() ? "" : " '" + m_operation.name + "'") << ") " << text;
        m_problems.push_back(line.str());
    }

    void checkStream()
    {
        const bool allocates = m_operation.kind == OperationKind::Alloc || m_operation.kind == OperationKind::Free;
        const bool hostOnly = m_operation.kind == OperationKind::HostWork
                              || (m_operation.kind == OperationKind::Sync && m_operation.syncScope != SyncScope::Stream)
                              || (allocates && m_operation.stream == Operation::none);
        if (hostOnly)
            return;
        if (m_operation.stream < 0 || m_operation.stream >= static_cast<int>(m_program.streams.size()))
            problem("has no stream of the program");
    }

    void checkEvent()
    {
        const bool needsEvent =
            m_operation.kind == OperationKind::EventRecord || m_operation.kind == OperationKind::EventWait
            || (m_operation.kind == OperationKind::Sync && m_operation.syncScope == SyncScope::Event);
        if (needsEvent && (m_operation.event < 0 || m_operation.event >= static_cast<int>(m_program.events.size())))
            problem("has no event of the program");
    }

    bool inBuffers(const BufferRange &range) const
    {
        return range.buffer >= 0 && range.buffer < static_cast<int>(m_program.buffers.size());
    }

    void checkRange(const BufferRange &range, const char *what)
    {
        if (!inBuffers(range)) {
            problem(std::string(what) + " no buffer of the program");
            return;
        }
        const Buffer &buffer = m_program.buffers[range.buffer];
        if (range.offset > buffer.bytes || range.bytes > buffer.bytes - range.offset)
            problem(std::string(what) + " past the end of buffer '" + buffer.id + "'");
    }

    void checkCopy()
    {
        if (m_operation.reads.size() != 1 || m_operation.writes.size() != 1) {
            problem("needs one source and one destination");
            return;
        }
        const BufferRange &from = m_operation.reads.front();
        const BufferRange &to = m_operation.writes.front();
        if (!inBuffers(from) || !inBuffers(to))
            return; // said already
        if (from.bytes != m_operation.bytes || to.bytes != m_operation.bytes)
            problem("copies another number of bytes than it reads or writes");
        const BufferPlace wantedFrom = m_operation.kind == OperationKind::H2D ? BufferPlace::Host : BufferPlace::Device;
        const BufferPlace wantedTo = m_operation.kind == OperationKind::D2H ? BufferPlace::Host : BufferPlace::Device;
        if (m_program.buffers[from.buffer].place != wantedFrom || m_program.buffers[to.buffer].place != wantedTo)
            problem("copies between the wrong sides");
    }

    void checkKernel()
    {
        const KernelWork &work = m_operation.kernel;
        if (work.block < 1 || work.block > 1024)
            problem("has " + std::to_string(work.block) + " threads per block; 1 to 1024 are possible");
        if (work.workPerElement < 0 || work.workPerElement > maxWorkPerElement)
            problem("has " + std::to_string(work.workPerElement) + " multiply-adds per element; 0 to "
                    + std::to_string(maxWorkPerElement) + " are possible");
    }

    const Program &m_program;
    const Operation &m_operation;
    std::size_t m_index;
    std::vector<std::string> &m_problems;
};

} // namespace

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

HostMemory Program::hostMemoryOf(const Operation &operation) const
{
    for (const auto *ranges : {&operation.reads, &operation.writes})
        for (const BufferRange &range : *ranges)
            if (buffers[range.buffer].place == BufferPlace::Host)
                return buffers[range.buffer].hostMemory;
    return HostMemory::Pinned;
}

std::vector<std::string> findProblems(const Program &program)
{
    std::vector<std::string> problems;
    for (std::size_t i = 0; i < program.operations.size(); ++i)
        OperationCheck(program, i, problems).run();
    return problems;
}

} // namespace streamscope
