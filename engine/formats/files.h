// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QByteArray>

#include <string>
#include <vector>

namespace streamscope {

/// Writes `data` to `path` as an OutputFile: whole or not at all.
/// @throws RunError naming the path and the reason.
void writeFileWhole(const std::string &path, const QByteArray &data);

/// Checks before a long run that `path` can be written later: its folder exists and takes files, and it is no folder.
/// @throws InputError naming the path and the reason.
void requireWritable(const std::string &path);

/// The same for several that are written together, no two of which may be one file.
void requireWritable(const std::vector<std::string> &paths);

} // namespace streamscope
