// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/bounds/dependency_chain.h"

#include "engine/program/order/byte_map.h"
#include "engine/program/order/hazards.h"
#include "engine/program/order/program_order.h"
#include "engine/program/order/stream_rules.h"

#include <algorithm>

namespace streamscope {

namespace {

void extend(DependencyChain &chain, const DependencyChain &other)
{
    if (other.ns > chain.ns)
        chain = other;
}

bool namesBuffers(const Operation &operation)
{
    return !operation.reads.empty() || !operation.writes.empty();
}

/// The longest chains that end with, or before, some operation of a stream.
struct Behind
{
    DependencyChain all;
    DependencyChain unnamed; ///< ends with an operation that names no buffer

    void join(const Behind &other)
    {
        extend(all, other.all);
        extend(unnamed, other.unnamed);
    }
};

/// The last write of a byte, and of its later readers the one with the longest chain.
struct Uses
{
    struct Access
    {
        std::int32_t operation = -1;
        DependencyChain chain;
    };
    Access write, read;
};

class ChainFinder
{
public:
    ChainFinder(const Timeline &timeline, const Program &program, const std::vector<std::int64_t> &own,
                std::optional<int> device)
        : m_timeline(timeline), m_program(program), m_own(own), m_device(device), m_order(program),
          m_rules(program.streams), m_behind(program.operations.size()), m_buffers(program.buffers.size())
    {}

    DependencyChain run()
    {
        for (std::size_t i = 0; i < m_program.operations.size(); ++i)
            add(i);
        return m_longest;
    }

private:
    void add(std::size_t index)
    {
        const Operation &operation = m_program.operations[index];
        Behind &behind = m_behind[index];
        for (const std::int32_t earlier : m_order.before(index))
            if (isAskedFor(operation, m_program.operations[earlier]))
                behind.join(m_behind[earlier]);
        if (!runsOnGpu(operation.kind) && !isHostWork(operation.kind))
            return; // an event or an allocation passes on what is behind it
        const bool named = namesBuffers(operation);
        DependencyChain chain = named ? behind.unnamed : behind.all;
        chain.byOrder = chain.operations > 0;
        if (named)
            extend(chain, behindData(index, operation));
        if (!m_device || m_timeline.device(index) == *m_device) {
            chain.ns += m_own[index];
            ++chain.operations;
        }
        extend(behind.all, chain);
        if (named)
            noteUses(index, operation, chain);
        else
            extend(behind.unnamed, chain);
        extend(m_longest, chain);
    }

    /// An event, or the stream itself: not the NULL stream's order with others.
    bool isAskedFor(const Operation &operation, const Operation &earlier) const
    {
        return (operation.kind == OperationKind::EventWait && earlier.kind == OperationKind::EventRecord
                && operation.event == earlier.event)
               || m_rules.same(operation.stream) == m_rules.same(earlier.stream);
    }

    DependencyChain behindData(std::size_t index, const Operation &operation)
    {
        DependencyChain chain;
        const auto needs = [&](const Uses::Access &access) {
            if (access.operation >= 0 && wasKept(static_cast<std::size_t>(access.operation), index))
                extend(chain, access.chain);
        };
        for (const BufferRange &range : operation.reads)
            m_buffers[range.buffer].forEach(range, [&](const Uses &uses) { needs(uses.write); });
        for (const BufferRange &range : operation.writes)
            m_buffers[range.buffer].forEach(range, [&](const Uses &uses) {
                needs(uses.write);
                needs(uses.read);
            });
        return chain;
    }

    /// False when the later operation began before the earlier one was done. The clocks of a GPU disagree by some
    /// microseconds.
    bool wasKept(std::size_t earlier, std::size_t later) const
    {
        constexpr std::int64_t clocksDisagreeNs = 20'000;
        const std::int64_t length = m_timeline.ends()[earlier] - m_timeline.starts()[earlier];
        return m_timeline.starts()[later] >= m_timeline.ends()[earlier] - std::min(clocksDisagreeNs, length / 2);
    }

    void noteUses(std::size_t index, const Operation &operation, const DependencyChain &chain)
    {
        const Uses::Access access{static_cast<std::int32_t>(index), chain};
        for (const BufferRange &range : operation.reads)
            if (staysInUse(m_program, operation, range))
                m_buffers[range.buffer].forEach(range, [&](Uses &uses) {
                    if (uses.read.operation < 0 || chain.ns > uses.read.chain.ns)
                        uses.read = access;
                });
        for (const BufferRange &range : operation.writes)
            m_buffers[range.buffer].replace(range, Uses{access, {}}, [](const Uses &) {});
    }

    const Timeline &m_timeline;
    const Program &m_program;
    const std::vector<std::int64_t> &m_own;
    const std::optional<int> m_device;
    const ProgramOrder m_order;
    const StreamRules m_rules;
    std::vector<Behind> m_behind; ///< by operation
    std::vector<ByteMap<Uses>> m_buffers;
    DependencyChain m_longest;
};

} // namespace

DependencyChain longestChain(const Timeline &timeline, const Program &program, const std::vector<std::int64_t> &own,
                             std::optional<int> device)
{
    return ChainFinder(timeline, program, own, device).run();
}

} // namespace streamscope
