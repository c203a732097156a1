// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QByteArray>

#include <string>

namespace streamscope {

/// Writes `data` to `path` whole or not at all (a temporary file beside it, then a rename).
/// @throws RunError naming the path and the reason.
void writeFileWhole(const std::string &path, const QByteArray &data);

/// Checks before a long run that `path` can be written later: its folder exists and takes files, and it is no folder.
/// @throws InputError naming the path and the reason.
void requireWritable(const std::string &path);

} // namespace streamscope
