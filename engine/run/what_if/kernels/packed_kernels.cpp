// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/what_if/kernels/packed_kernels.h"

#include "engine/program/medians.h"
#include "engine/run/what_if/kernels/sm_demand.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <tuple>

namespace streamscope {

namespace {

struct TracedKernel
{
    std::int64_t start = 0, end = 0;
    std::size_t operation = 0;
    std::int32_t other = -1; ///< the operation that leaves it the least room, where that is not enough
};

/// By device, as they begin.
std::map<int, std::vector<TracedKernel>> tracedKernels(const Program &program, const Timeline &trace)
{
    std::map<int, std::vector<TracedKernel>> kernels;
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        if (!isTracedKernel(program.operations[i]))
            continue;
        const auto span = static_cast<std::size_t>(program.operations[i].source);
        kernels[program.deviceOf(program.operations[i])].push_back({trace.starts()[span], trace.ends()[span], i});
    }
    for (auto &[device, own] : kernels)
        std::ranges::sort(own, {}, &TracedKernel::start);
    return kernels;
}

void findCrowded(const Program &program, const DeviceInfo &device, std::vector<TracedKernel> &kernels)
{
    struct Holder
    {
        std::int64_t end = 0;
        double had = 0;
        std::size_t operation = 0;
    };
    std::vector<Holder> running;
    for (TracedKernel &kernel : kernels) {
        std::erase_if(running, [&](const Holder &other) { return other.end <= kernel.start; });
        double free = 1;
        for (const Holder &other : running)
            free -= other.had;
        const double room = demandOf(program.operations[kernel.operation], device).room;
        if (constexpr double little = 1e-9; room > free + little)
            kernel.other = static_cast<std::int32_t>(std::ranges::max_element(running, {}, &Holder::had)->operation);
        running.push_back({kernel.end, std::min(room, free), kernel.operation});
    }
}

/// Kernels of one name and shape.
using Shape = std::tuple<std::string_view, std::uint32_t, std::uint32_t, std::uint32_t, std::uint64_t>;

Shape shapeOf(const Operation &kernel)
{
    const KernelWork &work = kernel.kernel;
    return {kernel.name, launchedBlocks(work), work.block, work.registers, work.sharedMemory};
}

/// The median time of those that had room.
std::map<Shape, std::int64_t> usualLengths(const Program &program, const std::vector<TracedKernel> &kernels)
{
    std::map<Shape, std::vector<std::int64_t>> lengths;
    for (const TracedKernel &kernel : kernels)
        if (kernel.other < 0)
            lengths[shapeOf(program.operations[kernel.operation])].push_back(kernel.end - kernel.start);
    std::map<Shape, std::int64_t> medians;
    for (auto &[shape, own] : lengths)
        medians[shape] = valueAt(own, static_cast<std::ptrdiff_t>(own.size() / 2));
    return medians;
}

} // namespace

PackedKernels::PackedKernels(const Program &program, const TimesOfRun &timesOf, const Timeline &trace,
                             const DeviceInfo &device)
{
    constexpr double clearly = 1.2, same = 0.05;
    for (auto &[gpu, kernels] : tracedKernels(program, trace)) {
        findCrowded(program, device, kernels);
        const std::map<Shape, std::int64_t> usual = usualLengths(program, kernels);
        for (const TracedKernel &kernel : kernels) {
            const Operation &operation = program.operations[kernel.operation];
            const auto length = kernel.other < 0 ? usual.end() : usual.find(shapeOf(operation));
            if (length == usual.end())
                continue;
            const auto ns = static_cast<double>(kernel.end - kernel.start);
            const double stretch = ns / static_cast<double>(std::max<std::int64_t>(length->second, 1));
            // The stand-in may have lost others' time already.
            if (stretch < clearly || std::abs(static_cast<double>(operation.durationNs) / ns - 1) > same)
                continue;
            const auto other = static_cast<std::size_t>(kernel.other);
            m_packed.push_back({operation.source, program.operations[other].source, static_cast<float>(stretch),
                                timesOf(kernel.operation).start - timesOf(other).end});
        }
    }
}

std::unordered_map<std::size_t, double> PackedKernels::in(const Program &after, const TimesOfRun &timesOf) const
{
    std::unordered_map<std::size_t, double> result;
    if (m_packed.empty())
        return result;
    std::unordered_map<std::int32_t, std::size_t> operationOf; // by span
    for (std::size_t i = 0; i < after.operations.size(); ++i)
        if (isTracedKernel(after.operations[i]))
            operationOf.emplace(after.operations[i].source, i);
    for (const Packed &packed : m_packed) {
        const auto own = operationOf.find(packed.span), other = operationOf.find(packed.other);
        if (own == operationOf.end())
            continue;
        constexpr std::int64_t slackNs = 1'000;
        bool isNear = false;
        if (other != operationOf.end()) {
            const std::int64_t start = timesOf(own->second).start;
            isNear =
                start - timesOf(other->second).end <= packed.gapNs + slackNs && start >= timesOf(other->second).start;
        }
        result[own->second] = isNear ? 1 : static_cast<double>(packed.stretch);
    }
    return result;
}

} // namespace streamscope
