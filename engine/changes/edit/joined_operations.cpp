// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/edit/joined_operations.h"

#include "engine/changes/patterns/call_order.h"
#include "engine/changes/patterns/data_edges.h"
#include "engine/device/block_room.h"
#include "engine/device/block_waves.h"
#include "engine/device/sm_throughput.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

namespace streamscope {

namespace {

constexpr std::int64_t mostWork = 1 << 30; // per element: findProblems() allows no more

bool isSpin(const Operation &operation)
{
    return operation.kernel->kind == KernelKind::Spin;
}

/// Both work on the same data, one after the other.
bool onSameData(const Operation &last, const Operation &next)
{
    return last.reads == next.reads && last.writes == next.writes && last.kernel->elements == next.kernel->elements;
}

bool onNeighbouringData(const Operation &last, const Operation &next)
{
    return last.reads.size() == 1 && next.reads.size() == 1 && last.writes.size() == 1 && next.writes.size() == 1
           && isNeighbour(last.reads.front(), next.reads.front())
           && isNeighbour(last.writes.front(), next.writes.front());
}

/// Blocks of kernels that only take time show how much of the device each used: about as many can be one grid, and so
/// can those that leave most of the device idle.
bool haveLikeGrids(const Operation &last, const Operation &next, std::uint64_t multiprocessors)
{
    constexpr std::uint64_t few = 8; // of the device: one part in so many
    const std::uint64_t a = launchedBlocks(last.kernel), b = launchedBlocks(next.kernel);
    return std::max(a, b) <= std::max(2 * std::min(a, b), multiprocessors / few);
}

/// Of a kernel that is launched again and again: how long one of them takes, and all of them, as if each had the SMs
/// alone that its blocks need.
struct Repeated
{
    double longest = 0, work = 0;              ///< nanoseconds, without starts; work: of all SMs at their most
    double warps = 0, mostWarps = 0, room = 0; ///< on an SM: of all together, of one, and what it has room for
};

std::int64_t shortestKernelNs(const Program &program)
{
    constexpr std::int64_t longestStart = 1'500; // of an empty kernel on any GPU that has a model
    std::int64_t shortest = longestStart;
    for (const Operation &operation : program.operations)
        if (operation.kind == OperationKind::Kernel && isSpin(operation))
            shortest = std::min(shortest, operation.durationNs);
    return shortest;
}

/// A product of matrices by a library (cuBLAS, CUTLASS), by the kernel's name.
bool isProduct(const Operation &kernel)
{
    return kernel.name.find("gemm") != std::string::npos || kernel.name.find("nvjet") != std::string::npos
           || kernel.name.find("cutlass::Kernel") != std::string::npos;
}

void addRanges(BufferRanges &all, const BufferRanges &more)
{
    for (const BufferRange &range : more)
        if (std::find(all.begin(), all.end(), range) == all.end())
            all.push_back(range);
}

} // namespace

JoinRules::JoinRules(const Program &program, const DeviceProfile *profile)
    : m_program(program), m_replay(isReplay(program)), m_profile(profile),
      m_device(profile ? profile->info : DeviceInfo())
{
    constexpr int h200Multiprocessors = 132;
    if (!m_device.multiprocessors)
        m_device.multiprocessors = h200Multiprocessors;
    if (m_replay)
        m_startNs = shortestKernelNs(program);
}

bool JoinRules::joins(const std::vector<std::int32_t> &group, std::int32_t next) const
{
    constexpr std::size_t most = 1024; // larger ones nobody fuses
    const Operation &last = at(group.back());
    if (last.kind != at(next).kind || group.size() >= most)
        return false;
    return isCopy(last.kind) ? copiesJoin(last, at(next)) : kernelsJoin(group, at(next));
}

bool JoinRules::copiesJoin(const Operation &last, const Operation &next) const
{
    if (m_replay)
        return last.reads.front().buffer == next.reads.front().buffer
               && last.writes.front().buffer == next.writes.front().buffer;
    return isNeighbour(last.reads.front(), next.reads.front()) && isNeighbour(last.writes.front(), next.writes.front());
}

/// All on the same data, or each on the data behind the one before.
bool JoinRules::kernelsJoin(const std::vector<std::int32_t> &group, const Operation &next) const
{
    const Operation &last = at(group.back());
    if (last.kernel->kind != next.kernel->kind)
        return false;
    if (isSpin(last)) // its data only keeps its order
        return !m_replay || haveLikeGrids(last, next, static_cast<std::uint64_t>(*m_device.multiprocessors));
    const bool begun = group.size() > 1;
    const bool same = begun && onSameData(at(group.front()), last);
    if (onSameData(last, next))
        return last.kernel->kind != KernelKind::Stream && (!begun || same);
    return !same && last.kernel->workPerElement == next.kernel->workPerElement
           && last.kernel->precision == next.kernel->precision && onNeighbouringData(last, next);
}

Operation JoinRules::joined(const std::vector<std::int32_t> &operations, std::vector<Buffer> &buffers) const
{
    Operation one = isCopy(at(operations.front()).kind) ? joinedCopy(operations, buffers) : joinedKernel(operations);
    if (!one.name.empty())
        one.name += " and " + std::to_string(operations.size() - 1) + " more";
    return one;
}

Operation JoinRules::joinedCopy(const std::vector<std::int32_t> &operations, std::vector<Buffer> &buffers) const
{
    Operation one = at(operations.front());
    double weighted = 0;
    one.bytes = 0;
    for (const std::int32_t index : operations) {
        one.bytes += at(index).bytes;
        weighted += at(index).timeFactor() * static_cast<double>(at(index).bytes);
    }
    if (one.bytes > 0)
        one.setTimeFactor(joinedFactor(operations, one.bytes, weighted / static_cast<double>(one.bytes)));
    stageTogether(operations, one);
    for (BufferRange *range : {&one.reads.front(), &one.writes.front()}) {
        range->bytes = one.bytes;
        Buffer &buffer = buffers[static_cast<std::size_t>(range->buffer)];
        buffer.bytes = std::max(buffer.bytes, range->offset + range->bytes);
    }
    return one;
}

/// The call of a small pageable copy to the device has its staging in it, which a trace shows; that of the joined one
/// stages more. A large one holds the host, and the model says for how long: by a rate as in those calls.
void JoinRules::stageTogether(const std::vector<std::int32_t> &operations, Operation &one) const
{
    if (one.callNs < 0 || !m_replay || !m_profile || one.kind != OperationKind::H2D
        || m_program.hostMemoryOf(one) != HostMemory::Pageable)
        return;
    double callsNs = 0;
    for (const std::int32_t index : operations)
        callsNs += static_cast<double>(std::max<std::int64_t>(at(index).callNs, 0));
    const CopyCost &cost = m_profile->copies.h2d.pageable;
    const auto count = static_cast<double>(operations.size()), whole = static_cast<double>(one.bytes);
    const auto modelNs = [&](double bytes) {
        return m_profile->host.copyNs + cost.latencyNs + bytes / cost.bandwidthAt(bytes) * 1e9;
    };
    const double measured = callsNs / count / modelNs(whole / count);
    if (one.bytes > m_profile->copies.pageableAsyncBytes) {
        one.callNs = -1;
        one.setTimeFactor(joinedFactor(operations, one.bytes, measured));
        return;
    }
    const double perByteNs =
        cost.cachedBytesPerSecond > 0 ? 1e9 / cost.cachedBytesPerSecond : 1e9 / cost.bandwidthAt(whole);
    one.callNs = std::llround(callsNs / count + (whole - whole / count) * perByteNs);
}

/// Of small copies most is what each has, however large it is: where they took longer or shorter than the model has it,
/// the joined one does so once, and only what a rate explains by its size. Pageable data that came in small pieces was
/// made just before: the host's caches hold it, as far as they do.
double JoinRules::joinedFactor(const std::vector<std::int32_t> &operations, std::uint64_t bytes, double mean) const
{
    constexpr double smallBytes = 64 << 10, heldBytes = 4 << 20;
    const Operation &first = at(operations.front());
    if (!m_replay || !m_profile || (first.kind != OperationKind::H2D && first.kind != OperationKind::D2H))
        return mean;
    const bool isPageable = m_program.hostMemoryOf(first) == HostMemory::Pageable;
    const DirectionCosts &costs = first.kind == OperationKind::H2D ? m_profile->copies.h2d : m_profile->copies.d2h;
    const CopyCost &cost = isPageable ? costs.pageable : costs.pinned; // others are as fast as pinned memory
    const auto whole = static_cast<double>(bytes), each = whole / static_cast<double>(operations.size());
    const auto modelNs = [&cost](double size) { return cost.latencyNs + size / cost.bandwidthAt(size) * 1e9; };
    const double perByteNs = 1e9 / cost.bandwidthAt(whole), measuredNs = mean * modelNs(each);
    const double rate =
        mean > 1 ? 1 + (mean - 1) * each / (each + smallBytes) : std::min(1.0, measuredNs / (each * perByteNs));
    const double once = std::max(measuredNs - rate * each * perByteNs, 0.0);
    const bool isHeld = isPageable && first.kind == OperationKind::H2D && cost.cachedBytesPerSecond > 0
                        && each <= smallBytes && whole <= heldBytes;
    const double held = isHeld ? std::min(1.0, 1e9 / cost.cachedBytesPerSecond / perByteNs) : 1;
    return (rate * held * whole * perByteNs + once) / modelNs(whole);
}

std::int64_t JoinRules::atOnce(const KernelWork &work) const
{
    return blocksAtOnce(blockShape(work.block, static_cast<std::int64_t>(work.sharedMemory), work.registers, m_device),
                        m_device);
}

std::int64_t JoinRules::waves(const KernelWork &work) const
{
    return std::max<std::int64_t>(wavesOf(launchedBlocks(work), atOnce(work)), 1);
}

/// Small products fill pipelines before they multiply, and empty them: on H200s 24 of 3.9 us were one of 27.6 us, 3 of
/// 3.5 one of 4.4 to 4.9, and 32 of 2.3 one of 3.3.
std::int64_t JoinRules::startOf(const Operation &kernel) const
{
    constexpr std::int64_t productNs = 2'600;
    if (!m_replay || !isProduct(kernel) || waves(kernel.kernel) > 1)
        return m_startNs;
    return std::max(m_startNs, std::min(productNs, kernel.durationNs * 9 / 10));
}

/// Without startOf(), of which each of its blocks has a part: those of a large grid start while others run.
double JoinRules::ownNs(const Operation &kernel) const
{
    const std::int64_t all = waves(kernel.kernel);
    return static_cast<double>(all * (kernel.durationNs - std::min(startOf(kernel) / all, kernel.durationNs)));
}

/// Kernels of one name in a trace are one kernel on other data, which lies side by side in the fused one; different
/// ones follow each other in it. 24 Fourier transforms of 2.8 us and one block each took 4.0 us at once, and 26 lookups
/// that each filled the device as long as before (H200). More warps on an SM do more, up to what it can do.
double JoinRules::sideBySideNs(const std::vector<std::int32_t> &operations) const
{
    std::map<std::string_view, Repeated> byName;
    const auto warpsOf = [this](const KernelWork &work, std::int64_t blocks) {
        return warpsOnSm(blocks, work.block, atOnce(work), *m_device.multiprocessors);
    };
    double ns = 0;
    for (const std::int32_t index : operations) {
        const Operation &kernel = at(index);
        const double own = ownNs(kernel);
        if (kernel.name.empty()) {
            ns += own;
            continue;
        }
        Repeated &all = byName[kernel.name];
        all.longest = std::max(all.longest, own);
        const double sms =
            std::min(1.0, static_cast<double>(launchedBlocks(kernel.kernel)) / *m_device.multiprocessors);
        const double warps = warpsOf(kernel.kernel, launchedBlocks(kernel.kernel));
        all.work += own * sms * smThroughput(warps);
        all.warps += sms * warps;
        all.mostWarps = std::max(all.mostWarps, warps);
        all.room = std::max(all.room, warpsOf(kernel.kernel, atOnce(kernel.kernel)));
    }
    for (const auto &[name, all] : byName)
        ns += std::max(all.longest, all.work / smThroughput(std::clamp(all.warps, all.mostWarps, all.room)));
    return ns;
}

/// How long each block of a fused kernel takes, so that it takes as long as its parts do one after the other or side by
/// side, and no less than the longest.
std::int64_t JoinRules::joinedBlockNs(const std::vector<std::int32_t> &operations, const KernelWork &fused) const
{
    const auto part = [this](const KernelWork &work) { // of what the device holds at once
        return static_cast<double>(launchedBlocks(work)) / static_cast<double>(atOnce(work));
    };
    const std::int64_t all = waves(fused);
    double deviceNs = 0, longestNs = 0; // in which they would fill the device
    std::int64_t startNs = m_startNs;
    for (const std::int32_t index : operations) {
        const Operation &kernel = at(index);
        const auto count = static_cast<double>(waves(kernel.kernel));
        startNs = std::max(startNs, startOf(kernel));
        deviceNs += part(kernel.kernel) * ownNs(kernel) / count;
        longestNs = std::max(longestNs, count * static_cast<double>(kernel.durationNs));
    }
    const auto count = static_cast<double>(all);
    const double inTurnNs = deviceNs / part(fused);
    const double ns = m_replay ? std::min(inTurnNs, sideBySideNs(operations) / count) : inTurnNs;
    return std::max(static_cast<std::int64_t>(longestNs / count), startNs / all + static_cast<std::int64_t>(ns));
}

/// Of kernels that only take time: as many blocks as the largest has, one start, and the work of all of them.
Operation JoinRules::joinedKernel(const std::vector<std::int32_t> &operations) const
{
    Operation one = at(operations.front());
    KernelWork &work = one.kernel.own();
    for (std::size_t i = 1; i < operations.size(); ++i) {
        const Operation &next = at(operations[i]);
        if (isSpin(one)) {
            work.grid = std::max(launchedBlocks(work), launchedBlocks(next.kernel));
        } else if (onSameData(one, next)) {
            work.workPerElement = std::min(work.workPerElement + next.kernel->workPerElement, mostWork);
            work.grid = std::max(work.grid, next.kernel->grid);
        } else {
            work.elements += next.kernel->elements;
            work.grid = work.grid > 0 && next.kernel->grid > 0 ? work.grid + next.kernel->grid : 0;
            one.reads.front().bytes += next.reads.front().bytes;
            one.writes.front().bytes += next.writes.front().bytes;
        }
        if (isSpin(one)) {
            addRanges(one.reads, next.reads);
            addRanges(one.writes, next.writes);
        }
        work.block = std::max(work.block, next.kernel->block);
        work.sharedMemory = std::max(work.sharedMemory, next.kernel->sharedMemory);
        work.registers = std::max(work.registers, next.kernel->registers);
    }
    work.registers = static_cast<decltype(work.registers)>(registersThatFit(work.block, work.registers, m_device));
    if (isSpin(one))
        one.durationNs = joinedBlockNs(operations, work);
    return one;
}

} // namespace streamscope
