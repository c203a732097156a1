// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <vector>

namespace streamscope {

/// One collective on a rank and on a reference. All in nanoseconds from origins that the points share, which keeps them
/// small enough for a double. "Ahead": by the rank's clock less by the reference clock.
struct EndPoint
{
    double time = 0;          ///< of the rank's end
    double ahead = 0;         ///< of the ends
    double startAhead = 0;    ///< of the starts
    double othersAhead = 0;   ///< of the rank's start and the last start on any other rank
    double referenceLead = 0; ///< by how much the reference started after the others; infinite without others
    double transfer = 0;      ///< how long the data moved
    std::uint32_t sort = 0;   ///< as ClockPair::sort
};

/// How far a clock is ahead: offset + drift · EndPoint::time.
struct ClockLine
{
    double offset = 0, drift = 0;
    double at(double time) const { return offset + drift * time; }
};

/// Refines a rough line by what ends have in common. The rank that starts last ends last: by as much as it started
/// later than the others, but by at most a share of the transfer, which is fitted together with the line. Some sizes
/// of message keep to that within 2 us and others err by 15 us, so each sort of collective counts by its own scatter,
/// and outliers count little. With `drifts` false the drift stays 0.
ClockLine fitEnds(const std::vector<EndPoint> &points, ClockLine rough, bool drifts);

} // namespace streamscope
