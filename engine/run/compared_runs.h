// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/several_runs/comparison.h"
#include "engine/run/named_run.h"

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

namespace streamscope {

/// One operation in its own run, with the times of that run.
struct OwnSpan
{
    const Timeline *timeline;
    std::uint32_t span;
};

/// How long the operation ran in B, counted from A.
/// Unrecorded: see ComparedOperation.
enum class LengthChange { Same, Longer, Shorter, OnlyA, OnlyB, Unrecorded };
inline constexpr std::size_t lengthChangeCount = 6;

/// The durations of an operation in A and in B, in eight bytes, so that sums over thousands of operations read
/// contiguous memory.
struct ComparedLengths
{
    static constexpr std::uint32_t unmatched = std::numeric_limits<std::uint32_t>::max(); ///< of `a`: only in one
    static constexpr std::uint32_t tooLong = unmatched - 1;                               ///< the same: see operation()
    std::uint32_t a = unmatched, b = 0;                                                   ///< nanoseconds
};

/// Two runs on one axis with matched operations: what lines, views and pictures of a comparison need. Its operations
/// are those of A, then those of B, as in `merged`.
struct ComparedRuns
{
    /// Compares `a` with `b`, in one pass over each. Call it on another thread than the window's for large runs.
    ComparedRuns(NamedRun a, NamedRun b, ComparisonScale scale);
    /// The same two runs on another axis; keeps the matching.
    ComparedRuns(const ComparedRuns &other, ComparisonScale scale);

    std::array<NamedRun, 2> runs;
    ComparisonScale scale;
    std::shared_ptr<const Comparison> comparison;
    std::shared_ptr<const Recording> merged;

    const NamedRun &run(Side side) const { return runs[static_cast<std::size_t>(side)]; }
    std::size_t sizeOfA() const { return runs[0].recording->timeline.size(); }
    Side sideOf(std::uint32_t span) const { return span < sizeOfA() ? Side::A : Side::B; }
    OwnSpan own(std::uint32_t span) const;
    /// The spans and the streams of one side in `merged`.
    std::pair<std::size_t, std::size_t> spansOf(Side side) const;
    std::pair<std::size_t, std::size_t> streamsOf(Side side) const;
    /// A length on the axis as the side's own time, in nanoseconds.
    std::int64_t ownLength(Side side, std::int64_t axisNs) const;
    /// A time on the axis as a time of the side's own recording.
    std::int64_t ownTime(Side side, std::int64_t axisNs) const;

    /// The index of `span` in comparison->operations.
    std::size_t rowOf(std::uint32_t span) const { return m_rowOf[span]; }
    const ComparedOperation &operation(std::uint32_t span) const { return comparison->operations[m_rowOf[span]]; }
    ComparedLengths lengths(std::uint32_t span) const { return m_lengths[span]; }
    /// True when at least one operation has this change.
    bool has(LengthChange change) const { return m_changes[static_cast<std::size_t>(change)]; }
    /// The same operation on the other side, as a span of `merged`.
    std::optional<std::uint32_t> counterpart(std::uint32_t span) const;

private:
    void fillRows();

    std::vector<std::uint32_t> m_rowOf;              ///< by span of `merged`
    std::vector<ComparedLengths> m_lengths;          ///< the same
    std::array<bool, lengthChangeCount> m_changes{}; ///< by LengthChange
};

/// Two lengths are the same when they differ by less than 0.05 % of A's.
LengthChange changeOf(const ComparedOperation &operation);
/// The same for what both have. Nanoseconds.
LengthChange changeOf(std::int64_t inA, std::int64_t inB);

} // namespace streamscope
