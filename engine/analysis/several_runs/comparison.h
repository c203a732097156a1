// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/recording.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace streamscope {

/// The two runs of a comparison. A is the baseline, the first or older one; B is this run, the second or newer one.
enum class Side : std::uint8_t { A, B };

/// An operation of run A with its counterpart in run B. Times in nanoseconds from the start of each run.
struct ComparedOperation
{
    std::optional<std::uint32_t> a, b; ///< indices into the Timelines; one is empty without a counterpart
    std::int64_t durationA = 0, durationB = 0;
    std::int64_t startA = 0, startB = 0;
    /// Without a counterpart because the other run is a trace, which has calls of the host and no operations of this
    /// kind: its work between them, records of events and waits for them, which a replay states. No difference
    /// between the two.
    bool isUnrecorded = false;

    std::int64_t longerNs() const { return durationB - durationA; }
    std::int64_t laterNs() const { return startB - startA; }
};

/// The operations of one kind in both runs.
struct ComparedKind
{
    OperationKind kind = OperationKind::Kernel;
    std::size_t countA = 0, countB = 0;
    std::int64_t sumA = 0, sumB = 0;
};

struct Comparison
{
    std::vector<ComparedOperation> operations; ///< those of A in order of issue, then those that only B has
    std::vector<ComparedKind> kinds;           ///< kinds in A or B, in the order of the enumeration
    std::size_t matched = 0, onlyA = 0, onlyB = 0;
    std::size_t unrecorded = 0;        ///< see ComparedOperation; counted in none of the three
    std::int64_t spanA = 0, spanB = 0; ///< from the earliest to the latest time of each run
};

/// Matches each operation of A with an operation of B of the same kind, name and chunk on the stream of the same id and
/// device: the n-th of A with the n-th of B. A suffix of a copy's name that gives the memory kinds ("(Pageable ->
/// Device)") does not count. Operations left over are matched without regard to the stream.
Comparison compareRuns(const Timeline &a, const Timeline &b);

/// How two runs share one axis.
enum class ComparisonScale {
    Absolute,   ///< each from its own start, in real time
    Normalised, ///< each scaled to `normalisedLengthNs`, which is 100 % of its time
};
/// 100 % of a normalised run. Runs up to ten seconds lose no resolution.
inline constexpr std::int64_t normalisedLengthNs = 10'000'000'000;

/// The factor from a time since the start of `timeline` to the axis; 1 for absolute times.
double axisFactor(const Timeline &timeline, ComparisonScale scale);

/// The number in mergedRuns() that stands for device 0 of B.
int firstDeviceOfB(const Timeline &a);

/// Both runs as one Timeline that every view can show: A's streams are called "A 0", B's "B 0", A's devices come first.
/// Operation i of A is span i, operation k of B is span a.size() + k; the streams are in the same order. Times of both
/// begin at 0. Blocks are kept, on the devices of their own run; their clock is A's when A has blocks. Where as many
/// devices took part in both, B's have A's numbers, in order: a rank may run on device 1, and its replay on 0.
std::shared_ptr<const Recording> mergedRuns(const Recording &a, const Recording &b, ComparisonScale scale);

} // namespace streamscope
