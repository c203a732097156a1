// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"
#include "engine/formats/traces/trace_import.h"

#include <QJsonObject>

namespace streamscope {

/// The figures of a device as in the report; docs/analysis.md defines them. Unknown figures are null.
QJsonObject toJson(const DeviceFigures &figures);
QJsonObject toJson(const HostFigures &figures);
QJsonObject toJson(const HostEventCounts &counts);
QJsonObject toJson(const ImportReport &report);

} // namespace streamscope
