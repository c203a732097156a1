// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/outputs.h"

#include "engine/formats/files.h"
#include "engine/program/errors.h"

#include <set>

namespace streamscope {

std::vector<std::string> givenPaths(const std::vector<const std::string *> &options)
{
    std::vector<std::string> paths;
    for (const std::string *path : options)
        if (!path->empty())
            paths.push_back(*path);
    return paths;
}

void requireOutputs(const std::vector<std::string> &paths)
{
    std::set<std::string> seen;
    for (const std::string &path : paths) {
        requireWritable(path);
        if (!seen.insert(path).second)
            throw InputError("two outputs have the same path " + path);
    }
}

} // namespace streamscope
