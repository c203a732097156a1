// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QProxyStyle>

namespace streamscope {

/// A style of Qt's without motion: nothing fades or slides, whether or not the desktop asks for calm, of which Qt 6.4
/// does not tell on Linux. Where high contrast is wanted, what can be pressed or written into has an edge in the colour
/// of the text: Fusion makes edges from the ground, which on black is black.
class WindowStyle : public QProxyStyle
{
    Q_OBJECT

public:
    WindowStyle(const QString &base, bool highContrast) : QProxyStyle(base), m_highContrast(highContrast) {}

    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                  QStyleHintReturn *data) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                            const QWidget *widget) const override;

private:
    void drawEdge(const QStyleOption &option, QPainter &painter) const;

    bool m_highContrast;
};

} // namespace streamscope
