// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/pictures/heat_scale.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace streamscope {

QColor heatColour(double share)
{
    constexpr std::array<std::array<int, 3>, 5> anchors{
        {{68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {253, 231, 37}}};
    const double place = std::clamp(share, 0.0, 1.0) * (anchors.size() - 1);
    const auto low = std::min(static_cast<std::size_t>(place), anchors.size() - 2);
    const double part = place - static_cast<double>(low);
    const auto channel = [&](std::size_t i) {
        return static_cast<int>(std::lround(anchors[low][i] * (1 - part) + anchors[low + 1][i] * part));
    };
    return {channel(0), channel(1), channel(2)};
}

} // namespace streamscope
