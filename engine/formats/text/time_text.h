// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QString>

#include <cstdint>

namespace streamscope {

/// A time for reading: four significant digits at most and no trailing zeros: "4 ms", "1.235 ms", "512 ns".
QString timeText(std::int64_t ns);

/// A range of times in the unit of the larger one: "5.5 to 6.1 ms".
QString timeRangeText(std::int64_t lowNs, std::int64_t highNs);

/// A time to the nanosecond, without trailing zeros: "1.234567 ms".
QString exactTimeText(std::int64_t ns);

/// The label of a ruler tick. All labels of one ruler share the unit, which `largestNs` (the largest magnitude on the
/// ruler) chooses, and the decimals, which `stepNs` needs.
QString tickText(std::int64_t ns, std::int64_t stepNs, std::int64_t largestNs);

/// "256 MiB", "1.5 KiB", "12 B": binary units, four significant digits at most.
QString bytesText(std::uint64_t bytes);

/// Decimal gigabytes per second: "25.3 GB/s". Empty when the duration is not positive.
QString bandwidthText(std::uint64_t bytes, std::int64_t durationNs);

} // namespace streamscope
