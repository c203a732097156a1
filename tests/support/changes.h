// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "tests/support/programs.h"

#include "engine/changes/change.h"

#include <functional>
#include <stdexcept>
#include <string>

// Programs that are changed, and small replays.

namespace streamscope::test {

using Selects = std::function<bool(const Operation &)>;

inline bool selectsAll(const Operation &)
{
    return true;
}

inline Selects selectsKind(OperationKind kind)
{
    return [kind](const Operation &operation) { return operation.kind == kind; };
}

/// Applies a change as written on the command line (its filter is `selects`). Throws where the result is not sound.
inline ChangedProgram changed(const Program &program, const std::string &text, const Selects &selects = selectsAll)
{
    const RequestedChange request = parseChange(text);
    std::vector<bool> selected;
    for (const Operation &operation : program.operations)
        selected.push_back(selects(operation));
    ChangedProgram result = request.change->apply({program, selected, request.values, nullptr});
    if (const auto problems = findProblems(result.program); !problems.empty())
        throw std::logic_error(text + ": " + problems.front());
    return result;
}

inline std::size_t countOf(const Program &program, OperationKind kind)
{
    return static_cast<std::size_t>(std::count_if(program.operations.begin(), program.operations.end(),
                                                  [kind](const Operation &o) { return o.kind == kind; }));
}

inline bool hasNote(const ChangedProgram &changed, const std::string &part)
{
    return std::any_of(changed.notes.begin(), changed.notes.end(),
                       [&part](const std::string &note) { return note.find(part) != std::string::npos; });
}

inline double h200Ms(const Program &program)
{
    return makespanMs(simulate(loadDeviceProfile("h200"), program));
}

/// Makes a Program what a replay is: each operation knows a span.
inline Program asReplay(Program program)
{
    for (std::size_t i = 0; i < program.operations.size(); ++i)
        program.operations[i].source = static_cast<std::int32_t>(i);
    return program;
}

/// A replay on `streams` streams, with stand-in buffers: host memory (pageable: 0, pinned: 1) and device memory (2).
inline Program emptyReplay(int streams, std::uint64_t bytes)
{
    Program program = emptyProgram(streams);
    program.buffers = {{"pageable memory", BufferPlace::Host, HostMemory::Pageable, 0, bytes},
                       {"pinned memory", BufferPlace::Host, HostMemory::Pinned, 0, bytes},
                       {"device memory", BufferPlace::Device, HostMemory::Pinned, 0, bytes}};
    return program;
}

inline Operation replayedCopy(OperationKind kind, int stream, std::uint64_t bytes, HostMemory memory)
{
    Operation op;
    op.kind = kind;
    op.stream = stream;
    op.bytes = bytes;
    op.reads = {{memory == HostMemory::Pageable ? 0 : 1, 0, bytes}};
    op.writes = {{2, 0, bytes}};
    if (kind == OperationKind::D2H)
        std::swap(op.reads, op.writes);
    return op;
}

/// A spin kernel as a replay has it.
inline Operation replayedKernel(int stream, double ms, std::uint32_t blocks = 132)
{
    Operation op = spin(stream, blocks, ms);
    op.name = "gemm";
    return op;
}

/// Steps of a training loop as PyTorch issues them: a copy in, kernels, and .item(), a small copy back that is waited
/// for. A pageable copy is waited for, too.
inline Program loaderReplay(int steps, HostMemory memory, std::uint64_t bytes = 48 << 20, double kernelMs = 1.1)
{
    Program program = emptyReplay(1, bytes);
    for (int step = 0; step < steps; ++step) {
        program.operations.push_back(hostWork(30'000));
        program.operations.push_back(replayedCopy(OperationKind::H2D, 0, bytes, memory));
        if (memory == HostMemory::Pageable)
            program.operations.push_back(hostSync(SyncScope::Stream, 0));
        for (int i = 0; i < 3; ++i) {
            program.operations.push_back(hostWork(15'000));
            program.operations.push_back(replayedKernel(0, kernelMs / 3));
        }
        program.operations.push_back(hostWork(15'000));
        program.operations.push_back(replayedCopy(OperationKind::D2H, 0, 4, memory));
        program.operations.push_back(hostSync(SyncScope::Stream, 0));
    }
    program.operations.push_back(hostSync());
    return asReplay(program);
}

} // namespace streamscope::test
