// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/advice/hints/code_hint.h"
#include "engine/run/advice/advice.h"

#include <string>

namespace streamscope {

/// PyTorch's where its profiler recorded the trace or its operators stand in it.
HintLanguage hintLanguageOf(const RunResult &trace);
/// The id that codeLanguages() has for it.
std::string_view codeLanguageOf(HintLanguage language);

/// Says in the words of the traced program what each change and each step of the advice means, with the lines that the
/// trace knows.
void addCode(const RunResult &trace, TimeRange range, Advice &advice);

/// The code of all advice of a trace, one under the other; with a heading for each. Lines of a patch; empty where there
/// is none.
std::string adviceCode(const RunAnalysis &analysis);

} // namespace streamscope
