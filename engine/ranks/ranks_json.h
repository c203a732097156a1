// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/ranks/rank_job.h"

#include <QByteArray>
#include <QJsonObject>

namespace streamscope {

/// `ranks` of the report; docs/ranks.md lists its fields. Unknown figures are null.
QJsonObject toJson(const RankJob &job);

/// The report JSON (`streamscope-report`, version 1) of several ranks: it has `ranks` only.
QByteArray rankReportJson(const RankJob &job);

} // namespace streamscope
