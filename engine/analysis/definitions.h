// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <string_view>
#include <vector>

namespace streamscope {

/// The meaning of a figure: one text for tooltips, --help and the documentation.
struct FigureDefinition
{
    std::string_view key;   ///< as in the report: "copy_hidden_percent"
    std::string_view label; ///< "Copying hidden"
    std::string_view text;  ///< one or two sentences
};

/// All figures, in the order in which they are shown.
const std::vector<FigureDefinition> &figureDefinitions();
/// The definition with this key. An unknown key is a programming error.
const FigureDefinition &definitionOf(std::string_view key);

} // namespace streamscope
