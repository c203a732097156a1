// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

namespace streamscope {

/// Presents timelines to screen readers as a list of lanes, each with title, busy share and operations; the list's
/// value is the selected operation. Call it once; later calls do nothing.
void installTimelineAccessibility();

} // namespace streamscope
