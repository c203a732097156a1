// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QCoreApplication>

namespace streamscope {

/// A text for the user in the user's language, outside of Qt objects; `n` chooses the plural of "%n" texts.
inline QString tr(const char *text, int n = -1)
{
    return QCoreApplication::translate("streamscope", text, nullptr, n);
}

} // namespace streamscope
