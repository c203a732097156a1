// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/text/timeline_theme.h"

#include <cstddef>
#include <span>

namespace streamscope {

/// Colours in the order in which kernels get them: eight hues that colour-blind people can distinguish, then the same
/// hues lighter and darker, then the cycle repeats. In high contrast all have 7:1 to the background. The outline is
/// between neighbouring blocks of the kernel.
inline constexpr std::size_t kernelColourCount = 24;
/// @param dimmed for when another kernel is selected
std::span<const KindStyle> kernelColours(const TimelineTheme &theme, bool dimmed = false);

} // namespace streamscope
