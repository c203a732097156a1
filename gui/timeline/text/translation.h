// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QCoreApplication>

namespace streamscope {

/// A text for the user in the user's language, outside of Qt objects; `n` chooses the plural of "%n" texts. The
/// parameters are those of QObject::tr(), by which lupdate knows a text that counts.
inline QString tr(const char *text, const char *comment = nullptr, int n = -1)
{
    return QCoreApplication::translate("streamscope", text, comment, n);
}

} // namespace streamscope
