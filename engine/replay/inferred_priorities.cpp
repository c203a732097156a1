// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/inferred_priorities.h"

#include "engine/executors/simulator/cost_model.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace streamscope {

namespace {

constexpr std::int64_t fewWaves = 4; ///< a kernel of fewer says nothing
constexpr double wavesLeft = 2;      ///< that others must have passed
constexpr int enoughPassed = 3;
constexpr int perException = 4;

struct TracedKernel
{
    std::int64_t ready = 0; ///< issued, and its stream had come to it
    std::int64_t start = 0, end = 0;
    std::int32_t stream = 0, device = 0;
    bool streamWasIdle = false; ///< when it was issued
    double waveNs = 0;          ///< 0 for a kernel of few waves
};

/// Kernels of one stream that were ready while one of another stream had waves left.
struct Cases
{
    int passed = 0, waited = 0;

    bool showPriority() const { return passed >= enoughPassed && passed >= waited * perException; }
};

class KernelReader
{
public:
    KernelReader(const Timeline &timeline, const DeviceProfile &profile, const Program &program)
        : m_timeline(timeline), m_program(program), m_costs(profile, program)
    {}

    /// By start.
    std::vector<TracedKernel> read()
    {
        std::vector<TracedKernel> kernels;
        std::vector<std::int64_t> busyUntil(m_program.streams.size(), unknownTime);
        for (const Operation &operation : m_program.operations) {
            if (operation.source < 0 || operation.stream < 0 || operation.kind == OperationKind::Sync)
                continue;
            const auto span = static_cast<std::size_t>(operation.source);
            std::int64_t &until = busyUntil[static_cast<std::size_t>(operation.stream)];
            if (operation.kind == OperationKind::Kernel && m_timeline.issue(span) != unknownTime)
                kernels.push_back(kernelOf(operation, span, until));
            until = std::max(until, m_timeline.ends()[span]);
        }
        std::sort(kernels.begin(), kernels.end(),
                  [](const TracedKernel &a, const TracedKernel &b) { return a.start < b.start; });
        return kernels;
    }

private:
    TracedKernel kernelOf(const Operation &operation, std::size_t span, std::int64_t busyUntil)
    {
        TracedKernel kernel;
        kernel.ready = std::max(m_timeline.issue(span), busyUntil);
        kernel.start = m_timeline.starts()[span];
        kernel.end = m_timeline.ends()[span];
        kernel.stream = operation.stream;
        kernel.device = m_program.deviceOf(operation);
        kernel.streamWasIdle = busyUntil <= m_timeline.issue(span);
        const std::int64_t atOnce = m_costs.blocksAtOnce(operation);
        const std::int64_t waves = (static_cast<std::int64_t>(operation.kernel->grid) + atOnce - 1) / atOnce;
        if (waves >= fewWaves)
            kernel.waveNs = static_cast<double>(kernel.end - kernel.start) / static_cast<double>(waves);
        return kernel;
    }

    const Timeline &m_timeline;
    const Program &m_program;
    const CostModel m_costs;
};

using CasesOfStreams = std::map<std::pair<std::int32_t, std::int32_t>, Cases>; // that came later, that was there

CasesOfStreams casesOf(const std::vector<TracedKernel> &kernels)
{
    CasesOfStreams cases;
    std::vector<const TracedKernel *> running; // those of many waves
    for (const TracedKernel &kernel : kernels) {
        std::erase_if(running, [&](const TracedKernel *other) { return other->end < kernel.ready; });
        for (const TracedKernel *other : running) {
            const double left = static_cast<double>(other->end - std::max(kernel.ready, other->start));
            if (other->stream == kernel.stream || other->device != kernel.device || other->start >= kernel.ready
                || left < (wavesLeft + 1) * other->waveNs)
                continue;
            const bool passed = static_cast<double>(other->end - kernel.start) >= wavesLeft * other->waveNs;
            if (passed)
                ++cases[{kernel.stream, other->stream}].passed;
            else if (kernel.streamWasIdle)
                ++cases[{kernel.stream, other->stream}].waited;
        }
        if (kernel.waveNs > 0)
            running.push_back(&kernel);
    }
    return cases;
}

/// By stream of the Program: the file says its kind, and then its priority, too.
std::vector<bool> knownPriorities(const Timeline &timeline, const Program &program)
{
    std::vector<bool> known(program.streams.size());
    for (const Operation &operation : program.operations) {
        if (operation.source < 0 || operation.stream < 0)
            continue;
        const std::int32_t traced = timeline.streamIndices()[static_cast<std::size_t>(operation.source)];
        if (traced >= 0 && timeline.streams()[static_cast<std::size_t>(traced)].role != StreamRole::Ordinary)
            known[static_cast<std::size_t>(operation.stream)] = true;
    }
    return known;
}

} // namespace

std::size_t inferPriorities(const Timeline &timeline, const DeviceProfile &profile, Program &program)
{
    if (program.streams.size() < 2)
        return 0;
    const CasesOfStreams cases = casesOf(KernelReader(timeline, profile, program).read());
    std::map<std::int32_t, std::set<std::int32_t>> below; // streams that a stream goes before
    for (const auto &[streams, seen] : cases) {
        const auto back = cases.find({streams.second, streams.first});
        // The last blocks of a kernel may leave room for another one.
        const bool contradicted = back != cases.end() && back->second.passed * perException > seen.passed;
        if (seen.showPriority() && !contradicted)
            below[streams.first].insert(streams.second);
    }
    const std::vector<bool> known = knownPriorities(timeline, program);
    std::size_t changed = 0;
    for (const auto &[stream, others] : below) {
        Stream &above = program.streams[static_cast<std::size_t>(stream)];
        if (above.priority != 0 || known[static_cast<std::size_t>(stream)])
            continue;
        above.priority = std::max(-static_cast<int>(others.size()), std::min(profile.info.greatestPriority, -1));
        ++changed;
    }
    return changed;
}

} // namespace streamscope
