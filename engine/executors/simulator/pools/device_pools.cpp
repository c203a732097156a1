// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/pools/device_pools.h"

namespace streamscope {

namespace {

/// The streams of `device` that use its pool, in the order of their creation.
std::vector<std::int32_t> poolStreams(const Program &program, int device)
{
    std::vector<std::uint8_t> uses(program.streams.size(), 0);
    for (const Operation &operation : program.operations)
        if (operation.stream >= 0 && (operation.kind == OperationKind::Alloc || operation.kind == OperationKind::Free))
            uses[operation.stream] = 1;
    std::vector<std::int32_t> streams;
    for (std::size_t i = 0; i < uses.size(); ++i)
        if (uses[i] && program.streams[i].device == device)
            streams.push_back(static_cast<std::int32_t>(i));
    return streams;
}

} // namespace

DevicePools::DevicePools(const DeviceProfile &profile, const Program &program, int devices,
                         const std::vector<std::uint8_t> &done)
    : m_profile(profile), m_program(program), m_isDone([&done](std::int32_t free) { return done[free] != 0; }),
      m_knowledge(program.streams.size())
{
    for (int device = 0; device < devices; ++device)
        m_pools.emplace_back(program.poolReleaseThreshold, profile.pool.internalDependencies, profile.pool.growBytes,
                             poolStreams(program, device));
}

MemoryPool &DevicePools::poolOf(std::int32_t operation)
{
    return m_pools[m_program.deviceOf(m_program.operations[operation])];
}

MemoryPool::Search DevicePools::begin(std::int32_t allocation)
{
    const Operation &operation = m_program.operations[allocation];
    return poolOf(allocation).begin(operation.bytes, operation.stream, [&](std::int32_t free) {
        return m_knowledge.knows(m_program, operation.stream, free);
    });
}

double DevicePools::beginNs(std::int32_t allocation)
{
    m_searches[allocation] = begin(allocation);
    return moreNs(allocation);
}

/// The driver goes through each stream in half the time that it needs for both rounds. The host gets from the system
/// what the pool lacks.
double DevicePools::moreNs(std::int32_t operation)
{
    const auto found = m_searches.find(operation);
    if (found == m_searches.end() || found->second.source())
        return 0;
    const DeviceProfile::Pool &pool = m_profile.pool;
    MemoryPool::Search &search = found->second;
    double ns = 0;
    while (ns <= 0 && !search.source()) {
        const MemoryPool::Looks looks = poolOf(operation).goOn(search, m_isDone);
        ns = (pool.askNs * looks.busy + pool.otherStreamNs * looks.idle) / 2;
    }
    if (search.source() && search.source()->grows > 0)
        ns += pool.grow.ns(static_cast<double>(search.source()->grows));
    return ns;
}

MemoryPool::Source DevicePools::take(std::int32_t allocation)
{
    const auto found = m_searches.find(allocation);
    MemoryPool::Search search = found != m_searches.end() ? found->second : begin(allocation);
    while (!search.source())
        poolOf(allocation).goOn(search, m_isDone);
    m_searches.erase(allocation);
    return *search.source();
}

void DevicePools::free(std::int32_t operation)
{
    const Operation &freed = m_program.operations[operation];
    poolOf(operation).free(freed.bytes, freed.stream, operation);
}

/// Any synchronisation gives back what is unused on every device. One with a stream tells the driver of the frees in
/// that stream and of those that come before them: 32 MiB of which another stream had freed one half 20 us before
/// stayed in the pool (H200).
double DevicePools::trimNs(std::int32_t sync)
{
    const std::int32_t stream = m_program.operations[sync].stream;
    const auto isKnown = [&](std::int32_t free) {
        return m_isDone(free) && (stream < 0 || m_knowledge.knows(m_program, stream, free));
    };
    double ns = 0;
    for (MemoryPool &pool : m_pools)
        if (const std::uint64_t given = pool.trim(isKnown, stream); given > 0)
            ns += m_profile.pool.trim.ns(static_cast<double>(given));
    return ns;
}

} // namespace streamscope
