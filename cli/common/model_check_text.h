// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/model_check/model_check.h"

#include <string>
#include <vector>

namespace streamscope {

/// The errors by experiment as a table, then what was skipped: lines of text.
std::vector<std::string> modelCheckLines(const ModelCheck &check);

} // namespace streamscope
