// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/text/json_object.h"
#include "gui/workspace/document_sweep.h"

#include <QJsonObject>

// A sweep in a session. Its rows stand there as in the CSV of a sweep.

namespace streamscope {

/// Without its experiment, which the session has as a part of its own.
QJsonObject sweepJson(const DocumentSweep &sweep);

/// The inverse; `experiment` is not empty. @throws InputError naming the place.
DocumentSweep readSweep(const JsonObject &object, const RunSource &experiment);

} // namespace streamscope
