// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/residuals.h"
#include "engine/run/model_check/model_check.h"

namespace streamscope {

/// The fewest measurements that make a row of residuals: with them the smallest and the largest are the 10th and the
/// 90th percentile.
inline constexpr std::size_t fewestResiduals = 8;

/// Residuals of a model from a check of it: the 10th and the 90th percentile of measured / predicted by the class that
/// takes the largest share of the predicted run, and by its time for each operation (up to 3, 6, 12,
/// 40 and 200 us, longer). Where a class has too few measurements of a size, the neighbouring size takes them; a class
/// with too few in all gets no row. Then all rows are widened until four in five of the check's measurements lie
/// inside, because mixed runs take their range from several rows.
Residuals fitResiduals(const ModelCheck &check);

} // namespace streamscope
