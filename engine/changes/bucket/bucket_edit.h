// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/changes/change.h"
#include "engine/changes/patterns/collective_launches.h"
#include "engine/changes/patterns/collective_times.h"
#include "engine/changes/patterns/collective_units.h"
#include "engine/changes/patterns/collective_waits.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace streamscope {

/// Joins and cuts the collectives of a Program for the change `bucket`.
class BucketEdit
{
public:
    explicit BucketEdit(const ChangeInput &input);

    ChangedProgram run();

private:
    /// What becomes of a collective that stays.
    struct Role
    {
        std::vector<std::int32_t> joined;  ///< all operations that are one here, itself included
        std::vector<std::int32_t> records; ///< that stand behind it now
        std::int32_t pieces = 1;
        std::int32_t firstGroup = Operation::none; ///< of the second piece
        std::optional<Operation> work;             ///< of the host, to launch what is one here
        std::optional<std::int64_t> callNs;        ///< of the launch
        std::optional<std::int64_t> waitNs;        ///< for a rank whose host is late
        bool byHost = true;                        ///< no kernel before it decides when it can start
    };
    const Operation &at(std::int32_t index) const
    {
        return m_input.program.operations[static_cast<std::size_t>(index)];
    }
    Role &roleOf(std::int32_t index) { return m_roles[index]; }
    void leaveOut(std::int32_t index) { m_goes[static_cast<std::size_t>(index)] = true; }
    void makeBuckets();
    void countBuckets();
    void giveRoles(const std::vector<std::int32_t> &bucket);
    void cut(const CollectiveUnit &unit);
    void leaveOutOperatorEnds();
    void giveLaunchWork();
    void warmOthers();
    void findWaits();
    std::int64_t doubtNs() const;
    std::int64_t apartNs(const LateRanks &late, const std::vector<bool> &byHost) const;
    void write(const Operation &operation, std::size_t index);
    Operation joined(const Role &role) const;
    void writePieces(const Operation &whole, const Role &role);
    void addNotes();

    const ChangeInput &m_input;
    const std::uint64_t m_bytes;
    const std::vector<CollectiveUnit> m_units;
    const CollectiveLaunches m_launches;
    const CollectiveTimes m_times;
    std::vector<bool> m_goes;                                ///< by operation: into a later one
    std::unordered_map<std::int32_t, std::int32_t> m_unitOf; ///< by its last rank
    std::unordered_map<std::int32_t, Role> m_roles;          ///< by operation, of those that change
    std::vector<std::vector<std::int32_t>> m_buckets;        ///< units
    std::vector<std::size_t> m_stay;                         ///< buckets of each burst
    std::int32_t m_nextGroup = 0;
    std::size_t m_joined = 0, m_cut = 0, m_after = 0;
    std::int64_t m_workNs = 0;          ///< of the host that went
    std::vector<std::int64_t> m_hostNs; ///< what the host takes for each operation now
    std::int64_t m_decidesNs = 0;       ///< of the host, where a kernel starts as soon as it is launched
    std::int64_t m_warmedNs = 0;
    ChangedProgram m_result;
};

} // namespace streamscope
