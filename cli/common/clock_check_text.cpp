// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/common/clock_check_text.h"

#include "cli/common/terminal_text.h"

#include "engine/device/number_text.h"

namespace streamscope {

namespace {

std::string inMicroseconds(std::int64_t ns)
{
    return rightAligned(decimalText(static_cast<double>(ns) / 1000.0, 2), 7);
}

std::string groupLine(const ClockCheck::Group &group)
{
    std::string line = "  " + column(group.name, 27) + rightAligned(std::to_string(group.operations), 6);
    for (const auto &errors : {group.start, group.end})
        line += "  " + inMicroseconds(errors.median) + ' ' + inMicroseconds(errors.p99) + ' '
                + inMicroseconds(errors.maximum);
    return line;
}

std::string costText(std::int64_t makespan, std::int64_t plain)
{
    const double more = plain > 0 ? static_cast<double>(makespan) / static_cast<double>(plain) - 1.0 : 0.0;
    return signedDecimalText(100.0 * more, 1) + " %";
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
