// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/clock_check_text.h"

#include <cstdio>

namespace streamscope {

namespace {

double microseconds(std::int64_t ns)
{
    return static_cast<double>(ns) / 1000.0;
}

std::string groupLine(const ClockCheck::Group &group)
{
    char text[200];
    std::snprintf(text, sizeof text, "  %-26s %6zu  %7.2f %7.2f %7.2f  %7.2f %7.2f %7.2f", group.name.c_str(),
                  group.operations, microseconds(group.start.median), microseconds(group.start.p99),
                  microseconds(group.start.maximum), microseconds(group.end.median), microseconds(group.end.p99),
                  microseconds(group.end.maximum));
    return text;
}

std::string costText(std::int64_t makespan, std::int64_t plain)
{
    char text[32];
    std::snprintf(text, sizeof text, "%+.1f %%",
                  plain > 0 ? 100.0 * (static_cast<double>(makespan) / static_cast<double>(plain) - 1.0) : 0.0);
    return text;
}

} // namespace

std::vector<std::string> clockCheckLines(const ClockCheck &check)
{
    if (!check.problem.empty())
        return {"clock check: not done, " + check.problem};
    std::vector<std::string> lines{
        "clock check: our times against CUPTI's, difference in us",
        "                                        start:                   end:",
        "  kind                        count   median     p99     max   median     p99     max",
    };
    for (const ClockCheck::Group &group : check.groups)
        lines.push_back(groupLine(group));
    if (check.watchMakespan > 0)
        lines.emplace_back(
            "  (CUPTI's record holds the engine up between copies, a watched copy does not: its start lies "
            "before CUPTI's)");
    const std::string watch = check.watchMakespan > 0
                                  ? "watched memory " + costText(check.watchMakespan, check.plainMakespan) + ", "
                                  : std::string();
    lines.push_back("  cost on the makespan: " + watch + "events " + costText(check.eventsMakespan, check.plainMakespan)
                    + ", CUPTI " + costText(check.cuptiMakespan, check.plainMakespan));
    return lines;
}

} // namespace streamscope
