// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/application_theme.h"

#include <QApplication>
#include <QPalette>
#include <QString>
#include <QStyle>
#include <QStyleFactory>

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

QPalette lightPalette()
{
    return paletteOf({0xfff3f4f7, 0xffffffff, 0xfff7f8fa, 0xff1a1a1a, 0xff6b7078, 0xffeceef2, 0xff0063b1, 0xffffffff,
                      0xff0057a8, 0xffffffff});
}

QPalette darkPalette()
{
    return paletteOf({0xff2a2c2f, 0xff1e1e1e, 0xff26282b, 0xffececec, 0xff9a9fa8, 0xff36393e, 0xff2f81c7, 0xffffffff,
                      0xff7cc4ff, 0xff36393e});
}

} // namespace

void applyTheme(ApplicationTheme theme)
{
    static const QString systemStyle = QApplication::style()->objectName();
    switch (theme) {
    case ApplicationTheme::System:
        QApplication::setStyle(systemStyle);
        QApplication::setPalette(QPalette()); // back to what the desktop says
        return;
    case ApplicationTheme::Light:
    case ApplicationTheme::Dark:
        QApplication::setStyle(QStringLiteral("Fusion"));
        QApplication::setPalette(theme == ApplicationTheme::Dark ? darkPalette() : lightPalette());
        return;
    }
}

QString themeName(ApplicationTheme theme)
{
    switch (theme) {
    case ApplicationTheme::System:
        return QStringLiteral("system");
    case ApplicationTheme::Light:
        return QStringLiteral("light");
    case ApplicationTheme::Dark:
        return QStringLiteral("dark");
    }
    return {};
}

ApplicationTheme themeNamed(const QString &name)
{
    for (const ApplicationTheme theme : {ApplicationTheme::Light, ApplicationTheme::Dark}) {
        if (name == themeName(theme))
            return theme;
    }
    return ApplicationTheme::System;
}

} // namespace streamscope
