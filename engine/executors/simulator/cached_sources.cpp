// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/cached_sources.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <unordered_map>

namespace streamscope {

namespace {

constexpr std::uint64_t ownCacheBytes = 1 << 20, sharedCacheBytes = 32 << 20;
constexpr int repeatedly = 8; // reads from which on the shared cache keeps what was read

/// A part of a buffer that was read by the same copies.
struct Part
{
    std::uint64_t end = 0;
    std::uint64_t lastRead = 0; ///< what the run had copied by then, in bytes
    int reads = 0;
};

/// The parts of one buffer, by where they begin.
class ReadParts
{
public:
    /// @returns of `begin` to `end` the bytes that a cache holds, and notes that they are read. `copied`: what the run
    ///          has copied with this copy.
    std::uint64_t read(std::uint64_t begin, std::uint64_t end, std::uint64_t copied)
    {
        cutAt(begin);
        cutAt(end);
        std::uint64_t cached = 0, at = begin;
        for (auto part = m_parts.lower_bound(begin); at < end; ++part) {
            if (part == m_parts.end() || part->first > at)
                part = m_parts.emplace_hint(part, at, Part{part == m_parts.end() ? end : std::min(end, part->first)});
            const std::uint64_t distance = copied - part->second.lastRead;
            const bool held =
                part->second.reads > 0
                && (distance <= ownCacheBytes || (part->second.reads >= repeatedly && distance <= sharedCacheBytes));
            cached += held ? part->second.end - at : 0;
            part->second.lastRead = copied;
            ++part->second.reads;
            at = part->second.end;
        }
        return cached;
    }

private:
    void cutAt(std::uint64_t place)
    {
        auto part = m_parts.lower_bound(place);
        if (part == m_parts.begin())
            return;
        --part;
        if (part->second.end <= place)
            return;
        m_parts.emplace(place, part->second);
        part->second.end = place;
    }

    std::map<std::uint64_t, Part> m_parts;
};

bool readsPageable(const Program &program, const Operation &operation)
{
    return operation.kind == OperationKind::H2D && operation.bytes > 0 && !operation.reads.empty()
           && program.hostMemoryOf(operation) == HostMemory::Pageable;
}

} // namespace

std::vector<float> cachedSources(const Program &program)
{
    std::vector<float> shares;
    std::unordered_map<std::int32_t, ReadParts> buffers;
    std::uint64_t copied = 0;
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const Operation &operation = program.operations[i];
        if (!readsPageable(program, operation))
            continue;
        copied += operation.bytes;
        const BufferRange &source = operation.reads.front();
        const std::uint64_t cached =
            buffers[source.buffer].read(source.offset, source.offset + operation.bytes, copied);
        if (cached == 0)
            continue;
        shares.resize(program.operations.size(), 0);
        shares[i] = static_cast<float>(cached) / static_cast<float>(operation.bytes);
    }
    return shares;
}

std::vector<std::uint64_t> sourceRuns(const Program &program)
{
    constexpr std::uint64_t small = 64 << 10;
    struct Run
    {
        std::int32_t buffer = -1;
        std::uint64_t end = 0, bytes = 0;
        std::vector<std::size_t> copies;
    };
    std::vector<std::uint64_t> runs;
    std::vector<Run> threads(static_cast<std::size_t>(program.threadCount()));
    const auto finish = [&](Run &run) {
        if (run.copies.size() > 1) {
            runs.resize(program.operations.size(), 0);
            for (const std::size_t copy : run.copies)
                runs[copy] = run.bytes;
        }
        run = {};
    };
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const Operation &operation = program.operations[i];
        Run &run = threads[static_cast<std::size_t>(operation.thread)];
        if (operation.kind == OperationKind::D2H)
            continue;
        if (!readsPageable(program, operation) || operation.bytes > small) {
            finish(run);
            continue;
        }
        const BufferRange &source = operation.reads.front();
        if (source.buffer != run.buffer || source.offset != run.end)
            finish(run);
        run.buffer = source.buffer;
        run.end = source.offset + operation.bytes;
        run.bytes += operation.bytes;
        run.copies.push_back(i);
    }
    for (Run &run : threads)
        finish(run);
    return runs;
}

} // namespace streamscope
