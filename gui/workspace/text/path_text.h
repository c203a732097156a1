// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QString>

#include <string>

namespace streamscope {

// The system's paths are bytes, Qt's are text. QString::fromStdString() replaces bytes that are no UTF-8, and the file
// is no longer found. These two functions are lossless: such a byte becomes a lone surrogate, U+DC80 to U+DCFF, as in
// Python (PEP 383).

QString pathText(const std::string &path);
/// The inverse.
std::string pathOf(const QString &text);

} // namespace streamscope
