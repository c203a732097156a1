// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"
#include "engine/formats/trace_import.h"
#include "engine/program/run_source.h"
#include "engine/timeline/recording.h"

#include <QByteArray>

#include <string>

namespace streamscope {

/// The report JSON (`streamscope-report`, version 1) of a run, or of an imported trace: then `source` is empty and
/// `import` says what was found. `experiment` is null in it for a Program file, whose title stands in `title`, and for
/// a trace.
QByteArray reportJson(const RunSource &source, const Parameters &parameters, const Recording &recording,
                      const RunAnalysis &analysis, const ImportReport *import = nullptr);

} // namespace streamscope
