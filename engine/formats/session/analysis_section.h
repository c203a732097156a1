// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"
#include "engine/formats/session/section_file.h"

#include <optional>

namespace streamscope {

/// Writes the figures and findings of a run: they follow from it, and making them takes longer than reading them.
void writeAnalysis(const RunAnalysis &analysis, SectionWriter &writer);

/// Reads the section at hand; empty where another version of StreamScope wrote it. @throws InputError.
std::optional<RunAnalysis> readAnalysis(SectionReader &reader);

} // namespace streamscope
