// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/patterns/data_edges.h"

#include "engine/program/order/byte_map.h"
#include "engine/program/order/program_order.h"

#include <algorithm>
#include <vector>

namespace streamscope {

namespace {

/// The last uses of some bytes.
struct BytesUse
{
    std::int32_t write = Operation::none;
    std::vector<std::int32_t> reads; ///< since then, the last one of each stream
};

} // namespace

void forEachDataEdge(const Program &program, const std::function<void(std::int32_t, std::int32_t)> &take)
{
    std::vector<ByteMap<BytesUse>> buffers(program.buffers.size());
    const auto streamOf = [&program](std::int32_t i) { return program.operations[static_cast<std::size_t>(i)].stream; };
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const Operation &operation = program.operations[i];
        if (!isInStream(operation))
            continue;
        const auto later = static_cast<std::int32_t>(i);
        const auto edge = [&](std::int32_t earlier) {
            if (earlier >= 0 && earlier != later)
                take(earlier, later);
        };
        for (const BufferRange &range : operation.reads)
            buffers[static_cast<std::size_t>(range.buffer)].forEach(range, [&](BytesUse &use) {
                edge(use.write);
                const auto same = std::find_if(use.reads.begin(), use.reads.end(), [&](std::int32_t reader) {
                    return streamOf(reader) == operation.stream;
                });
                if (same != use.reads.end())
                    *same = later;
                else
                    use.reads.push_back(later);
            });
        for (const BufferRange &range : operation.writes)
            buffers[static_cast<std::size_t>(range.buffer)].replace(range, BytesUse{later, {}},
                                                                    [&](const BytesUse &use) {
                                                                        edge(use.write);
                                                                        for (const std::int32_t reader : use.reads)
                                                                            edge(reader);
                                                                    });
    }
}

bool isNeighbour(const BufferRange &last, const BufferRange &next)
{
    return last.buffer == next.buffer && last.offset + last.bytes == next.offset;
}

} // namespace streamscope
