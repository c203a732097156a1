// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/common/image_arguments.h"

#include "engine/program/errors.h"
#include "engine/timeline/ranges/time_range.h"

namespace streamscope {

void ImageArguments::addScale(CLI::App &app)
{
    app.add_option("--scale", m_scale, "Size of a PNG: pixels for each unit of the picture, 0.25 to 16")
        ->check(CLI::Range(0.25, 16.0))
        ->capture_default_str();
}

void ImageArguments::addRange(CLI::App &app, const std::string &help)
{
    app.add_option("--range", m_range, help);
}

void ImageArguments::check(const std::string &path) const
{
    if (!path.empty())
        imageFormatOf(path);
    else if (hasRange())
        throw InputError("--range: it says what --image shows; give --image, too");
    options();
}

ImageOptions ImageArguments::options() const
{
    ImageOptions options;
    options.devicePixelRatio = m_scale;
    if (hasRange())
        options.range = parseTimeRange(m_range);
    return options;
}

} // namespace streamscope
