// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/pictures/timeline_image.h"

#include <string>

namespace streamscope {

// How a picture that another machine draws looks, without its range, which travels beside it.

std::string pictureLookText(const ImageOptions &options);
/// The inverse. @throws InputError.
ImageOptions readPictureLook(const std::string &text);

} // namespace streamscope
