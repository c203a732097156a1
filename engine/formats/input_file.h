// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/peeked_source.h"

#include <string>

namespace streamscope {

/// What a person names to be read: a file, a pipe, a device. It is opened once and read from its beginning to its end.
/// The path is bytes, as the system takes them: no text of Qt's holds every one.
struct InputFile
{
    std::string path;
    bool regular = false; ///< it can be opened again, and read anywhere
    std::unique_ptr<PeekedSource> bytes;
};

/// @throws InputError naming the path: there is no such file, it is a folder, there is no permission.
InputFile openInput(const std::string &path);

/// False also where there is nothing of this name.
bool isFolder(const std::string &path);
bool fileExists(const std::string &path);

} // namespace streamscope
