// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"
#include "engine/formats/trace_import.h"
#include "engine/program/parameter.h"
#include "engine/timeline/recording.h"

#include <QByteArray>

#include <string>

namespace streamscope {

/// The report JSON (`streamscope-report`, version 1) of a run, or of an imported trace: then `experiment` is empty and
/// `import` says what was found.
QByteArray reportJson(const std::string &experiment, const Parameters &parameters, const Recording &recording,
                      const RunAnalysis &analysis, const ImportReport *import = nullptr);

} // namespace streamscope
