// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/codegen/layout/code_graphs.h"
#include "engine/codegen/layout/repetition.h"
#include "engine/program/expected_data.h"
#include "engine/program/order/issue_order.h"
#include "engine/program/program.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace streamscope {

enum class BufferRole : std::uint8_t { Input, Output, Device };

/// Buffers of one kind and size, which the code keeps in one array.
struct BufferGroup
{
    std::string name; ///< input, output, device, with a number where there are several
    BufferRole role = BufferRole::Device;
    int number = 1; ///< of the groups with this role
    Buffer like;    ///< place, memory, device and size of all
    bool isInput = false;
    std::vector<std::int32_t> buffers; ///< indices into Program::buffers
};

/// How the code names what a Program has: arrays of streams, events and buffers.
class CodeLayout
{
public:
    CodeLayout(const Program &program, const ExpectedData &expected);

    const Program &program() const { return m_program; }
    const std::vector<BufferGroup> &groups() const { return m_groups; }
    /// The streams that the code creates, in the order of its array.
    const std::vector<std::int32_t> &createdStreams() const { return m_created; }
    const BufferGroup &groupOf(const BufferRange &range) const
    {
        return m_groups[m_groupOf[static_cast<std::size_t>(range.buffer)]];
    }
    /// The size of most copies and memsets, which gets a name; 0 when they are all different.
    std::uint64_t chunkBytes() const { return m_chunkBytes; }
    /// How many pieces of memory the program allocates itself.
    std::int64_t allocations() const { return m_allocations; }
    /// Operations that free what must be there before a run, and that allocate what is there after one.
    const std::vector<std::size_t> &freesFirst() const { return m_freesFirst; }
    const std::vector<std::size_t> &staysAllocated() const { return m_staysAllocated; }
    /// The program allocates from a stream's pool.
    bool hasPool() const;
    /// The number of the piece of memory of such an operation.
    std::int64_t slotOf(std::size_t operation) const { return m_slotOf[operation]; }
    /// The pieces that the work is cut into; 0 when there are none.
    std::int64_t chunks() const { return m_chunks; }

    /// Of a collective: the first, the last of its neighbours that belong together.
    bool opensGroup(std::size_t operation) const;
    bool closesGroup(std::size_t operation) const;

    /// Values of a statement in the order of its text: the stream's place in the array, the event, for each range its
    /// buffer's place in the group and its offset in bytes, and the number of an allocation. A default stream has no
    /// place, and belongs to the shape. The operations of a graph are one statement, with the graph's number. Of
    /// several host threads, those of one; where it must wait for another one by IssueOrder, a statement says so.
    std::vector<CodeNode> statements(int thread = 0) const;
    /// How many graphs of some operations there are; the same operations again are the same graph.
    std::size_t graphCount() const { return m_graphBlocks.size(); }
    /// A block for each. Values of its own statement: the graph's number, and the places of the streams that are
    /// created.
    const std::vector<CodeNode> &graphBlocks() const { return m_graphBlocks; }
    /// The graph that begins with this operation.
    const CodeGraph &graphOf(std::size_t first) const { return m_graphs[m_graphOf.at(first).launch]; }

private:
    CodeNode statementOf(std::size_t index) const;
    void addStream(std::int32_t stream, CodeNode &node) const;
    CodeNode blockOf(const CodeGraph &graph) const;
    void addAwaits(std::size_t index, std::vector<CodeNode> &nodes) const;
    CodeNode launchOf(std::size_t first) const;
    void numberHandOvers();
    void numberGraphs();
    void addGroups(const ExpectedData &expected);
    void numberAllocations();
    void nameGroups();

    const Program &m_program;
    std::vector<BufferGroup> m_groups;
    std::vector<std::size_t> m_groupOf;  ///< by buffer
    std::vector<std::int64_t> m_placeOf; ///< of a buffer in its group
    std::vector<std::int32_t> m_created;
    std::vector<std::int64_t> m_streamPlace; ///< by stream; −1 for default streams
    std::uint64_t m_chunkBytes = 0;
    std::int64_t m_chunks = 0;
    std::vector<std::int64_t> m_slotOf; ///< of an alloc or a free, by operation; −1 for others
    std::int64_t m_allocations = 0;
    std::vector<std::size_t> m_freesFirst, m_staysAllocated;
    struct Launch
    {
        std::size_t launch = 0; ///< index into m_graphs
        std::size_t number = 0; ///< of the graph, index into m_graphBlocks
    };
    std::vector<CodeGraph> m_graphs;
    std::map<std::size_t, Launch> m_graphOf; ///< by the first operation
    std::vector<CodeNode> m_graphBlocks;
    IssueOrder m_order;
    std::map<std::size_t, std::int64_t> m_handOver; ///< by operation that another thread awaits: its number, from 1 on
};

} // namespace streamscope
