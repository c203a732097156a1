// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/traces/chrome_event.h"
#include "engine/formats/traces/trace_builder.h"

namespace streamscope {

// What a Chrome trace of PyTorch tells about the host beside its calls of CUDA.

/// Keeps an operator, a range or a Python frame, and counts it. Times in nanoseconds of the trace.
void takeChromeHostEvent(const ChromeEvent &event, ChromeCategory category, std::int64_t start, std::int64_t end,
                         TraceBuilder &builder, HostEventCounts &counts);

/// Takes the name of a thread from a metadata event; passes over any other.
void nameChromeThread(const ChromeEvent &event, TraceBuilder &builder);

} // namespace streamscope
