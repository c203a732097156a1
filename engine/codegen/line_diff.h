// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// One line of the text before, of the text after, or of both.
struct LineChange
{
    enum Kind : std::uint8_t { Same, Removed, Added };

    Kind kind = Same;
    int before = -1; ///< number of the line in the text before, from 0; −1 for an added one
    int after = -1;  ///< number of the line in the text after, from 0; −1 for a removed one

    bool operator==(const LineChange &) const = default;
};

/// The lines of a text without their ends; a newline at the end of the text begins no further line.
std::vector<std::string_view> linesOf(std::string_view text);

/// All lines of both texts in their order: as few of them removed and added as possible, the removed ones of a place
/// before the added ones. Where more than a thousand lines changed, all lines between the first and the last change
/// count as changed.
std::vector<LineChange> diffLines(std::string_view before, std::string_view after);

/// What `diff -u` prints, which `patch` reads; empty where the texts are the same. `context` is the number of equal
/// lines around a change. Both texts are taken to end with a newline.
std::string unifiedDiff(std::string_view before, std::string_view after, std::string_view beforeName,
                        std::string_view afterName, int context = 3);

} // namespace streamscope
