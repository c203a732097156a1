// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"
#include "engine/timeline/timeline.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace streamscope {

/// Why one operation could not start before another.
enum class DependencyKind : std::uint8_t {
    Stream, ///< it follows it in its stream
    Event,  ///< it waits for an event that the other one recorded
    Engine, ///< its engine served the other one first, and it was ready by then
    Host,   ///< the host issued it after a synchronisation or its own work was done
};
std::string_view dependencyName(DependencyKind kind);

struct Dependency
{
    std::uint32_t from = 0; ///< index into the Timeline
    std::uint32_t to = 0;
    DependencyKind kind = DependencyKind::Stream;

    bool operator==(const Dependency &) const = default;
};

/// One operation of a critical path.
struct CriticalStep
{
    std::uint32_t span = 0;
    std::optional<DependencyKind> heldBy; ///< by the step before; empty for the first
};

/// What holds what in a run. Made in n·log n; the Timeline outlives it. Event dependencies are those that the Timeline
/// knows, or else the Program, whose operations are the Timeline's. An engine's order is only a dependency where it is
/// known that the operation was ready. Of a wait in another program's trace only the host's call has times: what comes
/// behind it in its stream follows what came before it.
class RunDependencies
{
public:
    RunDependencies(const Timeline &timeline, const Program *program);

    /// What held `span`, and what it held.
    std::vector<Dependency> into(std::uint32_t span) const;
    std::vector<Dependency> outOf(std::uint32_t span) const;

    /// From the operation that ends last back to where nothing held: at each step the dependency that ended last, in
    /// the order of time.
    std::vector<CriticalStep> criticalPath() const;

private:
    static constexpr std::uint32_t none = ~0U;

    void linkStreams();
    void linkEngines();
    void linkHost();
    void add(std::vector<Dependency> &list, std::uint32_t from, std::uint32_t to, DependencyKind kind) const;

    const Timeline &m_timeline;
    /// By span: the one in front of it; none where there is none.
    std::vector<std::uint32_t> m_streamBefore, m_engineBefore, m_hostBefore;
    std::vector<EventLink> m_events; ///< in the order of `to`
};

} // namespace streamscope
