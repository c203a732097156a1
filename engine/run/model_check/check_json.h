// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/model_check/model_check.h"

#include <QJsonObject>

#include <string>

namespace streamscope {

/// `{"format":"streamscope-model-check","version":1,"device":…,"model":…,"experiments":[{"experiment","count",
/// "median_error_percent","p95_error_percent","inside_percent","worst":{…}}],"total":{…},"pageable":{…},"steady":{…},
/// "rows":[{"experiment","settings","measured_us":{"median","min","q1","q3"},"predicted_us","range_us":[lo,hi],"error_percent"}],"skipped":[{"experiment","reason"}]}`.
/// Errors are predicted / measured − 1; medians and p95 without sign. A model without residuals has no `inside_percent`
/// and no `range_us`; a check without pageable memory has no `pageable`, and one of which all
/// or no configurations are steady no `steady`.
QJsonObject modelCheckJson(const ModelCheck &check, const std::string &device, const std::string &model);

} // namespace streamscope
