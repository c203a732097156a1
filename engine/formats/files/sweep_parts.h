// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/several_runs/sweep_table.h"
#include "engine/formats/files/preset.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// The CSVs of the shards of one sweep (`sweep --shard i/n`), finished or still growing, joined in the order of the
/// configurations. A configuration that several files have counts once: the first row that is ok, else the first one.
class SweepParts
{
public:
    /// `name` is for messages. A last line without a line end, which a killed program leaves, is skipped.
    /// @throws InputError naming the line where the text holds no rows of a sweep, or rows of another one.
    void add(std::string_view text, const std::string &name);

    std::size_t rows() const { return m_rows.size(); }
    /// Rows that were left out because another file had the configuration.
    std::size_t repeated() const { return m_repeated; }
    /// Of the whole sweep: every combination of the values that occur.
    std::size_t configurations() const;
    /// Configurations that no file has, ascending; at most `limit`.
    std::vector<std::size_t> missing(std::size_t limit) const;
    std::size_t failed() const;
    /// Ids, sorted.
    const std::set<std::string> &devices() const { return m_devices; }

    /// As the whole sweep would have written it.
    std::string csv() const;
    /// What a picture needs. @throws InputError where the sweep is not complete, on several devices or of no known
    /// experiment.
    SweepTable table(const ExperimentList &known) const;

private:
    using Fields = std::vector<std::string>;
    void takeHeader(const Fields &header, const std::string &where);
    void takeRow(Fields fields, const std::string &where);
    std::size_t columns() const; ///< of parameters
    std::vector<SweepAxis> axes(const Parameters &base) const;

    Fields m_header;
    std::string m_firstName;
    std::map<std::size_t, Fields> m_rows;        ///< by the index of the configuration
    std::vector<std::set<std::string>> m_values; ///< of each parameter
    std::set<std::string> m_devices;
    std::size_t m_repeated = 0;
};

} // namespace streamscope
