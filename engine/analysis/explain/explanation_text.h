// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/explain/explanation.h"

namespace streamscope {

/// Why the operation of `step` started when it did, in one sentence. `before` held it; null: nothing did.
std::string stepText(const Timeline &timeline, const ExplainedStep &step, const ExplainedStep *before);

/// What issued the operation: call, operators, ranges, modules and functions; one sentence, empty where nothing is
/// known.
std::string issuedByText(const Timeline &timeline, std::uint32_t span);

} // namespace streamscope
