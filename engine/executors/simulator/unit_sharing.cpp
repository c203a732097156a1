// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// How blocks share the units of the SMs: rule B1 of ComputeEngine.
#include "engine/executors/simulator/compute_engine.h"
#include "engine/executors/simulator/simulated_time.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace streamscope {

namespace {

constexpr double shareTolerance = 1e-9; // shares are sums of quotients
constexpr double leastRate = 1e-3;      // what is left over below that is a rounding error

} // namespace

/// What its blocks ask of their unit while they run at full rate, 1 being all of it.
double ComputeEngine::shareOf(const Batch &batch) const
{
    return m_kernels[batch.kernel].demand.throughput * static_cast<double>(batch.blocks);
}

bool ComputeEngine::wants(const Batch &batch, KernelUnit unit) const
{
    return usesUnits(batch) && m_kernels[batch.kernel].demand.unit == unit;
}

/// A kernel, no memset and no copy.
bool ComputeEngine::waitsForMemory(const Batch &batch) const
{
    return wants(batch, KernelUnit::Memory)
           && m_program.operations[m_kernels[batch.kernel].operation].kind == OperationKind::Kernel;
}

/// Those that `belong`, the oldest first.
template <typename Belongs>
std::vector<std::int32_t> ComputeEngine::byAge(const Belongs &belongs) const
{
    std::vector<std::int32_t> found;
    for (std::size_t i = 0; i < m_batches.size(); ++i)
        if (belongs(m_batches[i]))
            found.push_back(static_cast<std::int32_t>(i));
    std::sort(found.begin(), found.end(),
              [this](std::int32_t a, std::int32_t b) { return m_batches[a].turn < m_batches[b].turn; });
    return found;
}

ComputeEngine::MultipliersLoad ComputeEngine::multipliersLoad() const
{
    MultipliersLoad found;
    std::int32_t kernel = -1;
    double load = 0;
    for (const Batch &batch : m_batches) {
        if (!wants(batch, KernelUnit::Multipliers))
            continue;
        const KernelDemand &demand = m_kernels[batch.kernel].demand;
        found.known = found.known && demand.blockLoad > 0;
        found.differs = found.differs || (kernel >= 0 && batch.kernel != kernel) || batch.blocks < demand.atOnce;
        kernel = batch.kernel;
        found.blocks += static_cast<double>(batch.blocks);
        load += demand.blockLoad * static_cast<double>(batch.blocks);
    }
    const double sms = std::max(m_profile.info.multiprocessors.value_or(1), 1);
    found.ofFullestSm = found.blocks > 0 ? std::ceil(found.blocks / sms) * load / found.blocks : 0;
    return found;
}

/// Kernels that on the whole leave the multipliers room still slow each other where blocks of several lie on one SM:
/// two of 116 blocks that wait for themselves take 1.18 times as long together as each alone (H200). And blocks that
/// came late, when others had left their kernel little room, run faster than beside all of their own. 0: not known, or
/// a whole kernel has the unit for itself.
double ComputeEngine::stretchTogether(KernelUnit unit) const
{
    if (unit != KernelUnit::Multipliers || m_held > 0)
        return 0;
    const MultipliersLoad asked = multipliersLoad();
    return asked.known && asked.differs ? CostModel::stretch(asked.ofFullestSm) : 0;
}

/// Where an SM has blocks of several kernels that ask for more than it has, or fewer of a kernel than it has else, the
/// kernels' own times do not say when they end: two of 164 blocks end when the SM with three blocks does, 1.6 times as
/// late as one (H200).
bool ComputeEngine::wantsAges() const
{
    if (!knowsLoads() || (m_running < 2 && !m_usesAges))
        return false;
    constexpr double muchLeft = 0.9; // of an SM's multipliers
    const MultipliersLoad asked = multipliersLoad();
    if (m_usesAges)
        return asked.blocks > 0;
    const bool mixed = asked.differs || std::any_of(m_batches.begin(), m_batches.end(), [this](const Batch &batch) {
                           return waitsForMemory(batch);
                       });
    return mixed && asked.blocks > m_profile.info.multiprocessors.value_or(1) && asked.ofFullestSm > muchLeft;
}

/// What each block asks of its SM, for every kernel that wants the multipliers.
bool ComputeEngine::knowsLoads() const
{
    constexpr int most = 64; // batches: beyond, who is the oldest on which SM matters little
    return m_held <= 0 && m_running <= most
           && std::all_of(m_batches.begin(), m_batches.end(), [this](const Batch &batch) {
                  return !wants(batch, KernelUnit::Multipliers) || goesByAge(m_kernels[batch.kernel].demand);
              });
}

/// Blocks that mostly wait for memory do not keep the order of their age.
bool ComputeEngine::goesByAge(const KernelDemand &demand)
{
    constexpr double least = 0.47;
    return demand.blockLoad > least;
}

void ComputeEngine::stack(std::int32_t index)
{
    Batch &batch = m_batches[index];
    batch.stacked = batch.blocks;
    const KernelDemand &demand = m_kernels[batch.kernel].demand;
    const auto since = static_cast<double>(batch.since);
    if (demand.unit == KernelUnit::Memory) {
        constexpr double issued = 0.04; // of what the SM can issue: four of them take 69 us of 516 from others (H200)
        m_byAge.add(index, batch.placement, {batch.left / std::max(batch.rate, leastRate), issued, true}, since);
        return;
    }
    const std::int64_t sms = std::max(m_profile.info.multiprocessors.value_or(1), 1);
    const double alone = lastEndByAge((demand.atOnce + sms - 1) / sms, demand.blockLoad);
    const double ns = static_cast<double>(demand.blockNs) / alone;
    const double load = std::min(1.0, demand.blockLoad * std::max(1.0, demand.chainNs / ns)); // no work is lost
    m_byAge.add(index, batch.placement, {batch.left / alone, load}, since);
}

void ComputeEngine::unstack(std::int32_t index)
{
    if (m_batches[index].stacked > 0)
        m_byAge.remove(index, static_cast<double>(m_events.now()));
    m_batches[index].stacked = 0;
}

/// SMs whose blocks of a batch are done have room for others, before the last block of the batch ends.
void ComputeEngine::freeEnded()
{
    if (!m_usesAges)
        return;
    Placement running;
    for (std::size_t i = 0; i < m_batches.size(); ++i) {
        Batch &batch = m_batches[i];
        if (batch.kernel < 0 || batch.stacked == 0)
            continue;
        if (!m_byAge.thinned(static_cast<std::int32_t>(i), static_cast<double>(m_events.now()), running))
            continue;
        const BlockShape &shape = m_kernels[batch.kernel].demand.shape;
        m_multiprocessors.release(shape, batch.placement);
        m_multiprocessors.take(shape, running);
        if (blocksEnded && batch.all.empty())
            batch.all = batch.placement;
        batch.placement.swap(running);
    }
}

/// A kernel waits for room, which the next blocks that end leave it, before their batch ends. The event names any
/// batch: blocksEnd() sees that it does not end, and looks for room.
void ComputeEngine::awaitEndedBlocks(const Kernel &waiting)
{
    if (!m_usesAges || !goesByAge(waiting.demand))
        return;
    const auto now = static_cast<double>(m_events.now());
    const double next = m_byAge.nextEnd(now);
    if (next <= now)
        return;
    m_roomAt = wholeNs(next) + 1;
    for (std::size_t i = 0; i < m_batches.size(); ++i)
        if (m_batches[i].kernel >= 0 && m_batches[i].stacked > 0) {
            m_events.schedule(m_roomAt, SimulatedEventType::BlocksEnd, static_cast<std::int32_t>(i), 0, m_device);
            return;
        }
}

/// Too few blocks find room for a piece of a kernel: in very small ones the simulation would take long.
bool ComputeEngine::waitsForPiece(const Kernel &kernel)
{
    constexpr std::int64_t pieces = 4;
    return m_usesAges && goesByAge(kernel.demand)
           && m_multiprocessors.room(kernel.demand.shape) < std::min(kernel.unplaced, kernel.demand.atOnce / pieces);
}

void ComputeEngine::leaveAges()
{
    if (!std::exchange(m_usesAges, false))
        return;
    m_byAge.clear();
    for (Batch &batch : m_batches)
        batch.stacked = 0;
}

/// @returns false where the blocks on each SM are not looked at: then shareUnit() decides for the whole device.
bool ComputeEngine::shareByAge()
{
    if (!wantsAges()) {
        leaveAges();
        return false;
    }
    const std::vector<std::int32_t> batches =
        byAge([this](const Batch &batch) { return wants(batch, KernelUnit::Multipliers) || waitsForMemory(batch); });
    m_usesAges = m_shares = true;
    for (const std::int32_t index : batches) {
        if (m_batches[index].stacked == m_batches[index].blocks)
            continue;
        unstack(index);
        stack(index);
    }
    m_endsByAge.resize(m_batches.size());
    m_byAge.findEnds(static_cast<double>(m_events.now()), m_endsByAge);
    for (const std::int32_t index : batches)
        setEnd(index, m_endsByAge[static_cast<std::size_t>(index)]);
    return true;
}

/// The event of the old end stays in the queue; blocksEnd() passes it over.
void ComputeEngine::setEnd(std::int32_t index, double endNs)
{
    Batch &batch = m_batches[index];
    const std::int64_t now = std::max(m_events.now(), batch.since);
    const std::int64_t end = std::max(wholeNs(endNs), now);
    batch.left = static_cast<double>(end - now);
    batch.since = now;
    batch.rate = 1;
    if (end == batch.end)
        return;
    batch.end = end;
    m_events.schedule(end, SimulatedEventType::BlocksEnd, index, 0, m_device);
}

/// Also of the other unit, whose kernels had less of theirs as long as products ran beside others.
void ComputeEngine::shareUnits(KernelUnit changed)
{
    if (shareMixed())
        return;
    shareUnit(changed);
    if (changed == KernelUnit::Memory)
        shareByAge();
    if (m_mixesProducts)
        shareUnit(changed == KernelUnit::Memory ? KernelUnit::Multipliers : KernelUnit::Memory);
}

/// Rule B1. While nothing asks for more than there is, every block runs at full rate and this costs nothing.
void ComputeEngine::shareUnit(KernelUnit unit)
{
    if (unit == KernelUnit::Multipliers && shareByAge())
        return;
    const double asked = m_throughput[static_cast<std::size_t>(unit)];
    const double capacity = capacityOf(unit);
    const bool enough = asked <= capacity + shareTolerance;
    constexpr double justFull = 1.05; // a block of each of two kernels on every SM: the older does not go first
    const double together = asked <= justFull * capacity ? stretchTogether(unit) : 0;
    if (enough && !m_shares && together <= 0)
        return;
    m_shares = true;
    double left = capacity;
    for (const std::int32_t index : byAge([this, unit](const Batch &batch) { return wants(batch, unit); })) {
        const double share = shareOf(m_batches[index]);
        const double alone = m_kernels[m_batches[index].kernel].demand.stretch;
        const double rate = together > 0                 ? alone / together
                            : enough                     ? 1
                            : unit == KernelUnit::Memory ? 1 / asked // it is never held
                                                         : std::min(1.0, left / share);
        left = std::max(0.0, left - rate * share);
        setRate(index, rate > leastRate ? rate : 0);
    }
}

/// The event of the old end stays in the queue; blocksEnd() passes it over.
void ComputeEngine::setRate(std::int32_t index, double rate)
{
    Batch &batch = m_batches[index];
    if (std::abs(rate - batch.rate) < shareTolerance)
        return;
    const std::int64_t now = std::max(m_events.now(), batch.since);
    batch.left = std::max(0.0, batch.left - batch.rate * static_cast<double>(now - batch.since));
    batch.since = now;
    batch.rate = rate;
    batch.end = rate > 0 ? now + wholeNs(batch.left / rate) : std::numeric_limits<std::int64_t>::max();
    if (rate > 0)
        m_events.schedule(batch.end, SimulatedEventType::BlocksEnd, index, 0, m_device);
}

/// No end is known, so no waves can be skipped until the device is idle.
void ComputeEngine::hold(Batch &batch)
{
    batch.rate = 0;
    batch.end = std::numeric_limits<std::int64_t>::max();
    m_shares = true;
    takeMultiprocessors(batch.blocks);
}

/// Multipliers and tensor cores of SMs that a collective has are lost to all others; the memory is not.
void ComputeEngine::takeMultiprocessors(std::int64_t count)
{
    m_held = std::max(0.0, m_held + static_cast<double>(count) / m_profile.info.multiprocessors.value_or(1));
    shareUnit(KernelUnit::Multipliers);
    shareUnit(KernelUnit::TensorCores);
}

void ComputeEngine::resume(std::int32_t operation, double ns, double memoryShare)
{
    for (std::size_t i = 0; i < m_batches.size(); ++i) {
        Batch &batch = m_batches[i];
        if (batch.kernel < 0 || m_kernels[batch.kernel].operation != operation)
            continue;
        KernelDemand &demand = m_kernels[batch.kernel].demand;
        demand.throughput = memoryShare / static_cast<double>(batch.blocks);
        m_throughput[static_cast<std::size_t>(demand.unit)] += memoryShare;
        batch.left = ns;
        batch.since = m_events.now();
        setRate(static_cast<std::int32_t>(i), 1);
        shareUnit(demand.unit);
    }
}

/// Where a kernel does not fit at once, its SMs are done one after the other at its end, and the blocks of the next
/// kernel begin there. Here all of its last blocks end together, so the next kernel's blocks come too late, and have
/// done some of their work already: what `ended` left of the unit, less what blocks that had room did of it.
void ComputeEngine::handOnTail(const Kernel &ended)
{
    if (ended.demand.tailNs <= 0 || m_waiting.empty())
        return;
    const std::int32_t slot = m_waiting.front().kernel;
    Kernel &next = m_kernels[slot];
    if (next.demand.unit != ended.demand.unit || next.demand.throughput <= 0)
        return;
    double doneNs = 0;
    for (const Batch &batch : m_batches)
        if (batch.kernel == slot) {
            const auto passed = static_cast<double>(std::max<std::int64_t>(m_events.now() - batch.since, 0));
            const double left = batch.left - batch.rate * passed;
            doneNs += (static_cast<double>(next.demand.blockNs) - left) * shareOf(batch);
        }
    constexpr double used = 0.8; // blocks that have just come wait for their first data
    next.aheadNs = std::max(0.0, used * ended.demand.tailNs - doneNs);
}

} // namespace streamscope
