// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace streamscope {

/// All whole numbers among the figures of a device, by their keys in the report; "union_ns.kernel" is a member of an
/// object. A key in "_ns", or of a member of such an object, is a time in nanoseconds.
std::vector<std::pair<std::string_view, std::int64_t>> plainFigures(const DeviceFigures &figures);

/// How a view spells figures.
struct FigureSpelling
{
    std::function<std::string(std::int64_t ns)> time;
    std::size_t maxStreams; ///< that are listed; the report has all
};

/// A figure for people.
struct ListedFigure
{
    std::string label; ///< "Copying hidden"
    std::string value; ///< "96.1 %"
    std::string_view definition;
};

/// The figures of a device as every view lists them.
std::vector<ListedFigure> listedFigures(const DeviceFigures &figures, const FigureSpelling &spelling);
/// The host's figure.
ListedFigure listedFigure(const HostFigures &figures, const FigureSpelling &spelling);
/// "host late".
std::string_view gapCauseText(GapCause cause);

} // namespace streamscope
