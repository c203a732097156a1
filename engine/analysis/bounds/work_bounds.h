// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/bounds/dependency_chain.h"
#include "engine/program/program.h"
#include "engine/timeline/recording.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace streamscope {

/// What no schedule can be shorter than.
enum class BoundBy : std::uint8_t {
    Nothing,
    CopyEngine,
    Multiprocessors, ///< smTimes()
    Kernels,         ///< the time in which kernels ran, where the Program is unknown
    Chain,           ///< longestChain()
    Host,            ///< the own work of the host thread that has most
};
/// As in the report: "copy_engine".
const char *boundName(BoundBy by);

struct Bound
{
    std::int64_t ns = 0;
    BoundBy by = BoundBy::Nothing;
    Engine engine = Engine::None; ///< the limiting engine; None for a chain
    DependencyChain chain;        ///< where a chain limits
};

/// The least time of the work of a run over all its schedules, and what limits it. Everything that shows a bound, a
/// serial time or an efficiency takes them from here.
class WorkBounds
{
public:
    /// Both must outlive the object; `program` may be null.
    WorkBounds(const Recording &recording, const Program *program);

    /// Of all devices and the host.
    Bound ofRun() const { return of(std::nullopt); }
    /// Of the operations of one device, without the host.
    Bound ofDevice(int device) const { return of(device); }
    /// smTimes() of the device with the most; empty where the Program is unknown or no kernel ran.
    std::optional<std::int64_t> smTime() const;
    /// Of each span alone: ownDurations().
    const std::vector<std::int64_t> &ownDurations() const { return m_own; }

private:
    Bound of(std::optional<int> device) const;
    void addEngines();
    void addHost();

    const Recording &m_recording;
    const Program *m_program; ///< null unless it is that of the run
    std::vector<std::int64_t> m_own;
    std::map<std::pair<int, Engine>, std::int64_t> m_engines; ///< least time of each engine of each device
};

} // namespace streamscope
