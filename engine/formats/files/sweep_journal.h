// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/several_runs/sweep_table.h"

#include <string>
#include <vector>

namespace streamscope {

/// Saves the rows of a running sweep in a file beside the final CSV: "sweep.csv.partial". Each row is written before
/// the next configuration is measured, so it survives any end of the program. The lines are those of the CSV, in the
/// order in which they were measured.
class SweepJournal
{
public:
    static std::string pathBeside(const std::string &csv);

    /// Begins a new journal for `table`'s sweep, or with `resume` continues the existing one. An unfinished last line
    /// is removed.
    /// @throws InputError when a journal exists and `resume` is not set, when it holds another sweep's rows, or when
    ///         another process is writing it; RunError when it cannot be written.
    SweepJournal(std::string path, const SweepTable &table, bool resume);
    SweepJournal(const SweepJournal &) = delete;
    SweepJournal &operator=(const SweepJournal &) = delete;
    ~SweepJournal(); ///< the file stays

    const std::string &path() const { return m_path; }
    std::string csv() const; ///< beside which it lies
    /// The rows found when the journal was opened, one per configuration, without failed ones, which are tried again.
    const std::vector<SweepRow> &rows() const { return m_rows; }

    /// @throws RunError. @returns after the system has taken the row.
    void append(const SweepRow &row);
    /// Deletes the journal; call it when the CSV is complete.
    void remove();

private:
    void open(bool resume);
    void readRows();
    void write(std::string_view text);
    [[noreturn]] void complain() const;

    std::string m_path;
    const SweepTable &m_table;
    std::vector<SweepRow> m_rows;
    int m_descriptor = -1;
};

/// The rows of a finished CSV that `table`'s sweep need not measure again: the last row of each configuration unless it
/// failed, in the order of the configurations. @throws InputError as readSweepCsv().
std::vector<SweepRow> rowsOfSweepFile(const std::string &path, const SweepTable &table);

} // namespace streamscope
