// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace streamscope {

/// A number in a statement that may differ from repetition to repetition: the index of a stream, an offset.
struct CodeValue
{
    std::int64_t first = 0;  ///< in the first repetition
    std::int64_t cycle = 0;  ///< it counts modulo this; 0: it does not
    std::int64_t stride = 0; ///< from one repetition of the loop around it to the next
};

/// A statement, a loop over some, or the block of a graph.
struct CodeNode
{
    std::string shape;             ///< what must be equal in all repetitions; of a loop: of its whole body
    std::vector<CodeValue> values; ///< of a loop: those of its body, with the strides of the loop
    std::size_t source = 0;        ///< index of what it stands for; of a loop: of its first statement
    std::int64_t count = 1;        ///< repetitions
    std::vector<CodeNode> body;    ///< empty: a statement
    enum class Kind : std::uint8_t {
        Operation,
        /// A statement launches the graph that begins with the source; a block captures it: its body begins with a
        /// statement that has the block's own values.
        Graph,
        HandOver, ///< the call of the source, which another host thread awaits, has returned
        Await,    ///< until the source's thread has said so as often as the value says
    };
    Kind kind = Kind::Operation;

    bool isLoop() const { return !body.empty() && kind != Kind::Graph; }
    bool isBlock() const { return !body.empty() && kind == Kind::Graph; }
};

/// Finds what repeats, and writes it as loops, also within loops: three statements for each of eight chunks become one
/// loop of three, and a program that does all that ten times one loop around it. Values in a loop change by the same
/// stride each time, modulo their cycle. Two repetitions count only where three statements or more repeat.
std::vector<CodeNode> withLoops(std::vector<CodeNode> statements);

} // namespace streamscope
