// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

class QString;

namespace streamscope {

/// How the window looks. Stored in the settings by name.
enum class ApplicationTheme { System, Light, Dark };

/// Fusion with an explicit palette; System takes the palette that the desktop gave at start.
void applyTheme(ApplicationTheme theme);

QString themeName(ApplicationTheme theme);
/// The inverse; System for anything else.
ApplicationTheme themeNamed(const QString &name);

} // namespace streamscope
