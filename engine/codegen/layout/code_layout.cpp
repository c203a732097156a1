// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/layout/code_layout.h"

#include "engine/program/order/freed_allocations.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace streamscope {

namespace {

/// Everything that must be equal in repetitions, but for what the values say.
std::string shapeOf(const Operation &operation)
{
    const KernelWork &work = operation.kernel;
    std::string shape(kindName(operation.kind));
    for (const std::uint64_t part :
         {std::uint64_t(operation.syncScope), std::uint64_t(operation.syncMethod), std::uint64_t(operation.allocation),
          std::uint64_t(operation.memsetValue), std::uint64_t(operation.device), operation.bytes,
          std::uint64_t(operation.hasTimeFactor() ? 0 : operation.durationNs), std::uint64_t(work.kind),
          std::uint64_t(work.precision), std::uint64_t(work.grid), std::uint64_t(work.block),
          std::uint64_t(work.sharedMemory), work.elements, std::uint64_t(work.workPerElement)})
        shape += "," + std::to_string(part);
    return shape;
}

} // namespace

CodeLayout::CodeLayout(const Program &program, const ExpectedData &expected) : m_program(program), m_order(program)
{
    for (std::size_t i = 0; i < program.streams.size(); ++i) {
        const bool created = program.streams[i].kind == StreamKind::Created;
        m_streamPlace.push_back(created ? static_cast<std::int64_t>(m_created.size()) : -1);
        if (created)
            m_created.push_back(static_cast<std::int32_t>(i));
    }
    addGroups(expected);
    nameGroups();
    numberAllocations();
    std::map<std::uint64_t, int> sizes;
    for (const Operation &operation : program.operations) {
        if (isCopy(operation.kind) || operation.kind == OperationKind::Memset)
            ++sizes[operation.bytes];
        m_chunks = std::max<std::int64_t>(m_chunks, operation.chunk + 1);
    }
    int most = 1;
    for (const auto &[bytes, times] : sizes)
        if (times > most) {
            most = times;
            m_chunkBytes = bytes;
        }
    numberGraphs();
    numberHandOvers();
}

void CodeLayout::addGroups(const ExpectedData &expected)
{
    using Key = std::tuple<BufferPlace, HostMemory, int, std::uint64_t, bool>;
    std::map<Key, std::size_t> known;
    for (std::size_t i = 0; i < m_program.buffers.size(); ++i) {
        const Buffer &buffer = m_program.buffers[i];
        const bool isHost = buffer.place == BufferPlace::Host;
        const bool isInput = isHost && expected.isInput(i);
        const Key key(buffer.place, isHost ? buffer.hostMemory : HostMemory::Pinned, isHost ? 0 : buffer.device,
                      buffer.bytes, isInput);
        const auto [entry, isNew] = known.try_emplace(key, m_groups.size());
        if (isNew)
            m_groups.push_back({{}, BufferRole::Device, 1, buffer, isInput, {}});
        BufferGroup &group = m_groups[entry->second];
        m_groupOf.push_back(entry->second);
        m_placeOf.push_back(static_cast<std::int64_t>(group.buffers.size()));
        group.buffers.push_back(static_cast<std::int32_t>(i));
    }
}

void CodeLayout::nameGroups()
{
    std::map<BufferRole, int> times;
    for (BufferGroup &group : m_groups) {
        const bool isHost = group.like.place == BufferPlace::Host;
        group.role = !isHost ? BufferRole::Device : group.isInput ? BufferRole::Input : BufferRole::Output;
        group.number = ++times[group.role];
        group.name = group.role == BufferRole::Device ? "device" : group.role == BufferRole::Input ? "input" : "output";
        group.name += (group.buffers.size() > 1 ? "Buffers" : "")
                      + (group.number > 1 ? std::to_string(group.number) : std::string());
    }
}

void CodeLayout::numberAllocations()
{
    const std::vector<std::int32_t> freed = freedAllocations(m_program);
    m_slotOf.assign(m_program.operations.size(), -1);
    for (std::size_t i = 0; i < freed.size(); ++i) {
        const OperationKind kind = m_program.operations[i].kind;
        if (kind == OperationKind::Free && freed[i] >= 0) {
            m_slotOf[i] = m_slotOf[static_cast<std::size_t>(freed[i])];
            std::erase(m_staysAllocated, static_cast<std::size_t>(freed[i]));
        } else if (isAllocation(kind)) {
            m_slotOf[i] = m_allocations++;
            (kind == OperationKind::Free ? m_freesFirst : m_staysAllocated).push_back(i);
        }
    }
}

void CodeLayout::addStream(std::int32_t stream, CodeNode &node) const
{
    const std::int64_t place = m_streamPlace[static_cast<std::size_t>(stream)];
    node.shape += place < 0 ? ",default stream " + std::to_string(stream) : ",stream";
    if (place >= 0)
        node.values.push_back({place, static_cast<std::int64_t>(m_created.size()), 0});
}

CodeNode CodeLayout::statementOf(std::size_t index) const
{
    const Operation &operation = m_program.operations[index];
    CodeNode node;
    node.source = index;
    node.shape = shapeOf(operation);
    if (m_program.deviceCount() > 1)
        node.shape += ",on " + std::to_string(m_program.deviceOf(operation));
    if (operation.kind == OperationKind::Collective)
        node.shape += std::string(opensGroup(index) ? ",first" : "") + (closesGroup(index) ? ",last" : "");
    if (operation.stream != Operation::none)
        addStream(operation.stream, node);
    if (operation.hasEvent())
        node.values.push_back({operation.event, static_cast<std::int64_t>(m_program.events.size()), 0});
    for (const BufferRanges *ranges : {&operation.reads, &operation.writes}) {
        node.shape += ",ranges";
        for (const BufferRange &range : *ranges) {
            const auto buffer = static_cast<std::size_t>(range.buffer);
            node.shape += "," + std::to_string(m_groupOf[buffer]) + ":" + std::to_string(range.bytes);
            node.values.push_back(
                {m_placeOf[buffer], static_cast<std::int64_t>(m_groups[m_groupOf[buffer]].buffers.size()), 0});
            node.values.push_back({static_cast<std::int64_t>(range.offset), 0, 0});
        }
    }
    if (m_slotOf[index] >= 0)
        node.values.push_back({m_slotOf[index], 0, 0});
    return node;
}

bool CodeLayout::hasPool() const
{
    return std::any_of(m_program.operations.begin(), m_program.operations.end(), [](const Operation &operation) {
        return operation.kind == OperationKind::Alloc && operation.stream != Operation::none;
    });
}

bool CodeLayout::opensGroup(std::size_t index) const
{
    const std::vector<Operation> &operations = m_program.operations;
    return index == 0 || operations[index - 1].kind != OperationKind::Collective
           || operations[index - 1].group() != operations[index].group();
}

bool CodeLayout::closesGroup(std::size_t index) const
{
    return index + 1 == m_program.operations.size() || m_program.operations[index + 1].kind != OperationKind::Collective
           || opensGroup(index + 1);
}

CodeNode CodeLayout::blockOf(const CodeGraph &graph) const
{
    CodeNode own;
    own.kind = CodeNode::Kind::Graph;
    own.source = graph.first;
    own.shape = "graph";
    own.values.push_back({0, 0, 0});
    for (const std::int32_t stream : graph.streams)
        addStream(stream, own);
    std::vector<CodeNode> statements;
    for (const std::size_t node : graph.nodes)
        statements.push_back(statementOf(node));
    CodeNode block = own;
    block.body = withLoops(std::move(statements));
    block.body.insert(block.body.begin(), own);
    for (auto inner = block.body.begin() + 1; inner != block.body.end(); ++inner) {
        block.shape += ";" + inner->shape;
        block.values.insert(block.values.end(), inner->values.begin(), inner->values.end());
    }
    return block;
}

void CodeLayout::numberGraphs()
{
    m_graphs = codeGraphs(m_program);
    std::map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < m_graphs.size(); ++i) {
        CodeNode block = blockOf(m_graphs[i]);
        std::string all = block.shape;
        for (const CodeValue &value : block.values)
            all += " " + std::to_string(value.first);
        const auto [entry, isNew] = known.try_emplace(all, m_graphBlocks.size());
        m_graphOf[m_graphs[i].first] = {i, entry->second};
        if (!isNew)
            continue;
        block.values.front().first = block.body.front().values.front().first = static_cast<std::int64_t>(entry->second);
        m_graphBlocks.push_back(std::move(block));
    }
}

void CodeLayout::numberHandOvers()
{
    for (std::size_t i = 0; i < m_program.operations.size(); ++i)
        for (const std::int32_t earlier : m_order.before(i))
            m_handOver[static_cast<std::size_t>(earlier)] = 0;
    std::map<int, std::int64_t> numbers;
    for (auto &[operation, number] : m_handOver)
        number = ++numbers[m_program.operations[operation].thread];
}

void CodeLayout::addAwaits(std::size_t index, std::vector<CodeNode> &nodes) const
{
    for (const std::int32_t earlier : m_order.before(index)) {
        CodeNode node;
        node.kind = CodeNode::Kind::Await;
        node.source = static_cast<std::size_t>(earlier);
        node.shape = "await " + std::to_string(m_program.operations[node.source].thread);
        node.values.push_back({m_handOver.at(node.source), 0, 0});
        nodes.push_back(std::move(node));
    }
}

CodeNode CodeLayout::launchOf(std::size_t first) const
{
    CodeNode node;
    node.kind = CodeNode::Kind::Graph;
    node.source = first;
    node.shape = "launch";
    node.values.push_back({static_cast<std::int64_t>(m_graphOf.at(first).number), 0, 0});
    return node;
}

std::vector<CodeNode> CodeLayout::statements(int thread) const
{
    std::vector<CodeNode> nodes;
    for (std::size_t i = 0; i < m_program.operations.size(); ++i) {
        if (m_program.operations[i].thread != thread)
            continue;
        addAwaits(i, nodes);
        if (const auto launch = m_graphOf.find(i); launch != m_graphOf.end()) {
            for (const std::size_t wait : m_graphs[launch->second.launch].waits)
                nodes.push_back(statementOf(wait));
            nodes.push_back(launchOf(i));
            i = m_program.lastOfGraph(i);
            continue;
        }
        nodes.push_back(statementOf(i));
        if (m_handOver.contains(i)) {
            CodeNode node;
            node.kind = CodeNode::Kind::HandOver;
            node.source = i;
            node.shape = "hand over " + std::to_string(thread);
            nodes.push_back(std::move(node));
        }
    }
    return nodes;
}

} // namespace streamscope
