// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/pytorch/chunk_views.h"

#include "engine/codegen/pytorch/pytorch_statements.h"

namespace streamscope {

namespace {

enum class Part { Whole, Chunk, Other };

Part partOf(const BufferRange &range, std::uint64_t bufferBytes, std::uint64_t chunkBytes)
{
    if (range.offset == 0 && range.bytes == bufferBytes)
        return Part::Whole;
    return range.bytes == chunkBytes && range.offset % chunkBytes == 0 ? Part::Chunk : Part::Other;
}

} // namespace

bool isUsedInChunks(const CodeLayout &layout, const BufferGroup &group)
{
    const std::uint64_t chunkBytes = layout.chunkBytes();
    if (group.buffers.size() != 1 || chunkBytes == 0 || chunkBytes % sizeof(float) != 0
        || group.like.bytes <= chunkBytes)
        return false;
    bool any = false;
    for (const Operation &operation : layout.program().operations)
        for (const BufferRanges *ranges : {&operation.reads, &operation.writes})
            for (const BufferRange &range : *ranges) {
                if (range.buffer != group.buffers.front())
                    continue;
                const Part part = partOf(range, group.like.bytes, chunkBytes);
                if (part == Part::Other)
                    return false;
                any |= part == Part::Chunk;
            }
    return any;
}

std::string chunksName(const BufferGroup &group)
{
    std::string name = pytorchName(group); // "device_data_2"
    constexpr std::string_view data = "_data";
    return name.replace(name.find(data), data.size(), "_chunks");
}

void writeChunkViews(const CodeLayout &layout, CodeText &code)
{
    for (const BufferGroup &group : layout.groups())
        if (isUsedInChunks(layout, group))
            code.line(chunksName(group) + " = " + pytorchName(group) + ".split(CHUNK)");
}

} // namespace streamscope
