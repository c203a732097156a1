// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/executor.h"
#include "engine/remote/served_trace.h"
#include "engine/run/run_job.h"

#include <memory>
#include <string>

namespace streamscope {

/// Reads a trace of this machine and makes its lanes, for a window on another one. It needs no display. This process
/// speaks the language of the request from then on, where it names one (useLanguage()).
/// @throws as openTrace()
std::unique_ptr<ServedTrace> serveTrace(const TraceRequestContent &request, const RunControl &control);

/// The same for a trace that was read.
std::unique_ptr<ServedTrace> serveResult(std::shared_ptr<const RunResult> result);

} // namespace streamscope
