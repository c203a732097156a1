// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/copy_latency.h"

namespace streamscope {

/// Measures the latencies between the causes and the start of a copy on the current device, with events and kernel
/// stamps: tiny copies behind a kernel, behind copies, queued behind another stream's copy, with the other direction
/// idle and busy; the median of several runs each. Takes some 0.1 s on an idle device.
///
/// Events cannot separate two pairs of effects; a comparison with CUPTI on an H200 supplied them. First, the part of a
/// tiny copy's time that is the copy itself: 1.5 us H2D, a round trip over the link; 0.5 us D2H, which only writes;
/// 2.3 us more for D2H beside H2D. Second, a busy other direction delays the event behind a D2H copy, but the start of
/// an H2D copy.
/// @throws CudaError.
CopyLatencies measureCopyLatencies();

} // namespace streamscope
