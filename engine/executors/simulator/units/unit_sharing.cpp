// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// How blocks share the units of the SMs: rule B1 of ComputeEngine.
#include "engine/executors/simulator/compute_engine.h"
#include "engine/executors/simulator/simulated_time.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

/// The oldest first.
std::vector<std::int32_t> ComputeEngine::batchesOn(KernelUnit unit) const
{
    std::vector<std::int32_t> found;
    for (std::size_t i = 0; i < m_batches.size(); ++i)
        if (m_batches[i].kernel >= 0 && m_kernels[m_batches[i].kernel].demand.unit == unit
            && m_kernels[m_batches[i].kernel].demand.throughput > 0)
            found.push_back(static_cast<std::int32_t>(i));
    std::stable_sort(found.begin(), found.end(),
                     [this](std::int32_t a, std::int32_t b) { return m_batches[a].start < m_batches[b].start; });
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
    std::int32_t kernel = -1;
    bool differs = false; // from what the kernels' own times say
    double blocks = 0, load = 0;
    for (const Batch &batch : m_batches) {
        if (batch.kernel < 0)
            continue;
        const KernelDemand &demand = m_kernels[batch.kernel].demand;
        if (demand.unit != unit || demand.throughput <= 0)
            continue;
        if (demand.blockLoad <= 0)
            return 0;
        differs = differs || (kernel >= 0 && batch.kernel != kernel) || batch.blocks < demand.atOnce;
        kernel = batch.kernel;
        blocks += static_cast<double>(batch.blocks);
        load += demand.blockLoad * static_cast<double>(batch.blocks);
    }
    const double sms = std::max(m_profile.info.multiprocessors.value_or(1), 1);
    return differs ? CostModel::stretch(std::ceil(blocks / sms) * load / blocks) : 0;
}

/// Also of the other unit, whose kernels had less of theirs as long as products ran beside others.
void ComputeEngine::shareUnits(KernelUnit changed)
{
    if (shareMixed())
        return;
    shareUnit(changed);
    if (m_mixesProducts)
        shareUnit(changed == KernelUnit::Memory ? KernelUnit::Multipliers : KernelUnit::Memory);
}

/// At which rate the younger of two kernels runs at most, where each has one to two blocks for each SM and the younger
/// needs places on SMs that have two of the older: these leave it little, and it ends with its last block. Two products
/// of 212 blocks and 146 us alone took 277 us together, two of 216 and 120 us 227 (two H200s).
double ComputeEngine::rateBesideFullOnes(const std::vector<std::int32_t> &batches) const
{
    if (m_held > 0 || batches.empty())
        return 1;
    const std::int32_t oldest = m_batches[batches.front()].kernel, youngest = m_batches[batches.back()].kernel;
    const KernelDemand &older = m_kernels[oldest].demand, &younger = m_kernels[youngest].demand;
    const std::int64_t sms = std::max(m_profile.info.multiprocessors.value_or(1), 1);
    const auto fits = [sms](const KernelDemand &demand) {
        return demand.blockLoad > 0 && demand.atOnce > sms && demand.atOnce <= 2 * sms;
    };
    const std::int64_t elsewhere = 2 * (2 * sms - older.atOnce); // two on each SM that has one of the older
    const bool two = std::all_of(batches.begin(), batches.end(), [&](std::int32_t batch) {
        return m_batches[batch].kernel == oldest || m_batches[batch].kernel == youngest;
    });
    if (oldest == youngest || !two || !fits(older) || !fits(younger) || younger.atOnce <= elsewhere)
        return 1;
    const double left = std::max(0.0, 1 - 2 * older.blockLoad / older.stretch);
    const auto there = static_cast<double>((older.atOnce + younger.atOnce + sms - 1) / sms - 2);
    return std::min(1.0, left / (there * younger.blockLoad / younger.stretch));
}

/// Rule B1. While nothing asks for more than there is, every block runs at full rate and this costs nothing.
void ComputeEngine::shareUnit(KernelUnit unit)
{
    const double asked = m_throughput[static_cast<std::size_t>(unit)];
    const double capacity = capacityOf(unit);
    const bool enough = asked <= capacity + shareTolerance;
    constexpr double justFull = 1.05; // a block of each of two kernels on every SM: the older does not go first
    const double together = asked <= justFull * capacity ? stretchTogether(unit) : 0;
    if (enough && !m_shares && together <= 0)
        return;
    m_shares = true;
    double left = capacity;
    const std::vector<std::int32_t> batches = batchesOn(unit);
    const bool byAge = unit == KernelUnit::Multipliers && !enough && together <= 0;
    const double younger = byAge ? rateBesideFullOnes(batches) : 1;
    for (const std::int32_t index : batches) {
        const double share = shareOf(m_batches[index]);
        const double alone = m_kernels[m_batches[index].kernel].demand.stretch;
        const double atMost = m_batches[index].kernel == m_batches[batches.front()].kernel ? 1 : younger;
        const double rate = together > 0                 ? alone / together
                            : enough                     ? 1
                            : unit == KernelUnit::Memory ? 1 / asked // it is never held
                                                         : std::min(atMost, left / share);
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
