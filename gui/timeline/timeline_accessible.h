// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

namespace streamscope {

/// Makes screen readers see a timeline as a list of its lanes, each with its title, its busy share and its operations,
/// and the selected operation as the list's value. Once for the program; later calls do nothing.
void installTimelineAccessibility();

} // namespace streamscope
