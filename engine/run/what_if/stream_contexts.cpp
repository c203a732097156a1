// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/what_if/stream_contexts.h"

#include "engine/program/order/program_order.h"

namespace streamscope {

namespace {

/// What a thread has issued so far.
struct Thread
{
    std::int32_t before = Operation::none, now = Operation::none; ///< streams of its last operation
    std::int32_t graph = Operation::none;                         ///< that it belongs to
    std::int32_t work = Operation::none;                          ///< its work since then
};

} // namespace

StreamContexts::StreamContexts(const Program &before)
{
    for (const Operation &operation : before.operations) {
        if (operation.source < 0)
            continue;
        const auto span = static_cast<std::size_t>(operation.source);
        if (span >= m_streams.size())
            m_streams.resize(span + 1, Operation::none);
        m_streams[span] = operation.stream;
    }
}

std::int32_t StreamContexts::streamOf(const Operation &operation) const
{
    const auto span = static_cast<std::size_t>(operation.source);
    return operation.source >= 0 && span < m_streams.size() ? m_streams[span] : Operation::none;
}

std::size_t StreamContexts::addTo(Program &after) const
{
    std::size_t added = 0;
    std::vector<Thread> threads(static_cast<std::size_t>(after.threadCount()));
    for (std::size_t i = 0; i < after.operations.size(); ++i) {
        Operation &operation = after.operations[i];
        Thread &thread = threads[static_cast<std::size_t>(operation.thread)];
        if (operation.kind == OperationKind::HostWork)
            thread.work = static_cast<std::int32_t>(i);
        const std::int32_t before = streamOf(operation);
        if (before < 0 || !isInStream(operation) || (operation.graph >= 0 && operation.graph == thread.graph))
            continue; // a graph is launched into one stream
        std::int64_t &ns =
            thread.work >= 0 ? after.operations[static_cast<std::size_t>(thread.work)].durationNs : operation.callNs;
        if (before == thread.before && operation.stream != thread.now && ns >= 0) {
            ns += contextNs;
            ++added;
        }
        thread = {before, operation.stream, operation.graph, Operation::none};
    }
    return added;
}

} // namespace streamscope
