// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/pictures/timeline_image.h"

#include <CLI/CLI.hpp>

#include <string>

namespace streamscope {

/// How --image of a timeline looks: --scale, and --range where the command has no other use for it.
class ImageArguments
{
public:
    void addScale(CLI::App &app);
    void addRange(CLI::App &app, const std::string &help);

    bool hasRange() const { return !m_range.empty(); }
    /// `path`: of --image, may be empty. @throws InputError for a path of an unknown format, and for --range without
    /// a picture.
    void check(const std::string &path) const;
    /// @throws InputError for a text that is no range.
    ImageOptions options() const;

private:
    double m_scale = ImageOptions().devicePixelRatio;
    std::string m_range;
};

} // namespace streamscope
