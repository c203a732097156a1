// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"

namespace streamscope {

/// Makespan, serial time, bound and what follows from them. The bound takes both copy directions together where the
/// device has one engine for them.
Summary summarize(const Recording &recording);

} // namespace streamscope
