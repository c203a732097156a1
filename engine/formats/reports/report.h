// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"
#include "engine/analysis/overlap/filter_overlap.h"
#include "engine/device/residuals.h"
#include "engine/formats/traces/trace_import.h"
#include "engine/program/run_source.h"
#include "engine/timeline/recording.h"

#include <QByteArray>

#include <optional>

namespace streamscope {

/// The report JSON (`streamscope-report`, version 1) of a run or of an imported trace. For a trace `source` is empty
/// and `import` has the import's report. `experiment` in the JSON is null for a trace and for a program file, whose
/// title is in `title`. `range`: of a predicted makespan. `overlap`: of filters, where it was asked for.
QByteArray reportJson(const RunSource &source, const Parameters &parameters, const Recording &recording,
                      const RunAnalysis &analysis, const ImportReport *import = nullptr,
                      const std::optional<PredictionRange> &range = {},
                      const std::optional<FilterOverlap> &overlap = {});

} // namespace streamscope
