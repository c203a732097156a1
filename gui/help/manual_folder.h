// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QString>

namespace streamscope {

/// Where the pages of the manual lie: in share/doc/streamscope/manual beside the program that was installed, in docs of
/// the checkout for one that was built there. Empty where there are none.
QString manualFolder();

} // namespace streamscope
