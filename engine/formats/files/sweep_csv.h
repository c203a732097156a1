// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/several_runs/sweep_table.h"

#include <QByteArray>

#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// The sweep CSV (RFC 4180, header line, one row per configuration): `index`, every parameter of the experiment (plain
/// numbers, lists with commas), `device`, `status`, `makespan_us`, `serial_us`, `bound_us` (3 decimals), `speedup`,
/// `efficiency` (4 decimals), `error`, `range_low_us`, `range_high_us` (3 decimals, empty for a measurement and a
/// profile without residuals). The figures of a configuration that is not ok are empty.
QByteArray sweepCsv(const SweepTable &table);

/// The header line and the line of one row, as sweepCsv() writes them. `table` defines the sweep; its rows are not
/// used.
std::string sweepCsvHeader(const SweepTable &table);
std::string sweepCsvRow(const SweepTable &table, const SweepRow &row);

/// The inverse: the rows in the order of the text. `name` is for messages. A last line without a line end, which a
/// killed program leaves, is skipped.
/// @throws InputError naming the line when the text holds rows of another sweep than `table`'s, or no sweep rows.
std::vector<SweepRow> readSweepCsv(std::string_view text, const std::string &name, const SweepTable &table);

} // namespace streamscope
