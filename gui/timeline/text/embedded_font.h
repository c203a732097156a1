// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QFont>

namespace streamscope {

/// DejaVu Sans, regular and bold, from the program's resources, whatever fonts the machine has. Needs a
/// QGuiApplication.
QFont embeddedFont(int pixelSize);

/// DejaVu Sans Mono likewise, for code, as large as `like`.
QFont embeddedCodeFont(const QFont &like);

/// True when the default font draws the same box for every letter, as on a machine without fonts.
bool defaultFontIsUnusable();

} // namespace streamscope
