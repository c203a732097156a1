// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

class QString;
class QWidget;

namespace streamscope {

/// How the window looks. Stored in the settings by name.
enum class ApplicationTheme { System, Light, Dark, ContrastLight, ContrastDark };

/// Fusion with an explicit palette. System uses the desktop's style and palette at start, with its high contrast. No
/// theme has animations: see WindowStyle.
void applyTheme(ApplicationTheme theme);

QString themeName(ApplicationTheme theme);
/// The inverse; System for anything else.
ApplicationTheme themeNamed(const QString &name);

/// True when the widget's background is dark.
bool isDark(const QWidget &widget);

} // namespace streamscope
