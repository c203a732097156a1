// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/comparison.h"
#include "gui/pictures/timeline_image.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace streamscope {

/// The differences in a few lines: lengths, matches, and each kind's sums.
QStringList comparisonLines(const Comparison &comparison);

/// {"format":"streamscope-comparison","version":1,"span_us":{…},"matched":…,"only_a":…,"only_b":…,"kinds":[…],
/// "operations":[{"a":index or null,"b":…,"name","kind","duration_us":{"a","b","difference"},"start_us":{…}}]}.
QByteArray comparisonJson(const Comparison &comparison, const Timeline &a, const Timeline &b);

/// A picture of both runs on one axis; the caption names both runs and their differences.
PictureSource comparisonPicture(const std::shared_ptr<const ComparedRuns> &compared);

} // namespace streamscope
