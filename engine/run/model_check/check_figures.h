// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/model_check/model_check.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace streamscope {

/// The errors of one experiment's predictions, or of all. Errors are predicted / measured − 1.
struct CheckFigures
{
    std::string experiment; ///< id; empty for all
    std::size_t count = 0;
    double medianError = 0, p95Error = 0; ///< without sign
    std::optional<double> insideShare;    ///< of the measurements within the predicted range; empty without ranges
    const CheckedConfiguration *worst = nullptr; ///< in the check that the figures are of; null without rows
};

/// One entry for each experiment, in the order of the rows, then one for all.
std::vector<CheckFigures> figuresOf(const ModelCheck &check);
/// Of the configurations with pageable host memory, whatever their experiment: how fast it is copied is up to the
/// host, by a third from machine to machine. Empty without any.
std::optional<CheckFigures> pageableFiguresOf(const ModelCheck &check);
/// Of the configurations whose quartiles lie within a tenth of the median: the errors that a host in use by others
/// does not explain. Empty where that is none or all.
std::optional<CheckFigures> steadyFiguresOf(const ModelCheck &check);

/// How fast the host of a check is beside the model's.
struct HostPace
{
    std::size_t count = 0; ///< configurations in which the host's calls take at least half of the predicted time
    double factor = 1;     ///< of these, measured / predicted in the median: above 1 the host is slower
};

/// Empty with fewer than five such configurations.
std::optional<HostPace> hostPaceOf(const ModelCheck &check);

/// The value below which `share` of `values` lie, interpolated linearly (type 7 of Hyndman and Fan); 0 without values.
double quantileOf(std::vector<double> values, double share);

} // namespace streamscope
