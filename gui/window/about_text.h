// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QString>

namespace streamscope {

/// The text of the About box, as rich text. `cudaStatus` is one sentence, empty while unknown.
QString aboutText(const QString &cudaStatus);

} // namespace streamscope
