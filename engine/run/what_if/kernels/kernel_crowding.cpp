// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/what_if/kernels/kernel_crowding.h"

#include "engine/device/sm_throughput.h"
#include "engine/run/what_if/kernels/chunk_names.h"
#include "engine/run/what_if/kernels/kernel_order.h"
#include "engine/run/what_if/kernels/sm_demand.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <unordered_map>

namespace streamscope {

namespace {

struct DemandAlone
{
    SmDemand demand;
    double stretch = 1; ///< of its blocks by each other
};

struct Running
{
    std::size_t kernel = 0; ///< of the order
    std::int64_t end = 0;
    const DemandAlone *alone = nullptr;
    std::string_view name;
    double had = 0;                     ///< of its room
    double aloneNs = 0, togetherNs = 0; ///< the same work on empty SMs, and as it ran
};

/// How much longer kernels take than on empty SMs, in one walk over their starts and ends.
class Crowds
{
public:
    Crowds(const Program &program, const KernelOrder &order, const TimesOfRun &timesOf, const DeviceInfo &device)
        : m_stretch(order.size(), 1)
    {
        order.forEach(
            timesOf, [this] { passUntil(std::numeric_limits<std::int64_t>::max()); },
            [&](std::size_t kernel) {
                const std::size_t index = order.operation(kernel);
                const Operation &operation = program.operations[index];
                const ExecutedTimes times = timesOf(index);
                if (m_running.empty())
                    m_now = times.start;
                passUntil(times.start);
                m_running.push_back({kernel, times.end, &demandAlone(operation, device), nameWithoutChunk(operation)});
            });
        passUntil(std::numeric_limits<std::int64_t>::max());
    }

    /// At least 1.
    double of(std::size_t kernel) const { return static_cast<double>(m_stretch[kernel]); }

private:
    /// Kernels of one shape ask for the same.
    const DemandAlone &demandAlone(const Operation &kernel, const DeviceInfo &device)
    {
        const auto [found, isNew] = m_demands.try_emplace(&kernel.kernel.work());
        if (isNew) {
            found->second.demand = demandOf(kernel, device);
            found->second.stretch = blockStretch(found->second.demand.warps);
        }
        return found->second;
    }

    void passUntil(std::int64_t time)
    {
        while (!m_running.empty()) {
            const auto next = std::ranges::min_element(m_running, {}, &Running::end);
            const std::int64_t until = std::min(next->end, time);
            if (until > m_now)
                share(static_cast<double>(until - m_now));
            m_now = std::max(m_now, until);
            if (next->end > time)
                return;
            const double stretch = next->aloneNs > 0 ? next->togetherNs / next->aloneNs // else it only waited
                                                     : next->alone->stretch;
            m_stretch[next->kernel] = static_cast<float>(stretch);
            m_running.erase(next);
        }
        m_now = time;
    }

    /// Those that began first have their room, and others what is left. One that has none waits, which is no sharing.
    void share(double ns)
    {
        double free = 1, sms = 0;
        for (Running &one : m_running) {
            one.had = std::min(one.alone->demand.room, free) / one.alone->demand.room;
            free -= one.had * one.alone->demand.room;
            sms += one.had * one.alone->demand.sms;
        }
        for (Running &one : m_running) {
            constexpr double little = 0.05;
            if (one.had < little)
                continue;
            const double ownSms = one.had * one.alone->demand.sms, othersSms = sms - ownSms;
            // Blocks go where there is most room: kernels that need not be on the same SMs are not.
            const double beside = othersSms > little ? std::max(0.0, sms - 1) / ownSms / othersSms : 0;
            one.togetherNs += ns;
            one.aloneNs +=
                ns / (beside > 0 ? blockStretch(one.alone->demand.warps + beside * othersOf(one)) : one.alone->stretch);
        }
    }

    /// Warps of the others that ask for the same, on all SMs, in parts of the device.
    double othersOf(const Running &one) const
    {
        // Whether another kernel is bound by the same (arithmetic, memory, its own latency) no trace says. Of five
        // programs with different ones side by side, four shared fully and one hardly (crusts-and-crumbs).
        constexpr double ofOtherKernels = 0.6;
        double warps = 0;
        for (const Running &other : m_running)
            if (&other != &one)
                warps += other.had * other.alone->demand.sms * other.alone->demand.warps
                         * (other.name == one.name ? 1 : ofOtherKernels);
        return warps;
    }

    std::vector<float> m_stretch; ///< by kernel
    std::unordered_map<const KernelWork *, DemandAlone> m_demands;
    std::vector<Running> m_running; ///< as they began
    std::int64_t m_now = 0;
};

} // namespace

KernelCrowding::KernelCrowding(const Program &before, const TimesOfRun &timesOf, const DeviceProfile &profile,
                               const Timeline *trace)
{
    if (trace)
        m_packed.emplace(before, timesOf, *trace, profile.info);
    const KernelOrder order(before);
    const Crowds crowds(before, order, timesOf, profile.info);
    for (std::size_t kernel = 0; kernel < order.size(); ++kernel) {
        const auto span = static_cast<std::size_t>(before.operations[order.operation(kernel)].source);
        if (span >= m_before.size())
            m_before.resize(span + 1, 0);
        m_before[span] = static_cast<float>(crowds.of(kernel));
    }
}

std::size_t KernelCrowding::longer() const
{
    return static_cast<std::size_t>(std::ranges::count_if(m_applied, [](float factor) { return factor > 1; }));
}

std::size_t KernelCrowding::shorter() const
{
    return static_cast<std::size_t>(std::ranges::count_if(m_applied, [](float factor) { return factor < 1; }));
}

std::size_t KernelCrowding::apply(Program &after, const TimesOfRun &timesOf, const DeviceProfile &profile)
{
    constexpr double little = 0.03;
    const KernelOrder order(after);
    const Crowds crowds(after, order, timesOf, profile.info);
    const auto packed = m_packed ? m_packed->in(after, timesOf) : std::unordered_map<std::size_t, double>();
    std::size_t changed = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        Operation &kernel = after.operations[order.operation(i)];
        const auto span = static_cast<std::size_t>(kernel.source);
        if (span >= m_before.size() || m_before[span] <= 0)
            continue;
        double before = static_cast<double>(m_before[span]), together = crowds.of(i);
        if (const auto found = packed.find(order.operation(i)); found != packed.end()) {
            const double stretch = found->second;
            before = stretch > 1 ? stretch * blockStretch(demandOf(kernel, profile.info).warps) : together;
        }
        // The start and the end of a kernel wait for nothing that others use.
        constexpr double edgesNs = 1'500;
        const double shared = std::max(0.0, 1 - edgesNs / std::max(1.0, static_cast<double>(kernel.durationNs)));
        const double factor = 1 + shared * (together / before - 1);
        const double now = m_applied.empty() ? 1 : static_cast<double>(m_applied[i]);
        if (std::abs(factor / now - 1) < little)
            continue;
        m_applied.resize(order.size(), 1);
        kernel.durationNs =
            std::max<std::int64_t>(1, std::llround(static_cast<double>(kernel.durationNs) * factor / now));
        m_applied[i] = static_cast<float>(factor);
        ++changed;
    }
    return changed;
}

} // namespace streamscope
