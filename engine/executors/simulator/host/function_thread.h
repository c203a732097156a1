// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

namespace streamscope {

/// How long the driver's thread for host functions takes to wake up, as a share of the profile's `host_function_us`:
/// the longer it has slept, the longer. Periods between functions of 0.2, 0.3, 0.5, 0.8, 1.5 and 3 ms took 39, 63, 86,
/// 100, 109 and 121 us (medians of 155 drawn programs of up to three streams on 58 machines with H200s,
/// docs/measurements/model.md).
/// @param sleptNs nanoseconds since the last function's end
/// @return 0.4 … 1.6; 1 at 0.6 ms
double functionWakeShare(double sleptNs);

/// What the thread has slept before the first function of a run, or of a trace, beside the time since its begin:
/// functions that begin a run came some 60 us late (5 programs of the NULL stream on five H200s).
inline constexpr double sleptBeforeFirstNs = 2e5;

} // namespace streamscope
