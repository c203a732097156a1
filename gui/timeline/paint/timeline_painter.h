// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/scene/timeline_geometry.h"
#include "gui/timeline/text/timeline_theme.h"

class QPainter;

namespace streamscope {

/// Paints lanes, ruler and bars of `scene`: the same code for the screen, PNG, SVG and PDF. The painter's font must be
/// the font of the scene.
void paintScene(QPainter &painter, const TimelineScene &scene, const TimelineTheme &theme);

/// The legend: one sample of each occurring kind with its sign and name, and a sample of waiting. Returns its height
/// for `width`; with a null painter it only measures.
double paintLegend(QPainter *painter, const QPointF &topLeft, double width, const TimelineContent &content,
                   const TimelineTheme &theme, const QFont &font, KernelColouring colouring = KernelColouring::Name);

/// A rounded label such as "Simulated". Returns the width used; with a null painter it only measures.
double paintBadge(QPainter *painter, const QPointF &topLeft, double height, const QString &text,
                  const TimelineTheme &theme, const QFont &font);

} // namespace streamscope
