// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/sweep_table.h"

#include <string>
#include <vector>

namespace streamscope {

/// The rows of a sweep as they come, in a file beside the CSV that they become in the end: "sweep.csv.partial". Each
/// row is handed to the system before the next one is measured, so it outlives the program however that ends. The same
/// lines as in the CSV, in the order in which they came.
class SweepJournal
{
public:
    static std::string pathBeside(const std::string &csv);

    /// Begins a new journal for `table`'s sweep, or with `resume` goes on with the one that is there. A line that was
    /// not finished is cut off.
    /// @throws InputError where one is there and `resume` is not set, where it holds another sweep's rows, and where
    /// another process writes it now; RunError where it cannot be written.
    SweepJournal(std::string path, const SweepTable &table, bool resume);
    SweepJournal(const SweepJournal &) = delete;
    SweepJournal &operator=(const SweepJournal &) = delete;
    ~SweepJournal(); ///< the file stays

    const std::string &path() const { return m_path; }
    /// What it held when it was opened, by configuration, each once; what failed is left out, to be tried again.
    const std::vector<SweepRow> &rows() const { return m_rows; }

    /// @throws RunError. @returns when the system has the row.
    void append(const SweepRow &row);
    /// The CSV is complete: the journal has done its work.
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

/// The rows of a finished CSV of `table`'s sweep, as keptSweepRows(). @throws InputError as readSweepCsv().
std::vector<SweepRow> rowsOfSweepFile(const std::string &path, const SweepTable &table);

/// The rows that a sweep need not measure again: of each configuration the last one, without those that failed, in the
/// order of the configurations.
std::vector<SweepRow> keptSweepRows(const std::vector<SweepRow> &rows);

} // namespace streamscope
