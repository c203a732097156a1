// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace streamscope {

/// What takes the time of a run: each class of operation is predicted well or badly in its own way.
enum class WorkClass : std::uint8_t {
    HostCalls,    ///< the host issues or waits, and nothing executes
    CopiesPinned, ///< between host and device, from and to pinned, registered or write-combined memory
    CopiesPageable,
    KernelsSpin,     ///< blocks of a given time
    KernelsComputed, ///< kernels that compute, memsets and copies inside the device
    Allocation,
    Peer,          ///< copies between devices, and collectives
    HostFunctions, ///< host functions and host work
};
inline constexpr std::size_t workClassCount = 8;
inline constexpr std::array<WorkClass, workClassCount> workClasses{
    WorkClass::HostCalls,       WorkClass::CopiesPinned, WorkClass::CopiesPageable, WorkClass::KernelsSpin,
    WorkClass::KernelsComputed, WorkClass::Allocation,   WorkClass::Peer,           WorkClass::HostFunctions};

/// As in profiles: "copies-pinned".
std::string_view workClassName(WorkClass workClass);
/// The inverse; empty for any other text.
std::optional<WorkClass> parseWorkClass(std::string_view name);

/// The share of each class in a run's time; they add up to 1.
using ClassShares = std::array<double, workClassCount>;

/// What a run is made of.
struct WorkMix
{
    ClassShares shares{};
    std::size_t operations = 1; ///< those that take time of their own: no events, no synchronisations

    /// `ns` of the run, for each operation.
    double perOperation(double ns) const { return operations > 1 ? ns / static_cast<double>(operations) : ns; }
};

/// Between which factors of the predicted time the measured times of four runs in five lie: the 10th and the 90th
/// percentile of measured / predicted. Both are above 1 where the model is too fast.
struct FactorRange
{
    double low = 1, high = 1;

    bool operator==(const FactorRange &) const = default;
};

/// The measured residuals of a profile.
struct Residuals
{
    /// What grows from row to row. Short operations are predicted worse than long ones, however many there are: what an
    /// engine waits for between them is known in the mean only (docs/measurements/channels.md, 6).
    enum class SizeOf : std::uint8_t {
        Operation, ///< the predicted time divided by the number of operations
        Run        ///< the predicted time: profiles of before
    };

    struct Row
    {
        WorkClass workClass = WorkClass::HostCalls;
        double upToNs = std::numeric_limits<double>::infinity(); ///< see SizeOf
        FactorRange factors;

        bool operator==(const Row &) const = default;
    };
    std::vector<Row> rows; ///< of a class by rising `upToNs`; empty: not measured
    SizeOf sizeOf = SizeOf::Operation;

    /// For a run of this mix, predicted to take `predictedNs`: the factors of its classes at that size, weighted by
    /// share. A class without rows does not count: its errors are in the rows of the classes that it came along with.
    /// Where no class of the run has rows, the worst rows count. The result is at least as wide as the best row. Empty
    /// without rows: a range that was not measured is not shown.
    std::optional<FactorRange> factorsOf(const WorkMix &mix, double predictedNs) const;

private:
    const Row *rowOf(WorkClass workClass, double sizeNs) const;
    FactorRange worst() const;
    FactorRange atLeastBest(FactorRange range) const;
};

/// Times in nanoseconds.
struct PredictionRange
{
    std::int64_t lowNs = 0, highNs = 0;

    bool contains(std::int64_t ns) const { return ns >= lowNs && ns <= highNs; }
    bool operator==(const PredictionRange &) const = default;
};

} // namespace streamscope
