// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/widgets/window_style.h"

#include <QPainter>
#include <QStyleOption>

namespace streamscope {

int WindowStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                           QStyleHintReturn *data) const
{
    if (hint == SH_Widget_Animate || hint == SH_Widget_Animation_Duration)
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, data);
}

int WindowStyle::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    constexpr int besideTabText = 10; // Fusion's 24 would leave no room for the inspector's four names
    return metric == PM_TabBarTabHSpace ? besideTabText : QProxyStyle::pixelMetric(metric, option, widget);
}

void WindowStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                                const QWidget *widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (element == PE_IndicatorCheckBox) { // Fusion's edge is as dark as a dark window
        drawEdge(*option, *painter);
        return;
    }
    if (!m_highContrast)
        return;
    switch (element) {
    case PE_FrameLineEdit:
    case PE_FrameGroupBox:
    case PE_FrameTabWidget:
    case PE_FrameMenu:
    case PE_Frame:
    case PE_PanelButtonCommand:
    case PE_PanelTipLabel:
    case PE_IndicatorItemViewItemCheck:
        drawEdge(*option, *painter);
        return;
    case PE_PanelButtonTool:
        if (option->state & (State_On | State_Sunken | State_MouseOver | State_HasFocus))
            drawEdge(*option, *painter);
        return;
    default:
        return;
    }
}

/// On black the page in front looks like the others.
void WindowStyle::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                              const QWidget *widget) const
{
    QProxyStyle::drawControl(element, option, painter, widget);
    if (m_highContrast && element == CE_TabBarTabShape && option->state & State_Selected)
        drawEdge(*option, *painter);
}

void WindowStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                                     const QWidget *widget) const
{
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (m_highContrast && (control == CC_SpinBox || control == CC_ComboBox || control == CC_Slider))
        drawEdge(*option, *painter);
}

void WindowStyle::drawEdge(const QStyleOption &option, QPainter &painter) const
{
    const QPalette::ColorGroup group = option.state & State_Enabled ? QPalette::Active : QPalette::Disabled;
    const bool focused = option.state & State_HasFocus;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(option.palette.color(group, focused ? QPalette::Highlight : QPalette::WindowText), 1));
    painter.drawRect(option.rect.adjusted(0, 0, -1, -1));
    painter.restore();
}

} // namespace streamscope
