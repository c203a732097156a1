// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QString>

class QWidget;

namespace streamscope {

/// Opens the About box, which does not block `parent`. `cudaStatus` is one sentence, empty while unknown.
void showAboutBox(QWidget *parent, const QString &cudaStatus);

} // namespace streamscope
