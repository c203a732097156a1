// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/peeked_source.h"

#include <string>

namespace streamscope {

/// An input that the user names: a file, a pipe, a device. It is opened once and read from beginning to end. The path
/// is bytes, because a QString cannot hold every file name.
struct InputFile
{
    std::string path;
    bool regular = false; ///< it can be opened again and read at any position
    std::unique_ptr<PeekedSource> bytes;
};

/// @throws InputError naming the path: no such file, a folder, no permission.
InputFile openInput(const std::string &path);

/// False also when the path does not exist.
bool isFolder(const std::string &path);
bool fileExists(const std::string &path);

} // namespace streamscope
