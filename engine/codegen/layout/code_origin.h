// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <string>
#include <vector>

namespace streamscope {

/// What stands at the head of the code, and how it times itself.
struct CodeOrigin
{
    std::string title;                  ///< of the preset or experiment
    std::string command;                ///< that wrote the code, without the program's name
    int warmup = 2;                     ///< runs before the timed ones
    int repeat = 10;                    ///< timed runs
    std::vector<std::string> changes{}; ///< that were applied to it, one sentence each
};

/// What the head of the code says below the title, without the signs of a comment.
inline std::vector<std::string> originLines(const CodeOrigin &origin)
{
    std::vector<std::string> lines{"Written by: streamscope " + origin.command};
    for (const std::string &change : origin.changes)
        lines.push_back("Changed: " + change);
    return lines;
}

} // namespace streamscope
