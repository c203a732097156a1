// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <string>
#include <string_view>

namespace streamscope {

/// Text for a person's terminal, made of names that come from files: what a terminal would obey instead of show
/// (control characters, changes of the writing direction) and bytes that are no UTF-8 become \x1b, \u202e and the like.
std::string terminalText(std::string_view text);

/// The same for JSON, where such a character can only stand inside a string: it becomes an escape that means the same.
/// Line breaks and bytes that are no UTF-8 stay.
std::string terminalJson(std::string_view json);

} // namespace streamscope
