// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/parameter.h"

#include <string>

namespace streamscope {

/// "chunks          integer, default 8; 2 to 1024": one line of a listing.
std::string parameterLine(const ParameterSpec &spec);

} // namespace streamscope
