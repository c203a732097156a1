// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/operation_kind.h"
#include "engine/program/shared/buffer_ranges.h"
#include "engine/program/shared/kernel_work.h"
#include "engine/program/shared/shared_text.h"

#include <bit>
#include <cstdint>
#include <string_view>

namespace streamscope {

/// How the host buffer of a copy is allocated. It decides whether the copy is asynchronous to the host (CUDA
/// Programming Guide, page-locked host memory).
enum class HostMemory : std::uint8_t { Pageable, Pinned, WriteCombined, Registered };

/// What a `sync` operation waits for on the host.
enum class SyncScope : std::uint8_t { Device, Stream, Event };

/// How a `sync` waits: in one blocking call (cudaStreamSynchronize …) or by polling (cudaStreamQuery, cudaEventQuery).
/// CUDA has no query for a whole device.
enum class SyncMethod : std::uint8_t { Blocking, Polling };

/// The memory of an alloc or free without a stream: cudaMalloc and cudaFree, or cudaHostAlloc and cudaFreeHost. With a
/// stream the memory is always device memory (cudaMallocAsync, cudaFreeAsync).
enum class AllocationPlace : std::uint8_t { Device, PinnedHost };

/// The number of blocks launched for `work`: its grid, or the grid-stride default. At least 1.
std::uint32_t launchedBlocks(const KernelWork &work);

/// The whole number that the kernel adds to each of its elements, from which the result is predicted. fma: one per
/// multiply-add; stream: one; tensor: one per step of a matrix product (tensorStepDepth() multiply-adds); spin: zero.
std::int64_t additionsOf(const KernelWork &work);
/// Multiply-adds of one step of a tensor kernel's products: the depth of the warp's matrices, 16 (bf16) or 8 (tf32).
std::int64_t tensorStepDepth(MatrixPrecision precision);

/// The most host threads of a Program.
inline constexpr std::int32_t maxHostThreads = 64;

/// One call that the host makes, in plain data. Which fields count depends on `kind`: copies and memset use `bytes`,
/// `reads`, `writes`; kernels `kernel`, `durationNs` of each block (Spin), `reads`, `writes`; event operations `event`;
/// sync `syncScope`, `syncMethod` and `stream`, `event` or `device`, and `durationNs`, which it takes at least; host
/// work and host functions `durationNs`; alloc and free `bytes` (with a stream: cudaMallocAsync and cudaFreeAsync;
/// without: `allocation` on `device`; one with `callNs` waits for nothing, what it waited for is a sync before it, and
/// copies of `device` with the host start not before `durationNs` behind it). A peer copy goes from the device of the
/// buffer that it reads to the device of the buffer that it writes; its stream belongs to one of these two devices. A
/// collective is a ring all-reduce of `bytes` per rank. The operations of one `group` are its ranks, each on a stream
/// of another device; all ranks begin when the last rank is ready.
struct Operation
{
    static constexpr std::int32_t none = -1;

    OperationKind kind : 4 = OperationKind::Kernel;
    SyncScope syncScope : 2 = SyncScope::Device;
    SyncMethod syncMethod : 1 = SyncMethod::Blocking;
    AllocationPlace allocation : 1 = AllocationPlace::Device;
    std::uint8_t memsetValue = 0;
    std::int8_t device = 0;     ///< of a sync with the device and of an alloc or free without a stream
    std::int8_t thread = 0;     ///< the host thread that issues it, 0 … maxHostThreads − 1
    std::int32_t stream = none; ///< index into Program::streams; none for host work and for a sync of the device
    std::int32_t event = none;  ///< index into Program::events; of a collective its group()
    std::int32_t chunk = none;  ///< which piece of the work this belongs to; none where there are no pieces
    /// Operations of one thread that follow each other and have the same number are one graph: one call launches them
    /// all (cudaGraphLaunch). They keep the order of their streams and events. −1: none.
    std::int32_t graph = none;
    /// The span of the trace that it was made from. −1: none.
    std::int32_t source = none;
    std::uint64_t bytes = 0;
    std::int64_t durationNs = 0; ///< of kinds with a timeFactor(): that
    /// How long its call takes the host without waiting, as measured; −1: as the device's profile says. Of a graph the
    /// first operation has it; of a synchronisation, and of a pageable copy for which the host waits, it is the time
    /// from the awaited end to the return; of host work: no call of a trace ends it. A real GPU's calls take what they
    /// take.
    std::int64_t callNs = -1;
    SharedKernel kernel;
    SharedText name;
    BufferRanges reads;
    BufferRanges writes;

    /// Of collectives: ranks with the same number belong together. `none` for all other kinds.
    std::int32_t group() const { return kind == OperationKind::Collective ? event : none; }
    void setGroup(std::int32_t number) { event = number; } ///< of a collective
    /// False for collectives, whose place it is that group() takes.
    bool hasEvent() const { return event != none && kind != OperationKind::Collective; }

    /// Kinds with bytes, but for alloc and free: how long they take is up to the device.
    bool hasTimeFactor() const { return uses(kind, field::bytes) && !isAllocation(kind); }
    /// The measured time of a copy, a memset or a collective over the device profile's; > 0. A real GPU ignores it. 1
    /// for kinds without one.
    double timeFactor() const { return hasTimeFactor() ? std::bit_cast<double>(durationNs ^ factorOfOne) : 1; }
    /// No effect on kinds without one.
    void setTimeFactor(double factor)
    {
        if (hasTimeFactor())
            durationNs = std::bit_cast<std::int64_t>(factor) ^ factorOfOne;
    }

    /// Of host work between two calls that a framework's operators make: the time at its begin that belongs to the
    /// operators around the first call, and the time at its end that leads to the second one, ns.
    struct OperatorEnds
    {
        std::uint32_t behindNs = 0, beforeNs = 0;
    };
    /// Zeros for other kinds, and where it is not known. Program files do not have it.
    OperatorEnds operatorEnds() const
    {
        return kind == OperationKind::HostWork ? std::bit_cast<OperatorEnds>(bytes) : OperatorEnds();
    }
    void setOperatorEnds(OperatorEnds ends) { bytes = std::bit_cast<std::uint64_t>(ends); } ///< of host work

    bool operator==(const Operation &) const = default;

private:
    static constexpr std::int64_t factorOfOne = std::bit_cast<std::int64_t>(1.0); ///< so that 0 stands for 1
};
/// By the name of a call that allocates or frees memory: of a pool, as cudaMallocAsync and cudaFreeAsync.
bool isStreamOrderedCall(std::string_view call);
/// An alloc or free of memory of a pool, which waits for nothing. One of a trace has no stream: its call tells it.
bool isStreamOrdered(const Operation &operation);

static_assert(sizeof(Operation) <= 80, "a Program may have ten million");
static_assert(operationKindCount <= 16, "Operation::kind has four bits");

/// Names as in every file and on the command line.
std::string_view hostMemoryName(HostMemory memory);
std::string_view kernelKindName(KernelKind kind);
std::string_view matrixPrecisionName(MatrixPrecision precision); ///< bf16, tf32
std::string_view syncScopeName(SyncScope scope);                 ///< device, stream, event
std::string_view syncMethodName(SyncMethod method);              ///< blocking, polling
std::string_view allocationPlaceName(AllocationPlace place);     ///< device, pinned-host

/// The inverse of the functions above. Returns false and does not change `out` when `name` is unknown.
bool parseHostMemory(std::string_view name, HostMemory &out);
bool parseKernelKind(std::string_view name, KernelKind &out);
bool parseMatrixPrecision(std::string_view name, MatrixPrecision &out);
bool parseSyncScope(std::string_view name, SyncScope &out);
bool parseSyncMethod(std::string_view name, SyncMethod &out);
bool parseAllocationPlace(std::string_view name, AllocationPlace &out);

} // namespace streamscope
