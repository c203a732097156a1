// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/overlap/overlap_text.h"

#include "cli/common/terminal_text.h"

#include "engine/device/number_text.h"

#include <algorithm>

namespace streamscope {

namespace {

std::string quoted(const std::string &filter)
{
    return "'" + filter + "'";
}

/// "12.34 % of 5.678000 ms makespan".
std::string shareText(std::int64_t part, std::int64_t whole, const std::string &of)
{
    const std::string share =
        whole > 0 ? decimalText(100.0 * static_cast<double>(part) / static_cast<double>(whole), 2) + " %" : "-";
    return share + " of " + millisecondsText(whole, 6) + " " + of;
}

class Table
{
public:
    explicit Table(const FilterOverlap &overlap) : m_overlap(overlap)
    {
        for (const FilterOverlap::Filter &filter : overlap.filters)
            m_width = std::max(m_width, quoted(filter.text).size() + 11);
    }

    /// `shares`: further ones behind that of the makespan.
    std::string row(const std::string &label, std::int64_t ns, const std::string &shares) const
    {
        return "  " + column(label, m_width, 2) + column(millisecondsText(ns, 6), 18, 2)
               + shareText(ns, m_overlap.makespanNs, "makespan") + shares;
    }

private:
    const FilterOverlap &m_overlap;
    std::size_t m_width = 24;
};

} // namespace

std::vector<std::string> overlapLines(const FilterOverlap &overlap)
{
    const Table table(overlap);
    std::vector<std::string> lines{"Overlap"};
    std::string common, exposed;
    for (const FilterOverlap::Filter &filter : overlap.filters) {
        lines.push_back(table.row(quoted(filter.text), filter.unionNs,
                                  "; " + std::to_string(filter.operations)
                                      + (filter.operations == 1 ? " operation" : " operations")));
        common += "; " + shareText(overlap.intersectionNs, filter.unionNs, quoted(filter.text));
    }
    lines.push_back(table.row("union of all", overlap.unionNs, {}));
    lines.push_back(table.row("intersection of all", overlap.intersectionNs, common));
    const FilterOverlap::Filter &first = overlap.filters.front();
    lines.push_back(table.row("exposed " + quoted(first.text), overlap.exposedNs,
                              "; " + shareText(overlap.exposedNs, first.unionNs, quoted(first.text))));
    return lines;
}

} // namespace streamscope
