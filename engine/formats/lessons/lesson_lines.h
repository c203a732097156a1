// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace streamscope {

/// A line of a lesson's file.
struct LessonLine
{
    std::string text; ///< without its end
    int number = 0;   ///< from 1
};

/// Text, or a fenced block of a lesson with its content.
struct RawLessonBlock
{
    std::string kind;     ///< "run", "question", "answer", "task", "if"; empty for text
    std::string argument; ///< behind the kind: a name, or the condition
    std::vector<LessonLine> lines;
    int line = 0; ///< of the fence, or of the first line of a text
};

/// A lesson's file before its meaning: the front matter and the blocks. Other fenced blocks, such as code, are text.
struct RawLesson
{
    std::vector<std::pair<std::string, LessonLine>> front; ///< key, and the value with its line
    std::vector<RawLessonBlock> blocks;
};

/// @throws InputError "line 12: what" for a file without front matter, a block that does not end, bytes that are no
/// UTF-8.
RawLesson splitLesson(std::string_view markdown);

/// Without blanks at both ends.
std::string trimmedLine(std::string_view text);
/// The lines joined with ends, without empty lines at both ends. `first`: the number of the first one that is left.
std::string joinedLines(const std::vector<LessonLine> &lines, int &first);

/// "key: value" of a line; false where the line is none. A key has lower-case letters and underscores.
bool splitKey(const std::string &line, std::string &key, std::string &value);

} // namespace streamscope
