// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QColor>

namespace streamscope {

/// The colour of a value in a heat map, 0 for the least and 1 for the largest: from dark to light, even in lightness
/// and safe for the colour-blind (the anchors of viridis).
QColor heatColour(double share);

} // namespace streamscope
