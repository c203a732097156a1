// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QProxyStyle>

namespace streamscope {

/// A Qt style without animations, because Qt 6.4 on Linux does not tell whether the desktop asks for reduced motion. In
/// high contrast, buttons and editors get an edge in the text's colour, and check boxes do everywhere: Fusion derives
/// edges from the background, which are invisible on black. Tabs are narrower than Fusion's.
class WindowStyle : public QProxyStyle
{
    Q_OBJECT

public:
    WindowStyle(const QString &base, bool highContrast) : QProxyStyle(base), m_highContrast(highContrast) {}

    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                  QStyleHintReturn *data) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                     const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                            const QWidget *widget) const override;

private:
    void drawEdge(const QStyleOption &option, QPainter &painter) const;

    bool m_highContrast;
};

} // namespace streamscope
