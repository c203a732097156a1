// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QByteArray>

#include <string>
#include <vector>

namespace streamscope {

/// Writes `data` to `path` with an OutputFile: completely or not at all.
/// @throws RunError naming the path and the reason.
void writeFileWhole(const std::string &path, const QByteArray &data);

/// Checks before a long run that `path` can be written later: its folder exists and is writable, and `path` is no
/// folder.
/// @throws InputError naming the path and the reason.
void requireWritable(const std::string &path);

/// The same for several paths that are written together. Two paths to the same file are an error.
void requireWritable(const std::vector<std::string> &paths);

} // namespace streamscope
