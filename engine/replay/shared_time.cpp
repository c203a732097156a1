// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/shared_time.h"

#include "engine/executors/simulator/cost_model.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace streamscope {

namespace {

/// When a kernel begins or ends.
struct Edge
{
    std::int64_t time = 0;
    std::size_t operation = 0;
    bool begins = false;
    double wanted = 0;       ///< part of the device that the kernel fills alone
    bool fitsAtOnce = false; ///< all its blocks
};

/// By device: the edges of its kernels but the small ones, in order of time.
std::map<int, std::vector<Edge>> edgesOf(const Timeline &timeline, const DeviceProfile &profile, const Program &program)
{
    constexpr double small = 0.25;
    const CostModel costs(profile, program);
    std::map<int, std::vector<Edge>> edges;
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const Operation &operation = program.operations[i];
        if (operation.kind != OperationKind::Kernel || operation.source < 0)
            continue;
        const auto blocks = static_cast<double>(operation.kernel->grid);
        const auto atOnce = static_cast<double>(costs.blocksAtOnce(operation));
        const double wanted = std::min(1.0, blocks / atOnce);
        if (wanted < small)
            continue;
        const auto span = static_cast<std::size_t>(operation.source);
        if (timeline.collective(span) || timeline.ends()[span] <= timeline.starts()[span])
            continue;
        std::vector<Edge> &own = edges[program.deviceOf(operation)];
        own.push_back({timeline.starts()[span], i, true, wanted, blocks <= atOnce});
        own.push_back({timeline.ends()[span], i, false, wanted, blocks <= atOnce});
    }
    for (auto &[device, own] : edges)
        std::sort(own.begin(), own.end(), [](const Edge &a, const Edge &b) { return a.time < b.time; });
    return edges;
}

/// What each kernel took of its measured time, by the edges of those that ran on one device.
class OwnTimes
{
public:
    OwnTimes(const std::vector<Edge> &edges, SmUse use) : m_edges(edges), m_use(use) {}

    /// Calls `found` with each kernel's operation and its own time in nanoseconds.
    template <typename Found>
    void forEach(const Found &found)
    {
        for (const Edge &edge : m_edges) {
            pass(edge.time);
            if (edge.begins) {
                m_running.push_back({edge.operation, edge.wanted, 0, 0, edge.time, edge.fitsAtOnce});
                continue;
            }
            const auto ended = std::ranges::find(m_running, edge.operation, &Running::operation);
            found(edge.operation, ownTime(*ended, edge.time));
            m_running.erase(ended);
        }
    }

private:
    struct Running
    {
        std::size_t operation = 0;
        double wanted = 0, had = 0; ///< parts of the device
        double ownNs = 0;           ///< each time by how much it had of what it wanted
        std::int64_t hadAll = 0;    ///< since when
        bool fitsAtOnce = false;
    };

    /// Gives out the device for the time until `now`.
    void pass(std::int64_t now)
    {
        double wanted = 0, free = 1;
        for (const Running &kernel : m_running) {
            wanted += kernel.wanted;
            free -= kernel.had;
        }
        for (Running &kernel : m_running) {
            if (m_use == SmUse::Shared) {
                kernel.had = kernel.wanted / std::max(1.0, wanted);
            } else if (const double more = std::min(kernel.wanted - kernel.had, free); more > least) {
                kernel.had += more;
                kernel.hadAll = m_last;
                free -= more;
            }
            kernel.ownNs += static_cast<double>(now - m_last) * kernel.had / kernel.wanted;
        }
        m_last = now;
    }

    /// Of blocks that fit at once the last to begin end last.
    double ownTime(const Running &kernel, std::int64_t end) const
    {
        const bool waited = m_use == SmUse::InTurn && kernel.fitsAtOnce && kernel.wanted - kernel.had <= least;
        return waited ? static_cast<double>(end - kernel.hadAll) : kernel.ownNs;
    }

    static constexpr double least = 1e-6; ///< part of a device

    const std::vector<Edge> &m_edges;
    const SmUse m_use;
    std::vector<Running> m_running; ///< as they began
    std::int64_t m_last = 0;
};

} // namespace

bool takeOutOthers(const Timeline &timeline, const DeviceProfile &profile, SmUse use, Program &program)
{
    constexpr double whole = 0.99, smallest = 0.1;
    bool shorter = false;
    for (const auto &[device, edges] : edgesOf(timeline, profile, program))
        OwnTimes(edges, use).forEach([&](std::size_t index, double ownNs) {
            Operation &operation = program.operations[index];
            const auto span = static_cast<std::size_t>(operation.source);
            const double part = ownNs / static_cast<double>(timeline.ends()[span] - timeline.starts()[span]);
            if (part >= whole)
                return;
            shorter = true;
            operation.durationNs = std::max<std::int64_t>(
                1, std::llround(static_cast<double>(operation.durationNs) * std::max(part, smallest)));
        });
    return shorter;
}

} // namespace streamscope
