// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <string>

namespace streamscope {

/// The library that a recorded program loads: an absolute path, found from where this program lies. Needs a
/// QCoreApplication. @throws RunError where the installation has none.
std::string recorderLibrary();

} // namespace streamscope
