// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"

namespace streamscope {

/// How often and how long the host waited for the GPU, and for how many operations the call is known.
HostFigures hostFigures(const Timeline &timeline);

} // namespace streamscope
