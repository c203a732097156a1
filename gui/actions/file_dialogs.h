// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QString>

#include <functional>

namespace streamscope {

/// Asks for a file or a folder; `suggestion` is a whole path. Empty = no.
using FileChooser = std::function<QString(const QString &title, const QString &suggestion, const QString &filter)>;

/// The file dialogs. Replaceable, so that tests need none.
struct FileDialogs
{
    FileChooser toOpen, toSave;
    FileChooser toOpenFolder; ///< its filter is empty
};

} // namespace streamscope
