// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <string_view>

namespace streamscope {

/// The name of host work in a replay that a framework's operators fill: it finds and prepares launches.
inline constexpr std::string_view operatorWorkName = "operators";
/// The same of operators that launch nothing between two calls: they compute on the host.
inline constexpr std::string_view hostOperatorsName = "operators on the host";
/// The name of a synchronisation in a replay that stands for the wait inside of the allocation or free behind it.
inline constexpr std::string_view implicitSyncName = "implicit";
/// Of the host's pause until a clock lets it go on.
inline constexpr std::string_view clockPauseName = "until a clock";
/// Of what the first launch in a profiled process takes more than the others.
inline constexpr std::string_view firstLaunchName = "first launch";

} // namespace streamscope
