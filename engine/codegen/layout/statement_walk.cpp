// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/layout/statement_walk.h"

#include <algorithm>

namespace streamscope {

void StatementWalk::writeLine(const CodeNode &node)
{
    const Operation &operation = program().operations[node.source];
    switch (node.kind) {
    case CodeNode::Kind::Operation:
        return writeOperation(operation, node.source);
    case CodeNode::Kind::Graph:
        return writeLaunch();
    case CodeNode::Kind::HandOver:
        return writeHandOver(operation.thread);
    case CodeNode::Kind::Await:
        return writeAwait(operation.thread);
    }
}

std::string StatementWalk::variableOf(const CodeNode &loop) const
{
    const Operation &first = program().operations[loop.source];
    const bool overChunks = m_layout.chunks() > 1 && loop.count == m_layout.chunks() && first.chunk == 0
                            && std::none_of(openLoops().begin(), openLoops().end(),
                                            [](const OpenLoop &open) { return open.variable == "chunk"; });
    return overChunks ? "chunk" : NodeWalk::variableOf(loop);
}

std::vector<CodeAddress> StatementWalk::nextAddresses(const BufferRanges &ranges)
{
    std::vector<CodeAddress> all;
    for (const BufferRange &range : ranges) {
        CodeAddress address;
        address.group = &m_layout.groupOf(range);
        address.bytes = range.bytes;
        const std::string place = nextIndex();
        if (address.group->buffers.size() > 1)
            address.place = place;
        const LoopedValue &offset = nextValue();
        address.offset = offsetText(offset, openLoops(), m_layout.chunkBytes(), m_chunkName);
        address.chunk = chunkIndexText(offset, openLoops(), m_layout.chunkBytes());
        all.push_back(std::move(address));
    }
    return all;
}

} // namespace streamscope
