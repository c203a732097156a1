// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <optional>
#include <string>

#include <sys/types.h>

namespace streamscope {

/// Where the bytes go that are written to a path.
struct OutputPath
{
    std::string file;             ///< the path with its links followed; it need not exist
    bool exists = false;          ///< `file` is there
    bool replaced = true;         ///< a regular file, or none yet; else a device or a pipe, which is written to
    std::optional<int> inherited; ///< this process's descriptor, for /dev/stdout, /dev/fd/1 and the like
    std::optional<mode_t> mode;   ///< the permissions of the file that is replaced
    dev_t device = 0;             ///< with `inode`: which file it is, where it exists
    ino_t inode = 0;
};

/// Follows links to their end. @throws InputError for a folder and for links that lead in a circle.
OutputPath outputPathOf(const std::string &path);

/// Whether both lead to one and the same file or pipe. Two that lead to one character device (/dev/null, a terminal) do
/// not count: what is written there does not overwrite anything.
bool sameOutput(const OutputPath &a, const OutputPath &b);

} // namespace streamscope
