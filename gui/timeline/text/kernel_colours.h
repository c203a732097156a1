// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/text/timeline_theme.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace streamscope {

/// What the colour of a kernel says.
enum class KernelColouring : std::uint8_t { Name, Kind, Stream, Chunk };
inline constexpr int kernelColouringCount = 4;

/// The colours of bars by tag: first those of the kinds, then those of kernels by name. Kernels get colours by rank;
/// the first one has the colour of its kind, so that one kernel alone looks as it always does. The others have hues
/// that no copy to or from the host has, which colour-blind people can distinguish, then the same hues darker or
/// lighter.
inline constexpr std::size_t kernelColourCount = 16;
inline constexpr std::uint8_t otherKernelsTag = operationKindCount + kernelColourCount - 1; ///< after the last rank
inline constexpr std::size_t barColourCount = otherKernelsTag + 1;
static_assert(barColourCount <= 32); // SceneBars and IntervalPyramid keep a tag in five bits

/// @param rank below kernelColourCount
constexpr std::uint8_t kernelTag(std::size_t rank)
{
    return static_cast<std::uint8_t>(rank == 0 ? static_cast<std::size_t>(OperationKind::Kernel)
                                               : operationKindCount + rank - 1);
}
constexpr OperationKind kindOfTag(std::size_t tag)
{
    return tag < operationKindCount ? static_cast<OperationKind>(tag) : OperationKind::Kernel;
}

/// By tag, for whole operations.
std::span<const KindStyle> barColours(const TimelineTheme &theme);
/// By tag, for blocks: the same fills; the outline is between neighbouring blocks of the kernel. In high contrast all
/// have 7:1 to the background.
/// @param dimmed for when another kernel is selected
std::span<const KindStyle> blockColours(const TimelineTheme &theme, bool dimmed = false);

} // namespace streamscope
