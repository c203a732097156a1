// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/codegen/layout/code_layout.h"
#include "engine/codegen/layout/node_walk.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace streamscope {

/// Fills an input before the runs, or checks a piece of a host buffer after them.
struct DataLine
{
    std::size_t group = 0; ///< of CodeLayout::groups()
    ExpectedPiece::Kind kind = ExpectedPiece::Kind::Pattern;
    std::uint32_t bits = 0; ///< of a piece that holds the same bits everywhere
};

/// Lines, and how they repeat: the `source` of a node is a line.
struct DataLines
{
    std::vector<DataLine> lines;
    std::vector<CodeNode> nodes;
};

/// What fills the inputs. Values of a node: the buffer's place in its group, and the pattern's shift.
DataLines fillLines(const CodeLayout &layout, const ExpectedData &expected);
/// What checks the host's buffers: a line for every piece that is known exactly. Values of a node: the buffer's place,
/// begin, end, shift and additions; write-combined memory, which is too slow to read, and inputs as they were are left
/// out. `buffers`: where the
/// layout's buffers are among those of `expected`; empty where they are the same.
DataLines checkLines(const CodeLayout &layout, const ExpectedData &expected,
                     const std::vector<std::size_t> &buffers = {});
/// What the code prints of its data where checkLines() has no line.
std::string_view uncheckedText(const Program &program);

} // namespace streamscope
