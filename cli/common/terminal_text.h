// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <string>
#include <string_view>

namespace streamscope {

/// Makes text with names from files safe for a terminal: characters that a terminal executes instead of showing
/// (control characters, changes of the writing direction) and bytes that are no UTF-8 become \x1b, \u202e and the like.
std::string terminalText(std::string_view text);

/// The same for JSON, where such a character can only be inside a string: it becomes an equivalent escape. Line breaks
/// and bytes that are no UTF-8 stay.
std::string terminalJson(std::string_view json);

/// `text` with spaces behind it: `width` bytes, or more where else fewer than `gap` spaces would follow.
std::string column(std::string text, std::size_t width, std::size_t gap = 1);

} // namespace streamscope
