// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/edit/kept_pools.h"

#include "engine/changes/patterns/usual_calls.h"
#include "engine/program/medians.h"
#include "engine/program/usual_return.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace streamscope {

namespace {

constexpr double usualCallNs = 1'800;       // where the pool has the memory, without a profile
constexpr double profiledTimes = 2;         // what a call takes under a profiler that records it
constexpr std::int64_t fromSystem = 15'000; // a call that took so much longer had to ask the system

/// Follows the calls of all threads in the order of issue.
class PoolCalls
{
public:
    PoolCalls(const DeviceProfile *profile, Program &program)
        : m_program(program), m_usual(program), m_quickNs(quickNs(profile, program)), m_returnNs(returnNs(program)),
          m_cold(static_cast<std::size_t>(program.threadCount()), false)
    {}

    void keep()
    {
        for (Operation &operation : m_program.operations) {
            bool cold = m_cold[static_cast<std::size_t>(operation.thread)];
            if (operation.kind == OperationKind::Sync) {
                giveNothingBack(operation);
                cold = false;
            } else if (isStreamOrdered(operation)) {
                m_freed |= operation.kind == OperationKind::Free;
                operation.durationNs = 0; // no memory goes back that copies would wait for
                if (operation.kind == OperationKind::Alloc && operation.callNs > m_quickNs + fromSystem) {
                    shorten(operation.callNs, m_quickNs);
                    ++m_found.grown;
                    cold = true;
                }
            } else if (cold && operation.callNs > 0) {
                shorten(operation.callNs, std::max<std::int64_t>(m_usual.ofKind(operation.kind), 0));
            }
            m_cold[static_cast<std::size_t>(operation.thread)] = cold;
        }
    }

    const KeptPools &found() const { return m_found; }

private:
    static std::int64_t quickNs(const DeviceProfile *profile, const Program &program)
    {
        const double known = profile && profile->host.streamAllocNs > 0 ? profile->host.streamAllocNs : usualCallNs;
        auto quick = static_cast<std::int64_t>(known * profiledTimes);
        for (const Operation &operation : program.operations)
            if (isStreamOrdered(operation) && operation.kind == OperationKind::Alloc && operation.callNs > 0)
                quick = std::min(quick, operation.callNs);
        return quick;
    }

    /// By the synchronisations before the first free.
    static std::int64_t returnNs(const Program &program)
    {
        std::vector<std::int64_t> returns;
        for (const Operation &operation : program.operations) {
            if (isStreamOrdered(operation) && operation.kind == OperationKind::Free)
                break;
            if (operation.kind == OperationKind::Sync && operation.callNs >= 0)
                returns.push_back(operation.callNs);
        }
        return returns.empty() ? usualReturnNs : std::max(usualReturnNs, lowerMedian(returns));
    }

    void giveNothingBack(Operation &sync)
    {
        if (!std::exchange(m_freed, false) || sync.callNs <= m_returnNs + fromSystem)
            return;
        shorten(sync.callNs, m_returnNs);
        ++m_found.trimmed;
    }

    void shorten(std::int64_t &ns, std::int64_t to)
    {
        const std::int64_t left = std::min(ns, to);
        m_found.savedNs += ns - left;
        ns = left;
    }

    Program &m_program;
    const UsualCalls m_usual;
    const std::int64_t m_quickNs, m_returnNs;
    std::vector<bool> m_cold; ///< by thread: it has grown a pool since its last synchronisation
    bool m_freed = false;     ///< since the last synchronisation
    KeptPools m_found;
};

} // namespace

KeptPools keepMeasuredPools(const DeviceProfile *profile, Program &program)
{
    PoolCalls calls(profile, program);
    calls.keep();
    return calls.found();
}

} // namespace streamscope
