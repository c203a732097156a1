// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/advice/hints/code_hint.h"

namespace streamscope {

std::vector<CodeHint> pytorchHints();
std::vector<CodeHint> cudaHints();

} // namespace streamscope
