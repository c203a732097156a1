// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// A type of C++ around the name that it declares: "int (*" and ")(float)".
struct DeclaredType
{
    enum Form : std::uint8_t { Plain, Wraps, Reference, RightReference }; ///< Wraps: function or array

    std::string left, right;
    Form form = Plain;

    std::string text() const { return left + right; }
};

/// `sign`: "*" or "&".
DeclaredType pointerTo(DeclaredType inner, std::string_view sign);
/// `right`: to a value that may be moved from.
DeclaredType referenceTo(DeclaredType inner, bool right);
/// "int, float"
std::string joinedText(const std::vector<DeclaredType> &types);

} // namespace streamscope
