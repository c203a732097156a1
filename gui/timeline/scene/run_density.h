// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/model/timeline_content.h"

#include <array>
#include <vector>

namespace streamscope {

/// How busy the lanes were in one part of the run: shares 0 … 1 of the time of all lanes with work.
struct DensityColumn
{
    static constexpr int toDevice = 0, kernels = 1, toHost = 2, other = 3;
    std::array<float, 4> share{};
};

/// The run in `columns` equal parts, from its streams' lanes (the host's without streams). The cost depends on the
/// columns, not on the spans.
std::vector<DensityColumn> runDensity(const TimelineContent &content, int columns);

} // namespace streamscope
