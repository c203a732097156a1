// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/what_if/kernel_crowding.h"

#include "engine/device/sm_throughput.h"
#include "engine/run/what_if/chunk_names.h"
#include "engine/run/what_if/sm_demand.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>

namespace streamscope {

namespace {

struct Running
{
    std::int32_t operation = 0;
    std::int64_t end = 0;
    SmDemand demand;
    std::string_view name;
    double had = 0;                     ///< of its room
    double aloneNs = 0, togetherNs = 0; ///< the same work on empty SMs, and as it ran
};

struct Start
{
    std::int64_t time = 0;
    std::int32_t operation = 0;
};

/// How much longer kernels take than on empty SMs, in one walk over their starts and ends.
class Crowds
{
public:
    Crowds(const Program &program, const TimesOfRun &timesOf, const DeviceProfile &profile)
        : m_program(program), m_timesOf(timesOf), m_device(profile.info), m_stretch(program.operations.size(), 1)
    {
        std::map<int, std::vector<Start>> starts; // by device
        for (std::size_t i = 0; i < program.operations.size(); ++i)
            if (isTracedKernel(program.operations[i]))
                starts[program.deviceOf(program.operations[i])].push_back(
                    {timesOf(i).start, static_cast<std::int32_t>(i)});
        for (auto &[device, own] : starts)
            walk(own);
    }

    /// At least 1.
    double of(std::size_t operation) const { return static_cast<double>(m_stretch[operation]); }
    double alone(std::size_t operation) const
    {
        return blockStretch(demandOf(m_program.operations[operation], m_device).warps);
    }

private:
    void walk(std::vector<Start> &starts)
    {
        std::sort(starts.begin(), starts.end(), [](const Start &a, const Start &b) { return a.time < b.time; });
        m_now = starts.front().time;
        for (const Start &start : starts) {
            passUntil(start.time);
            m_running.push_back({start.operation, m_timesOf(static_cast<std::size_t>(start.operation)).end,
                                 demandOf(m_program.operations[static_cast<std::size_t>(start.operation)], m_device),
                                 nameWithoutChunk(m_program.operations[static_cast<std::size_t>(start.operation)])});
        }
        passUntil(std::numeric_limits<std::int64_t>::max());
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
                                                     : blockStretch(next->demand.warps);
            m_stretch[static_cast<std::size_t>(next->operation)] = static_cast<float>(stretch);
            m_running.erase(next);
        }
        m_now = time;
    }

    /// Those that began first have their room, and others what is left. One that has none waits, which is no sharing.
    void share(double ns)
    {
        double free = 1, sms = 0;
        for (Running &one : m_running) {
            one.had = std::min(one.demand.room, free) / one.demand.room;
            free -= one.had * one.demand.room;
            sms += one.had * one.demand.sms;
        }
        for (Running &one : m_running) {
            constexpr double little = 0.05;
            if (one.had < little)
                continue;
            const double ownSms = one.had * one.demand.sms, othersSms = sms - ownSms;
            // Blocks go where there is most room: kernels that need not be on the same SMs are not.
            const double beside = othersSms > little ? std::max(0.0, sms - 1) / ownSms / othersSms : 0;
            const double all = one.demand.warps + (beside > 0 ? beside * othersOf(one) : 0);
            one.togetherNs += ns;
            one.aloneNs += ns / blockStretch(all);
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
                warps +=
                    other.had * other.demand.sms * other.demand.warps * (other.name == one.name ? 1 : ofOtherKernels);
        return warps;
    }

    const Program &m_program;
    const TimesOfRun &m_timesOf;
    const DeviceInfo &m_device;
    std::vector<float> m_stretch;   ///< by operation
    std::vector<Running> m_running; ///< as they began
    std::int64_t m_now = 0;
};

} // namespace

KernelCrowding::KernelCrowding(const Program &before, const TimesOfRun &timesOf, const DeviceProfile &profile,
                               const Timeline *trace)
{
    if (trace)
        m_packed.emplace(before, timesOf, *trace, profile.info);
    const Crowds crowds(before, timesOf, profile);
    for (std::size_t i = 0; i < before.operations.size(); ++i) {
        if (!isTracedKernel(before.operations[i]))
            continue;
        const auto span = static_cast<std::size_t>(before.operations[i].source);
        if (span >= m_before.size())
            m_before.resize(span + 1, 0);
        m_before[span] = static_cast<float>(crowds.of(i));
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
    const Crowds crowds(after, timesOf, profile);
    std::vector<float> parted(after.operations.size(), 0);
    if (m_packed)
        parted = m_packed->parted(after, timesOf);
    m_applied.resize(after.operations.size(), 1);
    std::size_t changed = 0;
    for (std::size_t i = 0; i < after.operations.size(); ++i) {
        Operation &kernel = after.operations[i];
        const auto span = static_cast<std::size_t>(kernel.source);
        if (!isTracedKernel(kernel) || span >= m_before.size() || m_before[span] <= 0)
            continue;
        // The start and the end of a kernel wait for nothing that others use.
        constexpr double edgesNs = 1'500;
        const double shared = std::max(0.0, 1 - edgesNs / std::max(1.0, static_cast<double>(kernel.durationNs)));
        const double together = parted[i] == 1  ? 1
                                : parted[i] > 1 ? crowds.of(i) / crowds.alone(i) / static_cast<double>(parted[i])
                                                : crowds.of(i) / static_cast<double>(m_before[span]);
        const double factor = 1 + shared * (together - 1);
        const double now = static_cast<double>(m_applied[i]);
        if (std::abs(factor / now - 1) < little)
            continue;
        kernel.durationNs =
            std::max<std::int64_t>(1, std::llround(static_cast<double>(kernel.durationNs) * factor / now));
        m_applied[i] = static_cast<float>(factor);
        ++changed;
    }
    return changed;
}

} // namespace streamscope
