// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <optional>
#include <string>

#include <sys/types.h>

namespace streamscope {

/// The destination of bytes that are written to a path.
struct OutputPath
{
    std::string file;     ///< the path with its links followed; it need not exist
    bool exists = false;  ///< `file` is there
    bool replaced = true; ///< a regular file or a new file; false: a device or a pipe, which is written to directly
    std::optional<int> inherited; ///< this process's descriptor, for /dev/stdout, /dev/fd/1 and the like
    std::optional<mode_t> mode;   ///< the permissions of the file that is replaced
    dev_t device = 0;             ///< with `inode`, identifies an existing file
    ino_t inode = 0;
};

/// Follows links to their end. @throws InputError for a folder and for a cycle of links.
OutputPath outputPathOf(const std::string &path);

/// True when both lead to the same file or pipe. False for a shared character device (/dev/null, a terminal), where
/// neither output overwrites the other.
bool sameOutput(const OutputPath &a, const OutputPath &b);

} // namespace streamscope
