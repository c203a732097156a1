// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QString>

namespace streamscope {

/// What the About box says, as rich text. `cudaStatus` is one sentence, empty while it is not known.
QString aboutText(const QString &cudaStatus);

} // namespace streamscope
