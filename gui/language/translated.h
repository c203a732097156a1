// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QString>

#include <string_view>

namespace streamscope {

/// A text of the engine, or of a run in another process, in the user's language: a title, a finding, a note, an error.
/// The engine speaks English, which files and other programs read; its sentences (Phrase) are known again here, with
/// their arguments. A text that is no such sentence stays as it is, such as a name that somebody gave. May be called
/// from any thread.
QString translated(std::string_view english);
inline QString translated(const char *english)
{
    return translated(std::string_view(english));
}
QString translated(const QString &english);

} // namespace streamscope
