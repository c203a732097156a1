// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/traces/trace_import.h"
#include "engine/ranks/rank_job.h"

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace streamscope {

/// The traces among the files of each folder, sorted by name; a path that is no folder as it is.
/// @throws InputError for a folder that cannot be read or holds no trace.
std::vector<std::string> rankFiles(const std::vector<std::string> &paths);

/// The trace in a folder that holds just one, as the recording of a program with one process does; else `path`.
/// @throws as rankFiles().
std::string loneTrace(const std::string &path);

struct OpenedRanks
{
    RankJob job;
    std::vector<std::string> unreadable; ///< one line for each file that could not be read
};

/// Reads the traces of a job on all cores, each as importTrace() would, and compares them. Memory: one Timeline for
/// each core, and the collectives of all files. `progress` is called with the number of files read, by one thread at a
/// time. @throws InputError when no file can be read; Cancelled.
OpenedRanks openRanks(const std::vector<std::string> &files, const ImportOptions &options, const std::stop_token &stop,
                      const std::function<void(std::size_t done)> &progress = {});

} // namespace streamscope
