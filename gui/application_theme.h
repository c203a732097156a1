// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

class QString;

namespace streamscope {

/// How the window looks. Stored in the settings by name.
enum class ApplicationTheme { System, Light, Dark, ContrastLight, ContrastDark };

/// Fusion with an explicit palette; System takes the style and the palette that the desktop gave at start, and with
/// them its high contrast. No theme moves anything: see WindowStyle.
void applyTheme(ApplicationTheme theme);

QString themeName(ApplicationTheme theme);
/// The inverse; System for anything else.
ApplicationTheme themeNamed(const QString &name);

} // namespace streamscope
