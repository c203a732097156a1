// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/bounds/sm_time.h"

#include "engine/analysis/bounds/sm_capacity.h"
#include "engine/timeline/interval_set.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace streamscope {

namespace {

/// Work with one key needs the same unit.
using UnitKey = std::tuple<OperationKind, KernelKind, std::int64_t, MatrixPrecision>;

/// What the operations of one unit ask of it.
struct UnitWork
{
    double ns = 0;
    std::vector<IntervalSet::Interval> ran;
};

/// The share of an SM that a block takes by one resource, so that the shares of no blocks that fit together exceed 1.
/// With `parts` 0 that is the plain fraction. Else a block counts in steps of 1 / parts, which is more where blocks
/// leave a rest that none of them fits into: with 1 part a block that needs more than half of the SM takes all of it.
/// (A dual feasible function: Fekete and Schepers, New classes of lower bounds for bin packing problems, 2001.)
double shareOf(std::int64_t need, std::int64_t room, std::int64_t parts)
{
    const std::int64_t scaled = (parts + 1) * need;
    if (parts == 0 || scaled % room == 0)
        return static_cast<double>(need) / static_cast<double>(room);
    const auto whole = scaled / room;
    return static_cast<double>(whole) / static_cast<double>(parts);
}

/// The work that the SMs of one device do.
class SmWork
{
public:
    explicit SmWork(const SmCapacity &sms) : m_sms(sms) {}

    void addBlocks(const KernelWork &work, double blockNs)
    {
        m_blockTime[m_sms.needs(work)] += blockNs * launchedBlocks(work);
    }
    void addToUnit(const UnitKey &unit, double ns, IntervalSet::Interval ran)
    {
        m_units[unit].ns += ns;
        m_units[unit].ran.push_back(ran);
    }
    void addInTurn(std::int64_t ns) { m_inTurn += ns; }

    std::int64_t leastTime()
    {
        double least = static_cast<double>(m_inTurn);
        for (auto &[unit, work] : m_units) {
            const auto ran = static_cast<double>(IntervalSet(std::move(work.ran)).length());
            least = std::max(least, std::min(work.ns, ran));
        }
        for (std::size_t resource = 0; resource < m_sms.ofOne().size(); ++resource)
            for (const std::int64_t parts : waysToCount(resource))
                least = std::max(least, timeOfBlocks(resource, parts));
        return static_cast<std::int64_t>(least + 0.001); // sums of fractions leave crumbs
    }

private:
    /// Shapes of which an SM holds n are counted best in n parts.
    std::set<std::int64_t> waysToCount(std::size_t resource) const
    {
        constexpr std::int64_t most = 64; // no SM holds more blocks
        std::set<std::int64_t> ways{0};
        for (const auto &[need, ns] : m_blockTime)
            if (need[resource] > 0)
                ways.insert(std::min(m_sms.ofOne()[resource] / need[resource], most));
        return ways;
    }

    double timeOfBlocks(std::size_t resource, std::int64_t parts) const
    {
        double sum = 0;
        for (const auto &[need, ns] : m_blockTime)
            sum += ns * shareOf(need[resource], m_sms.ofOne()[resource], parts);
        return sum / static_cast<double>(m_sms.multiprocessors());
    }

    const SmCapacity &m_sms;
    std::map<SmResources, double> m_blockTime; ///< nanoseconds of all blocks of one shape
    std::map<UnitKey, UnitWork> m_units;
    std::int64_t m_inTurn = 0;
};

void addKernel(SmWork &device, const SmCapacity &sms, const KernelWork &work, std::int64_t own,
               IntervalSet::Interval ran)
{
    if (work.kind == KernelKind::Spin) {
        device.addBlocks(work, static_cast<double>(own) / static_cast<double>(sms.waves(work)));
        return;
    }
    const double filled = static_cast<double>(sms.atOnce(work)) / static_cast<double>(sms.blocks(work));
    device.addToUnit({OperationKind::Kernel, work.kind, work.workPerElement, work.precision},
                     static_cast<double>(own) * filled, ran);
}

} // namespace

std::map<int, std::int64_t> smTimes(const Recording &recording, const Program &program,
                                    const std::vector<std::int64_t> &own)
{
    const Timeline &timeline = recording.timeline;
    const SmCapacity sms(recording.device);
    std::map<int, SmWork> devices;
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        if (timeline.engines()[i] != Engine::Compute)
            continue;
        SmWork &device = devices.try_emplace(timeline.device(i), sms).first->second;
        const IntervalSet::Interval ran{timeline.starts()[i], timeline.ends()[i]};
        const Operation &operation = program.operations[i];
        if (operation.kind == OperationKind::Kernel)
            addKernel(device, sms, operation.kernel, own[i], ran);
        else
            device.addToUnit({operation.kind, {}, {}, {}}, static_cast<double>(own[i]), ran);
        if (operation.kind == OperationKind::Kernel && !recording.device.concurrentKernels)
            device.addInTurn(own[i]);
    }
    std::map<int, std::int64_t> times;
    for (auto &[device, work] : devices)
        times[device] = work.leastTime();
    return times;
}

} // namespace streamscope
