// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/kernel_tails.h"

#include "engine/program/medians.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace streamscope {

namespace {

constexpr std::uint64_t mostOfSmall = 64;                      ///< blocks: they find room as soon as some SMs have it
constexpr std::int64_t leastWaitNs = 5'000, leastLeftNs = 500; // ns
constexpr std::int64_t leastLateWaitNs = 20'000; ///< of one that could begin only in the large kernel's time
constexpr std::size_t fewestCases = 5;

std::uint64_t blocksOf(const Timeline &timeline, std::uint32_t span)
{
    const LaunchShape *shape = timeline.kinds()[span] == OperationKind::Kernel ? timeline.launchShape(span) : nullptr;
    return shape ? shape->blocks() : 0;
}

/// Of one device, in the order of the starts.
class LatestKernel
{
public:
    /// The large kernel in whose tail `span` came in, if it waited for nothing but room.
    std::optional<std::uint32_t> passedBy(const Timeline &timeline, std::uint32_t span)
    {
        const std::int64_t start = timeline.starts()[span];
        const std::uint64_t blocks = blocksOf(timeline, span);
        if (!m_large || blocks == 0 || blocks > mostOfSmall || !waitedFor(timeline, span))
            return std::nullopt;
        const std::int64_t could = couldBegin(timeline, span);
        const bool elseEnded =
            std::ranges::any_of(m_ends, [&](std::int64_t end) { return end > could && end <= start; });
        const std::uint32_t large = *std::exchange(m_large, std::nullopt);
        return elseEnded ? std::nullopt : std::optional(large);
    }

    void add(const Timeline &timeline, std::uint32_t span)
    {
        const std::int64_t start = timeline.starts()[span], end = timeline.ends()[span];
        std::int64_t &free = m_free[timeline.streamIndices()[span]];
        free = std::max(free, end);
        if (blocksOf(timeline, span) > mostOfSmall) {
            m_large = span;
            std::erase_if(m_ends, [start](std::int64_t other) { return other <= start; });
        } else {
            m_ends.push_back(end);
        }
    }

private:
    /// Its call and its stream let it begin then, or from the large kernel's begin on.
    std::int64_t couldBegin(const Timeline &timeline, std::uint32_t span) const
    {
        const std::int64_t begin = timeline.starts()[*m_large];
        const auto free = m_free.find(timeline.streamIndices()[span]);
        const bool oneLaunch = timeline.issue(span) == timeline.issue(*m_large);
        return std::max(
            {begin, oneLaunch ? begin : timeline.returned(span), free == m_free.end() ? begin : free->second});
    }

    bool waitedFor(const Timeline &timeline, std::uint32_t span) const
    {
        const std::int64_t start = timeline.starts()[span], begin = timeline.starts()[*m_large];
        const std::int64_t could = couldBegin(timeline, span);
        return timeline.streamIndices()[span] != timeline.streamIndices()[*m_large]
               && timeline.issue(span) != unknownTime && start > could + (could > begin ? leastLateWaitNs : leastWaitNs)
               && start + leastLeftNs < timeline.ends()[*m_large];
    }

    std::optional<std::uint32_t> m_large;
    std::vector<std::int64_t> m_ends;            ///< of all others that ended behind its start
    std::map<std::int32_t, std::int64_t> m_free; ///< by stream: when what was issued before ended
};

} // namespace

KernelTails::KernelTails(const Timeline &timeline)
{
    std::vector<std::uint32_t> byStart;
    for (std::uint32_t span = 0; span < timeline.size(); ++span)
        if (timeline.streamIndices()[span] >= 0 && runsOnGpu(timeline.kinds()[span]))
            byStart.push_back(span);
    std::ranges::stable_sort(byStart, {}, [&timeline](std::uint32_t span) { return timeline.starts()[span]; });
    std::map<int, LatestKernel> perDevice;
    std::map<Key, std::vector<double>> cases;
    for (const std::uint32_t span : byStart) {
        LatestKernel &ofDevice =
            perDevice[timeline.streams()[static_cast<std::size_t>(timeline.streamIndices()[span])].device];
        if (const auto large = ofDevice.passedBy(timeline, span)) {
            const std::int64_t start = timeline.starts()[*large], end = timeline.ends()[*large];
            cases[keyOf(timeline, *large)].push_back(static_cast<double>(end - timeline.starts()[span])
                                                     / static_cast<double>(end - start));
        }
        ofDevice.add(timeline, span);
    }
    for (auto &[key, parts] : cases)
        if (parts.size() >= fewestCases)
            m_tails[key] = lowerMedian(parts);
}

double KernelTails::tail(const Timeline &timeline, std::uint32_t span) const
{
    const auto found = m_tails.empty() ? m_tails.end() : m_tails.find(keyOf(timeline, span));
    return found == m_tails.end() ? 0 : found->second;
}

KernelTails::Key KernelTails::keyOf(const Timeline &timeline, std::uint32_t span)
{
    const LaunchShape *shape = timeline.launchShape(span);
    return {timeline.nameIndices()[span], shape ? shape->blocks() : 0, shape ? shape->sharedMemory : 0};
}

} // namespace streamscope
