// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/order/stream_rules.h"
#include "engine/timeline/timeline.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace streamscope {

/// Why one operation could not start before another.
enum class DependencyKind : std::uint8_t {
    Stream, ///< it follows the other by StreamRules, or is a synchronisation that waited for the other
    Event,  ///< it waits for an event recorded behind the other
    Engine, ///< its engine served the other first while it was ready
    Host,   ///< the host issued it after the other, a synchronisation or host work, ended
};

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
    std::optional<DependencyKind> heldBy; ///< why the step before held it; empty for the first step
};

/// The dependencies between the operations of a run. Construction takes n·log n; the Timeline must outlive the object.
/// Event dependencies come from the Timeline, or else from the Program, whose operations are the Timeline's spans. An
/// engine's order is a dependency only when the operation is known to have been ready. In an imported trace an event
/// wait has only the times of the host's call, so the operation behind it in its stream depends on the operation before
/// it. A synchronisation waited for the operation that ended last while it waited.
class RunDependencies
{
public:
    RunDependencies(const Timeline &timeline, const Program *program);

    /// The dependencies that held `span`, and those in which `span` held another operation.
    std::vector<Dependency> into(std::uint32_t span) const;
    std::vector<Dependency> outOf(std::uint32_t span) const;

    /// The path to `last`, in order of time. Each step is the dependency of its successor that ended last; the first
    /// step has no dependency.
    std::vector<CriticalStep> criticalPathTo(std::uint32_t last) const;
    /// The path to the operation that ends last.
    std::vector<CriticalStep> criticalPath() const;

private:
    static constexpr std::uint32_t none = ~0U;

    void linkStreams(const StreamRules &rules);
    void linkSyncs();
    void linkEngines();
    void linkHost();
    template <typename Take>
    void forEachInto(std::uint32_t span, Take take) const;

    const Timeline &m_timeline;
    /// By span: its predecessor; `none` without one.
    std::vector<std::uint32_t> m_streamBefore, m_engineBefore, m_hostBefore;
    std::vector<EventLink> m_events;   ///< in the order of `to`
    std::vector<EventLink> m_barriers; ///< to and from the NULL stream, in the order of `to`
};

} // namespace streamscope
