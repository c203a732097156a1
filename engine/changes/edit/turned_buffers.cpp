// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/edit/turned_buffers.h"

#include "engine/changes/edit/added_parts.h"

#include <algorithm>
#include <set>

namespace streamscope {

namespace {

using Ranges = BufferRanges;

/// What the copies of a step use of one buffer.
Ranges rangesOf(const std::vector<Operation> &operations, const LoopStep &step, std::int32_t buffer)
{
    Ranges ranges;
    for (const std::int32_t copy : step.copies) {
        const Operation &operation = operations[static_cast<std::size_t>(copy)];
        for (const BufferRange &range : {operation.reads.front(), operation.writes.front()})
            if (range.buffer == buffer)
                ranges.push_back(range);
    }
    return ranges;
}

bool lies(const BufferRange &inner, const Ranges &outer)
{
    return std::any_of(outer.begin(), outer.end(), [&inner](const BufferRange &range) {
        return inner.offset >= range.offset && inner.offset + inner.bytes <= range.offset + range.bytes;
    });
}

/// The destinations of the copies, and the sources that the host fills in each step.
std::set<std::int32_t> candidatesOf(const std::vector<Operation> &operations, const std::vector<LoopStep> &steps)
{
    std::set<std::int32_t> buffers;
    for (const LoopStep &step : steps) {
        for (const std::int32_t copy : step.copies)
            buffers.insert(operations[static_cast<std::size_t>(copy)].writes.front().buffer);
        for (const std::int32_t load : step.loads)
            for (const BufferRange &range : operations[static_cast<std::size_t>(load)].writes)
                buffers.insert(range.buffer);
    }
    return buffers;
}

} // namespace

TurnedBuffers::TurnedBuffers(const std::vector<Operation> &operations, Program &program,
                             const std::vector<LoopStep> &steps, std::int32_t thread, std::size_t times)
    : m_times(times)
{
    std::map<std::int32_t, Ranges> usual; // by candidate: what each step uses
    for (const std::int32_t buffer : candidatesOf(operations, steps)) {
        Ranges first = rangesOf(operations, steps.front(), buffer);
        const bool same = !first.empty() && std::all_of(steps.begin(), steps.end(), [&](const LoopStep &step) {
            return rangesOf(operations, step, buffer) == first;
        });
        if (same)
            usual.emplace(buffer, std::move(first));
    }
    const std::int32_t begin =
        std::min(steps.front().copies.front(),
                 steps.front().loads.empty() ? steps.front().copies.front() : steps.front().loads.front());
    for (std::size_t i = 0; i < operations.size() && !usual.empty(); ++i) {
        const Operation &operation = operations[i];
        const bool inside = operation.thread == thread && static_cast<std::int32_t>(i) >= begin;
        for (const auto *ranges : {&operation.reads, &operation.writes})
            for (const BufferRange &range : *ranges)
                if (const auto found = usual.find(range.buffer);
                    found != usual.end() && !(inside && lies(range, found->second)))
                    usual.erase(found); // others use it, or data of an earlier step
    }
    AddedParts parts(program);
    for (const auto &[buffer, ranges] : usual) {
        std::vector<std::int32_t> &turns = m_twins[buffer];
        turns.push_back(buffer);
        const std::string id = program.buffers[static_cast<std::size_t>(buffer)].id;
        while (turns.size() < times)
            turns.push_back(parts.addTwin(buffer, id + ", turn " + std::to_string(turns.size() + 1)));
    }
}

void TurnedBuffers::turn(Operation &operation, std::size_t step) const
{
    for (auto *ranges : {&operation.reads, &operation.writes})
        for (BufferRange &range : *ranges)
            if (const auto found = m_twins.find(range.buffer); found != m_twins.end())
                range.buffer = found->second[step % m_times];
}

} // namespace streamscope
