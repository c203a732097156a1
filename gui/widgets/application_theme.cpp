// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/widgets/application_theme.h"

#include "gui/widgets/window_style.h"

#include <QApplication>
#include <QPalette>
#include <QString>
#include <QStyle>
#include <QWidget>

#include <array>

namespace streamscope {

namespace {

struct Colours
{
    QRgb window, base, alternate, text, muted, button, highlight, highlightedText, link, toolTip;
};

QPalette paletteOf(const Colours &colours)
{
    QPalette palette{QColor(colours.button), QColor(colours.window)};
    const auto set = [&](QPalette::ColorRole role, QRgb colour) { palette.setColor(role, QColor(colour)); };
    set(QPalette::Window, colours.window);
    set(QPalette::Base, colours.base);
    set(QPalette::AlternateBase, colours.alternate);
    set(QPalette::Button, colours.button);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText})
        set(role, colours.text);
    set(QPalette::ToolTipBase, colours.toolTip);
    set(QPalette::PlaceholderText, colours.muted);
    set(QPalette::Highlight, colours.highlight);
    set(QPalette::HighlightedText, colours.highlightedText);
    set(QPalette::Link, colours.link);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, QColor(colours.muted));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, QColor(colours.alternate));
    return palette;
}

struct ThemeInfo
{
    const char *name; ///< in the settings
    Colours colours;  ///< System: what the desktop says
};

/// By ApplicationTheme.
constexpr std::array<ThemeInfo, 5> themes{{{"system", {}},
                                           {"light",
                                            {0xfff3f4f7, 0xffffffff, 0xfff7f8fa, 0xff1a1a1a, 0xff6b7078, 0xffeceef2,
                                             0xff0063b1, 0xffffffff, 0xff0057a8, 0xffffffff}},
                                           {"dark",
                                            {0xff2a2c2f, 0xff1e1e1e, 0xff26282b, 0xffececec, 0xff9a9fa8, 0xff36393e,
                                             0xff2f81c7, 0xffffffff, 0xff7cc4ff, 0xff36393e}},
                                           {"contrast-light",
                                            {0xffffffff, 0xffffffff, 0xffffffff, 0xff000000, 0xff3a3a3a, 0xffffffff,
                                             0xff00308f, 0xffffffff, 0xff00308f, 0xffffffff}},
                                           {"contrast-dark",
                                            {0xff000000, 0xff000000, 0xff000000, 0xffffffff, 0xffc8c8c8, 0xff000000,
                                             0xffffff00, 0xff000000, 0xffffff00, 0xff000000}}}};

const ThemeInfo &infoOf(ApplicationTheme theme)
{
    return themes[static_cast<std::size_t>(theme)];
}

} // namespace

void applyTheme(ApplicationTheme theme)
{
    static const QString systemStyle = QApplication::style()->objectName();
    const bool contrast = theme == ApplicationTheme::ContrastLight || theme == ApplicationTheme::ContrastDark;
    const bool system = theme == ApplicationTheme::System;
    const QString style = system ? systemStyle : QStringLiteral("Fusion");
    QApplication::setStyle(new WindowStyle(style, contrast)); // the application owns it
    QApplication::setPalette(system ? QPalette() : paletteOf(infoOf(theme).colours));
}

QString themeName(ApplicationTheme theme)
{
    return QLatin1String(infoOf(theme).name);
}

ApplicationTheme themeNamed(const QString &name)
{
    for (std::size_t i = 0; i < themes.size(); ++i)
        if (name == QLatin1String(themes[i].name))
            return static_cast<ApplicationTheme>(i);
    return ApplicationTheme::System;
}

bool isDark(const QWidget &widget)
{
    return widget.palette().color(QPalette::Window).lightness() < 128;
}

} // namespace streamscope
