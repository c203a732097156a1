// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <string>

namespace streamscope {

/// Nanoseconds as microseconds with 3 decimals, exactly; empty when unknown.
std::string csvMicroseconds(std::int64_t ns);

/// RFC 4180: a field with a comma, a quote or a line break stands in quotes, quotes inside are doubled.
std::string csvField(const std::string &text);

/// The same for a text that somebody else chose. A spreadsheet takes a cell that begins with = + - or @ for a formula
/// and runs it, so it gets an apostrophe in front, which marks text there. So that reading undoes it for certain, a
/// cell gets one more apostrophe where such a sign follows apostrophes of its own.
std::string csvTextField(const std::string &text);

/// What csvTextField() was given, from the cell as a reader of RFC 4180 hands it over.
std::string textOfCsvCell(const std::string &cell);

} // namespace streamscope
