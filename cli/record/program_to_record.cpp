// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/record/program_to_record.h"

#include <algorithm>
#include <string_view>

namespace streamscope {

std::vector<std::string> takeProgramToRecord(int &argc, char **argv)
{
    if (argc < 2 || std::string_view(argv[1]) != "record")
        return {};
    char **const end = argv + argc;
    char **const dashes = std::find_if(argv + 2, end, [](const char *word) { return std::string_view(word) == "--"; });
    if (dashes == end)
        return {};
    const std::vector<std::string> program(dashes + 1, end);
    argc = static_cast<int>(dashes - argv);
    argv[argc] = nullptr;
    return program;
}

} // namespace streamscope
