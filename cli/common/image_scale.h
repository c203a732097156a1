// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <CLI/CLI.hpp>

namespace streamscope {

/// Device pixels of a PNG per pixel of the layout. SVG and PDF have no pixels.
inline void addImageScale(CLI::App &app, double &scale)
{
    app.add_option("--scale", scale, "Size of a PNG: pixels for each unit of the picture, 0.25 to 16")
        ->check(CLI::Range(0.25, 16.0))
        ->capture_default_str();
}

} // namespace streamscope
