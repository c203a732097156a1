// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What runs on the SMs: how long, and what it asks of them.
#include "engine/executors/simulator/cost_model.h"
#include "engine/executors/simulator/simulated_time.h"
#include "engine/executors/simulator/units/blocks_by_age.h"
#include "engine/executors/simulator/units/tensor_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace streamscope {

namespace {

constexpr double bytesPerElement = 8; // each float is read once and written once
constexpr double unrolled = 16;       // multiply-adds of our kernel between two branches: kernels/fma_kernel.cu
constexpr double twoLoopsNs = 9;      // more for each further element that goes through both its loops

/// Some warps end before the others, and the last ones do not keep the multipliers busy.
double lastWarpsNs(double throughput, double chains)
{
    constexpr double lastWarps = 0.3;
    return lastWarps * chains * throughput / (chains + throughput);
}

/// The time of a grid that fits at once, whose units take `throughput` and whose chains `chains`, both in nanoseconds.
/// `alone`: no SM has two of its blocks.
/// Seen on an H200 with 1 to 8 blocks of 256 threads on each SM: copying half a GiB with 4 of them takes 1.32 times as
/// long as the chains, which take 1.13 times as long as the memory, and 64 MiB with 2, 4, 6 and 8 of them 1.22, 1.41,
/// 1.62 and 1.9 times as long as the chains: each block of an SM makes the others wait a little longer for their data.
/// Multiply-adds take 14, 10 and 7 percent more than the multipliers where those take 1, 2 and 3.5 times as long as the
/// chains. Where the cache holds the data they are nearer to the larger of the two: with 448 to 922 blocks and 1 to 7
/// multiply-adds 1.03 to 1.23 times as long.
double joinedNs(double throughput, double chains, bool memoryBound, bool cached, bool alone)
{
    constexpr double memorySharpness = 12, othersWait = 0.4, cacheSharpness = 3.8, sharpness = 5;
    if (memoryBound && !cached)
        return CostModel::bothLimits(throughput, chains + (alone ? 0 : othersWait * throughput), memorySharpness);
    if (memoryBound)
        return CostModel::bothLimits(throughput, chains, cacheSharpness);
    if (throughput <= chains)
        return CostModel::bothLimits(throughput, chains, sharpness);
    return throughput + lastWarpsNs(throughput, chains);
}

/// Blocks at once where `room` of the device's `capacity` is free: what runs beside takes slots, not throughput. With
/// less than `least` of the room the kernel waits for more, wave by wave.
std::int64_t elastic(std::int64_t capacity, std::int64_t room, double least = 0.5)
{
    return room > 0 && room < capacity && static_cast<double>(room) >= least * static_cast<double>(capacity) ? room
                                                                                                             : capacity;
}

} // namespace

double CostModel::bothLimits(double one, double other, double sharpness)
{
    const double larger = std::max({one, other, 1.0});
    return larger * std::pow(std::pow(one / larger, sharpness) + std::pow(other / larger, sharpness), 1 / sharpness);
}

BlockShape CostModel::blockShape(const Operation &operation) const
{
    const KernelWork &work = operation.kernel;
    // `registers` describes a kernel; the kernels that run here do not take them, on a GPU or in the model. Those of a
    // trace did. Of our own only the tensor kernel has so many that they count.
    const bool traced = operation.source != Operation::none;
    const std::int64_t registers = traced                            ? work.registers
                                   : work.kind == KernelKind::Tensor ? tensorRegisters(work.precision)
                                                                     : 0;
    return streamscope::blockShape(work.block, work.sharedMemory, registers, m_profile.info);
}

std::int64_t CostModel::blocksAtOnce(const Operation &kernel) const
{
    return streamscope::blocksAtOnce(blockShape(kernel), m_profile.info);
}

double CostModel::memsetNs(const Operation &operation) const
{
    const DeviceProfile::Compute &compute = m_profile.compute;
    const auto bytes = static_cast<double>(operation.bytes);
    if (m_profile.unitNs > 0)
        return m_profile.unitNs;
    if (!compute.memset.bandwidth.empty())
        return compute.memset.latencyNs + bytes / compute.memset.bandwidthAt(bytes) * 1e9;
    return compute.kernelFixedNs + bytes / CopyCost::rateAt(compute.memoryRate, bytes) * 1e9;
}

/// A memset or a copy fills the memory's bandwidth and so leaves nothing over.
KernelDemand CostModel::fillingDemand(double ns, std::int64_t room) const
{
    KernelDemand demand;
    demand.blocks = demand.atOnce = elastic(streamscope::blocksAtOnce(demand.shape, m_profile.info), room);
    demand.blockNs = wholeNs(ns);
    demand.throughput = 1.0 / static_cast<double>(demand.blocks);
    demand.unit = KernelUnit::Memory;
    return demand;
}

bool CostModel::takesMultiprocessors(const Operation &collective) const
{
    return m_profile.links.ringMultiprocessors > 0 && m_profile.unitNs <= 0 && collective.source == Operation::none;
}

/// Blocks of which each needs an SM for itself.
KernelDemand CostModel::collectiveDemand() const
{
    KernelDemand demand;
    demand.shape.threads = std::numeric_limits<std::int32_t>::max(); // as many as an SM has
    demand.blocks = demand.atOnce = std::min<std::int64_t>(m_profile.links.ringMultiprocessors,
                                                           streamscope::blocksAtOnce(demand.shape, m_profile.info));
    demand.unit = KernelUnit::Memory;
    demand.held = true;
    return demand;
}

KernelDemand CostModel::kernelDemand(std::int32_t index, std::int64_t room) const
{
    const Operation &operation = m_program.operations[index];
    if (operation.kind == OperationKind::Memset)
        return fillingDemand(memsetNs(operation) * operation.timeFactor(), room);
    if (operation.kind == OperationKind::D2D) {
        const CopyParts parts = copy(index);
        return fillingDemand(parts.latencyNs + parts.transferNs, room);
    }
    if (operation.kind == OperationKind::Collective)
        return collectiveDemand();
    const KernelWork &work = operation.kernel;
    const double stretch = jitter(m_profile.jitter.kernel, index, 2);
    KernelDemand demand;
    demand.shape = blockShape(operation);
    demand.blocks = launchedBlocks(work);
    if (m_profile.unitNs <= 0 && work.kind == KernelKind::Spin) {
        demand.blockNs = wholeNs(static_cast<double>(operation.durationNs) * stretch);
        demand.together =
            isTracedCollective(index) && demand.blocks <= streamscope::blocksAtOnce(demand.shape, m_profile.info);
        return demand;
    }
    const std::int64_t empty = streamscope::blocksAtOnce(demand.shape, m_profile.info);
    if (m_profile.unitNs > 0) {
        demand.blocks = std::min(demand.blocks, elastic(empty, room));
        demand.blockNs = wholeNs(m_profile.unitNs * stretch);
        return demand;
    }
    KnownKernel &known = m_known[room == anyRoom ? 0 : 1];
    if (known.waves == 0 || known.room != room || known.shape != demand.shape || known.work != work)
        known = reckon(work, demand, empty, room);
    demand = known.demand;
    demand.blockNs = wholeNs((known.ns * stretch - known.gapsNs) / static_cast<double>(known.waves));
    return demand;
}

/// All but how long each block takes. `demand`: what is known of it without its times.
CostModel::KnownKernel CostModel::reckon(const KernelWork &work, KernelDemand demand, std::int64_t empty,
                                         std::int64_t room) const
{
    const KernelParts parts = kernelParts(work, empty);
    const double grids = static_cast<double>(demand.blocks) / static_cast<double>(std::max<std::int64_t>(empty, 1));
    const double ns = kernelNs(parts, grids);
    demand.unit = unitOf(work, parts);
    // Cubes that wait for memory run on three of eight places of an SM, which products leave them (H200).
    constexpr double few = 0.33, half = 0.5;
    const std::int64_t capacity = elastic(empty, room, demand.unit == KernelUnit::Memory ? few : half);
    const std::int64_t atOnce = std::min(demand.blocks, capacity);
    demand.atOnce = atOnce;
    setLoad(demand, parts, grids, ns);
    const bool product = work.kind == KernelKind::Tensor && m_profile.compute.tensorFmaPerSecond > 0;
    const std::int64_t working = product ? blocksWithWork(work) : demand.blocks;
    const std::int64_t waves = std::min((working + capacity - 1) / capacity, maxWaves(ns));
    demand.blocks = atOnce * waves;
    // A kernel with few blocks can still keep the multipliers or the memory busy; two of those do not run at full
    // speed.
    const double busyNs = std::max(parts.arithmeticNs, parts.memoryNs) + parts.lostNs;
    demand.throughput = std::min(1.0, busyNs / std::max(ns, 1.0)) / static_cast<double>(atOnce);
    return {work, demand.shape, room, demand, ns, static_cast<double>(waves - 1) * m_profile.compute.blockGapNs, waves};
}

BesideDemand CostModel::besideDemand(std::int32_t index, const KernelDemand &demand) const
{
    constexpr double issuedPerElement = 11.4; // for its place, its bytes and its loop, in multiply-adds
    const Operation &operation = m_program.operations[index];
    if (operation.kind != OperationKind::Kernel) // a memset, a copy or a collective
        return {1, std::min(demand.throughput * static_cast<double>(demand.atOnce), 1.0), 0};
    const KernelWork &work = operation.kernel;
    const auto empty = std::max<std::int64_t>(streamscope::blocksAtOnce(demand.shape, m_profile.info), 1);
    const double grids = static_cast<double>(launchedBlocks(work)) / static_cast<double>(empty);
    const KernelParts parts = kernelParts(work, empty, true);
    const double ns = kernelNs(parts, grids), aloneNs = kernelNs(kernelParts(work, empty), grids);
    const double issued = work.kind == KernelKind::Tensor ? 0 : issuedPerElement * static_cast<double>(work.elements);
    const double multipliersNs = parts.arithmeticNs + issued / m_profile.compute.fmaPerSecond * 1e9;
    return {ns / aloneNs, std::min(parts.memoryNs / ns, 1.0), std::min(multipliersNs / ns, 1.0)};
}

/// Of a kernel of `ns` that fills the device `waves` times.
void CostModel::setLoad(KernelDemand &demand, const KernelParts &parts, double waves, double ns) const
{
    if (demand.unit != KernelUnit::Multipliers || parts.chainNs <= 0)
        return;
    if (waves > 1) {
        const double even = std::max(parts.arithmeticNs + parts.exposedNs, parts.chainNs * waves);
        demand.tailNs = std::max(0.0, ns - m_profile.compute.kernelFixedNs - even);
        return;
    }
    const double sms = std::max(m_profile.info.multiprocessors.value_or(1), 1);
    const auto blocks = static_cast<double>(demand.atOnce);
    demand.chainNs = parts.chainNs;
    demand.blockLoad = parts.arithmeticNs / parts.chainNs * sms / blocks;
    demand.stretch = stretch(std::ceil(blocks / sms) * demand.blockLoad);
}

double CostModel::stretch(double load)
{
    return joinedNs(load, 1, false, false, false);
}

/// Measured on an H200: cubes that wait for memory run beside products on the tensor cores, multiply-adds do not
/// (docs/measurements/tensor-cores.md).
KernelUnit CostModel::unitOf(const KernelWork &work, const KernelParts &parts) const
{
    const DeviceProfile::Compute &compute = m_profile.compute;
    const bool onTensorCores = work.kind == KernelKind::Tensor && compute.tensorFmaPerSecond > 0;
    if (onTensorCores && !compute.tensorSharesMultipliers)
        return KernelUnit::TensorCores;
    return parts.memoryNs > parts.arithmeticNs ? KernelUnit::Memory : KernelUnit::Multipliers;
}

/// Waves of a kernel of `ns` that the device's throughput bounds: enough to show others getting between them, and so
/// few that the gaps between them stay small.
std::int64_t CostModel::maxWaves(double ns) const
{
    constexpr double enough = 16;
    constexpr double gapsPerWave = 10;
    if (m_profile.compute.blockGapNs <= 0)
        return static_cast<std::int64_t>(enough);
    return static_cast<std::int64_t>(std::clamp(ns / m_profile.compute.blockGapNs / gapsPerWave, 1.0, enough));
}

/// Half of the cache holds what a kernel works on, besides what is written to it.
bool CostModel::isCached(double elements) const
{
    constexpr double floatBytes = 4;
    const auto cache = static_cast<double>(m_profile.info.l2Bytes.value_or(0));
    return elements * floatBytes <= cache / 2;
}

/// Of `inRow` multiply-adds that wait for each other, as our kernel's loop does them.
double CostModel::fmaChainNs(double inRow) const
{
    const double rest = std::fmod(inRow, unrolled);
    return (inRow - rest) * m_profile.compute.fmaLatencyNs + rest * m_profile.compute.fmaRestLatencyNs;
}

/// How much the blocks keep step, 0 … 1: then no arithmetic runs while they wait for data of the cache. Seven and eight
/// of 256 threads on an SM do, and six whose loop is unrolled, where they have arithmetic to do at all, and fewer where
/// they do more arithmetic than they wait. A thread that has one element only waits once. 156 grids of 132 to 1,056
/// blocks on 4 Mi elements with 1 to 200 multiply-adds on an H200.
double CostModel::shareInStep(const KernelParts &parts)
{
    constexpr std::int64_t full = 7, fullUnrolled = 6;
    const double ratio = parts.arithmeticNs / std::max(parts.memoryNs, 1.0);
    const bool isFull = parts.blocksOnSm >= (parts.unrolls ? fullUnrolled : full);
    return std::clamp(isFull ? 4 * ratio - 1 : 2 * ratio - 2, 0.0, 1.0);
}

/// Where each thread has several elements, whose data the cache holds, the first wave's blocks end together, and the
/// others' wait for their first data takes a microsecond that nothing hides; less where `rest` multiply-adds, each with
/// a branch, let the blocks end one by one. 110 grids of 1,220 to 4,224 blocks on 4 Mi elements with 1 to 32
/// multiply-adds on an H200 were up to 12 percent too short without it.
double CostModel::nextWaveNs(double rest)
{
    constexpr double wholeNs = 1000, few = 6, many = 10;
    return wholeNs * std::clamp((many - rest) / (many - few), 0.0, 1.0);
}

/// The time of a kernel whose blocks all run at once.
double CostModel::atOnceNs(const KernelParts &parts)
{
    const double arithmetic = parts.arithmeticNs * parts.uneven;
    const bool memoryBound = parts.memoryNs > parts.arithmeticNs;
    const double load = arithmetic / std::max(parts.chainNs * static_cast<double>(parts.blocksOnSm), 1.0);
    constexpr double uncachedShare = 0.63; // other blocks work while one waits for the memory
    const double hidden = std::max(parts.memoryNs - parts.exposedNs, 0.0);
    const double exposed = !parts.strides  ? parts.exposedNs
                           : !parts.cached ? uncachedShare * parts.exposedNs
                                           : parts.exposedNs + shareInStep(parts) * hidden;
    const double ns = joinedNs(std::max(parts.memoryNs, arithmetic + exposed), parts.chainNs, memoryBound, parts.cached,
                               parts.blocksOnSm < 2);
    constexpr double none = 0.45, all = 0.51; // loads of a block from which on, and with which, blocks go by age
    const double byAge = std::clamp((load - none) / (all - none), 0.0, 1.0);
    if (memoryBound || parts.blocksOnSm < 2 || load > 1 || byAge <= 0)
        return ns;
    const double aged = parts.chainNs * lastEndByAge(parts.blocksOnSm, load) + parts.exposedNs;
    return ns + byAge * std::max(aged - ns, 0.0);
}

/// The time of a kernel that fills the device `waves` times, from its times on each unit.
double CostModel::kernelNs(const KernelParts &parts, double waves) const
{
    const DeviceProfile::Compute &compute = m_profile.compute;
    const double throughput = std::max(parts.memoryNs, parts.arithmeticNs * parts.uneven + parts.exposedNs);
    const double joined = waves > 1 ? std::max(throughput, parts.chainNs * waves) : atOnceNs(parts);
    // The last wave leaves places empty, but its blocks take as long as any. After many waves they no longer keep step,
    // and the places empty one by one; so they do where the blocks wait for a unit and not for themselves.
    const double full = std::floor(waves), inStep = std::min(1.0, parts.chainNs * waves / std::max(throughput, 1.0));
    double tail = full >= 1 && waves > full ? inStep * parts.chainNs * (1 - (waves - full)) / std::sqrt(full) : 0;
    if (waves > 1 && inStep < 1)
        tail = std::max(tail, lastWarpsNs(throughput, parts.chainNs));
    const double began = waves > 1 ? parts.nextWaveNs : 0;
    return compute.kernelFixedNs + std::max(joined + began, parts.startsNs) + tail;
}

/// The SM with the most blocks is the last, where one has more than others, also when they do not all fit at once;
/// after many waves the difference becomes less. A block alone does not fill its SM.
double CostModel::unevenness(double blocks, std::int64_t capacity) const
{
    const double sms = std::max(m_profile.info.multiprocessors.value_or(1), 1);
    if (blocks <= sms)
        return 1;
    const double full = std::floor(blocks / static_cast<double>(std::max<std::int64_t>(capacity, 1)));
    return 1 + (std::ceil(blocks / sms) * sms / blocks - 1) / std::sqrt(std::max(full, 1.0));
}

CostModel::KernelParts CostModel::kernelParts(const KernelWork &work, std::int64_t capacity, bool beside) const
{
    const DeviceProfile::Compute &compute = m_profile.compute;
    const double elements = static_cast<double>(work.elements);
    const double chain = work.kind == KernelKind::Stream ? 0 : static_cast<double>(work.workPerElement);
    const bool onTensorCores = work.kind == KernelKind::Tensor && compute.tensorFmaPerSecond > 0;
    const double share = work.precision == MatrixPrecision::Tf32 ? compute.tensorTf32Share : 1;
    const double rate = onTensorCores ? compute.tensorFmaPerSecond * share : compute.fmaPerSecond;
    // Each multiply-add of an element waits for the one before it, and each element for its bytes: a grid with few
    // threads is bound by these chains.
    const double blocks = launchedBlocks(work);
    const double threads = blocks * std::max<std::uint32_t>(work.block, 1);
    const double inRow = work.kind == KernelKind::Fma ? fmaChainNs(chain) : 0;
    const double rest = work.kind == KernelKind::Fma ? std::fmod(chain, unrolled) : 0;
    const double bytes = elements * bytesPerElement;
    const bool cached = isCached(elements);
    // Where data of other kernels take their part of the cache: of two kernels on 16 MiB each, an H200 with 50 MiB.
    constexpr double longerBeside = 1.254, missedBeside = 0.412;
    const double memoryNs =
        (beside && cached ? longerBeside : 1) * bytes / CopyCost::rateAt(compute.memoryRate, bytes) * 1e9;
    const double exposedNs = (1 - compute.memoryOverlap) * memoryNs;
    if (onTensorCores)
        return tensorParts(work, capacity, memoryNs, rate);
    const double arithmeticNs = elements * (chain + rest * (compute.fmaRestFactor - 1)) / rate * 1e9;
    if (work.kind == KernelKind::Tensor) // a block computes what it has read, and then writes
        return {memoryNs, arithmeticNs, exposedNs};
    const double missed = !cached ? 1 : beside ? missedBeside : 0;
    const double latencyNs = compute.memoryLatencyNs + missed * (compute.uncachedLatencyNs - compute.memoryLatencyNs);
    const double rounds = std::ceil(elements / threads);
    return {memoryNs,
            arithmeticNs,
            exposedNs,
            rounds * (inRow + latencyNs) + (rounds - 1) * (rest > 0 && chain > unrolled ? twoLoopsNs : 0),
            blocks * compute.blockStartNs,
            unevenness(blocks, capacity),
            cached,
            rounds > 1,
            static_cast<std::int64_t>(std::ceil(blocks / std::max(m_profile.info.multiprocessors.value_or(1), 1))),
            cached && rounds > 1 ? nextWaveNs(rest) : 0,
            chain >= unrolled};
}

/// Of a matrix product whose tensor cores do `rate` multiply-adds a second on the whole device. A block reads what it
/// computes next, and writes it before it reads again.
CostModel::KernelParts CostModel::tensorParts(const KernelWork &work, std::int64_t capacity, double memoryNs,
                                              double rate) const
{
    const DeviceProfile::Compute &compute = m_profile.compute;
    const std::int64_t sms = std::max(m_profile.info.multiprocessors.value_or(1), 1);
    const TensorGrid grid = tensorGrid(work, sms, std::max<std::int64_t>(capacity / sms, 1));
    const auto multiplyAdds = static_cast<double>(grid.groups * tensorGroupElements * work.workPerElement);
    const auto bytes = static_cast<double>(grid.rounds * grid.roundBytes);
    const double roundsNs = compute.tensorBlockBytesPerSecond > 0 ? bytes / compute.tensorBlockBytesPerSecond * 1e9 : 0;
    KernelParts parts;
    parts.memoryNs = std::max(memoryNs, roundsNs);
    parts.arithmeticNs = multiplyAdds * static_cast<double>(sms) / rate * 1e9;
    parts.exposedNs = parts.lostNs = roundsNs + compute.tensorFixedNs;
    return parts;
}

} // namespace streamscope
