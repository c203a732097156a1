// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/sweep_table.h"

#include <QByteArray>

namespace streamscope {

/// The sweep CSV (RFC 4180, header line, one row per configuration): `index`, every parameter of the experiment (plain
/// numbers, lists with commas), `device`, `status`, `makespan_us`, `serial_us`, `bound_us` (3 decimals), `speedup`,
/// `efficiency` (4 decimals), `error`. The figures of a configuration that is not ok are empty.
QByteArray sweepCsv(const SweepTable &table);

} // namespace streamscope
