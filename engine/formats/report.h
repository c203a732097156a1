// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"
#include "engine/program/run_source.h"
#include "engine/timeline/recording.h"

#include <QByteArray>

#include <string>

namespace streamscope {

/// The report JSON (`streamscope-report`, version 1) of a run. `experiment` is null in it for a Program file, whose
/// title stands in `title`.
QByteArray reportJson(const RunSource &source, const Parameters &parameters, const Recording &recording,
                      const RunAnalysis &analysis);

} // namespace streamscope
