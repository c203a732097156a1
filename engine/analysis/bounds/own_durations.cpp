// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/bounds/own_durations.h"

#include "engine/analysis/bounds/sm_capacity.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace streamscope {

namespace {

/// Kernels with one key do the same work in blocks of the same shape.
using WorkKey = std::tuple<KernelKind, std::uint64_t, std::int64_t, std::int64_t, std::uint32_t, std::uint32_t,
                           std::uint32_t, MatrixPrecision>;

WorkKey keyOf(const Operation &kernel)
{
    const KernelWork &work = kernel.kernel;
    return {work.kind, work.elements, work.workPerElement, kernel.durationNs,
            work.grid, work.block,    work.sharedMemory,   work.precision};
}

/// By span: true where another operation took SMs of the same device at the same time.
std::vector<bool> sharedSms(const Timeline &timeline)
{
    std::map<int, std::vector<std::uint32_t>> byDevice;
    for (std::uint32_t i = 0; i < timeline.size(); ++i)
        if (timeline.engines()[i] == Engine::Compute || timeline.engines()[i] == Engine::CopyD2D)
            byDevice[timeline.device(i)].push_back(i);
    std::vector<bool> shared(timeline.size(), false);
    const auto &starts = timeline.starts();
    for (auto &[device, spans] : byDevice) {
        std::sort(spans.begin(), spans.end(), [&](std::uint32_t a, std::uint32_t b) { return starts[a] < starts[b]; });
        std::uint32_t longest = spans.front(); // of those so far, the one that ended last
        for (std::size_t i = 1; i < spans.size(); ++i) {
            if (starts[spans[i]] < timeline.ends()[longest])
                shared[spans[i]] = shared[longest] = true;
            if (timeline.ends()[spans[i]] > timeline.ends()[longest])
                longest = spans[i];
        }
    }
    return shared;
}

/// The shortest time that the run shows for each work.
class ShortestRuns
{
public:
    ShortestRuns(const Timeline &timeline, const Program &program, const std::vector<bool> &shared)
    {
        for (std::size_t i = 0; i < timeline.size(); ++i)
            if (timeline.kinds()[i] == OperationKind::Kernel)
                note(program.operations[i], timeline.ends()[i] - timeline.starts()[i], shared[i]);
    }

    struct Shortest
    {
        std::int64_t any = INT64_MAX;
        std::int64_t alone = INT64_MAX; ///< of those beside which no other ran
    };
    const Shortest &of(const Operation &kernel) const { return m_shortest.at(keyOf(kernel)); }

private:
    void note(const Operation &kernel, std::int64_t ns, bool shared)
    {
        Shortest &shortest = m_shortest[keyOf(kernel)];
        shortest.any = std::min(shortest.any, ns);
        if (!shared)
            shortest.alone = std::min(shortest.alone, ns);
    }

    std::map<WorkKey, Shortest> m_shortest;
};

} // namespace

bool isProgramOf(const Program *program, const Timeline &timeline)
{
    return program && program->operations.size() == timeline.size()
           && program->streams.size() == timeline.streams().size();
}

std::vector<std::int64_t> ownDurations(const Recording &recording, const Program *program)
{
    const Timeline &timeline = recording.timeline;
    std::vector<std::int64_t> own(timeline.size());
    for (std::size_t i = 0; i < own.size(); ++i)
        own[i] = std::max<std::int64_t>(timeline.ends()[i] - timeline.starts()[i], 0);
    if (!isProgramOf(program, timeline) || recording.device.timesInUnits)
        return own;
    const std::vector<bool> shared = sharedSms(timeline);
    if (std::find(shared.begin(), shared.end(), true) == shared.end())
        return own;
    const SmCapacity sms(recording.device);
    const ShortestRuns runs(timeline, *program, shared);
    for (std::size_t i = 0; i < own.size(); ++i) {
        if (!shared[i] || timeline.kinds()[i] != OperationKind::Kernel)
            continue;
        const Operation &kernel = program->operations[i];
        const ShortestRuns::Shortest &shortest = runs.of(kernel);
        const bool spins = kernel.kernel->kind == KernelKind::Spin;
        own[i] =
            std::min({own[i], shortest.alone, spins ? sms.waves(kernel.kernel) * kernel.durationNs : shortest.any});
    }
    return own;
}

} // namespace streamscope
