// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/codegen/layout/repetition.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// Lines of code with their indentation.
class CodeText
{
public:
    void line(std::string_view text = {});
    void open(std::string_view text);  ///< the line, and one level deeper
    void close(std::string_view text); ///< one level back, and the line, if it is not empty
    const std::string &text() const { return m_text; }
    /// Whether it stays one line here.
    bool fits(std::string_view text) const;
    /// Nothing, at the same level.
    CodeText beside() const;
    /// The lines of a text that was written beside this one.
    void append(const CodeText &other) { m_text += other.m_text; }

private:
    std::string m_text;
    int m_depth = 0;
};

/// A loop around a statement while the code is written.
struct OpenLoop
{
    std::string variable;
    std::int64_t count = 1;
};

/// A value of a statement with its strides in the loops around it, the outermost first.
struct LoopedValue
{
    std::int64_t first = 0, cycle = 0;
    std::vector<std::int64_t> strides;

    /// It is the same in all repetitions.
    bool isFixed() const;
    bool operator==(const LoopedValue &) const = default;
};

/// "3", "chunk", "2 + chunk", "(chunk + 1) % 4": as C and Python spell it.
std::string indexText(const LoopedValue &value, const std::vector<OpenLoop> &loops);
/// The same for an offset in bytes, in elements of four; a multiple of `chunkBytes` is written with `chunkName`.
/// Empty for 0. @throws RunError for an offset between elements.
std::string offsetText(const LoopedValue &value, const std::vector<OpenLoop> &loops, std::uint64_t chunkBytes,
                       std::string_view chunkName);
/// The same offset as the number of a chunk: "chunk", "0"; empty where it is between two chunks in some repetition.
std::string chunkIndexText(const LoopedValue &value, const std::vector<OpenLoop> &loops, std::uint64_t chunkBytes);
/// A number of elements: "10 * chunkElements", "chunkElements", "1000".
std::string elementsText(std::uint64_t elements, std::uint64_t chunkBytes, std::string_view chunkName);
/// What people call it: "16MiB".
std::string sizeComment(std::uint64_t bytes);

} // namespace streamscope
