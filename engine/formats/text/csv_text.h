// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <string>

namespace streamscope {

/// Nanoseconds as microseconds with 3 decimals, exactly; empty when unknown.
std::string csvMicroseconds(std::int64_t ns);

/// RFC 4180: quotes a field that has a comma, a quote or a line break, and doubles the quotes in it.
std::string csvField(const std::string &text);

/// The same for a text from outside StreamScope. A spreadsheet runs a cell that begins with = + - or @ as a formula, so
/// such a cell gets an apostrophe in front, which marks text. A cell whose own apostrophes precede such a sign gets one
/// more apostrophe, so that textOfCsvCell() can undo it.
std::string csvTextField(const std::string &text);

/// The inverse of csvTextField(). `cell` is the content as a reader of RFC 4180 returns it.
std::string textOfCsvCell(const std::string &cell);

} // namespace streamscope
