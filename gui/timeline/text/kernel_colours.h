// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QColor>

#include <cstddef>

namespace streamscope {

struct TimelineTheme;

/// How the blocks of one kernel look.
struct KernelColour
{
    QColor fill;
    QColor edge; ///< between neighbouring blocks of the kernel
    QColor text; ///< on `fill`, contrast at least 4.5:1
};

/// Colours in the order in which kernels get them: eight hues that colour-blind people can distinguish, then the same
/// hues lighter and darker, then the cycle repeats. In high contrast all have 7:1 to the background.
inline constexpr std::size_t kernelColourCount = 24;
const KernelColour &kernelColour(const TimelineTheme &theme, std::size_t kernel);

/// The dimmed colours, for when another kernel is selected.
const KernelColour &dimmedKernelColour(const TimelineTheme &theme, std::size_t kernel);

} // namespace streamscope
