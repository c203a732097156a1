// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QString>

class QWidget;

namespace streamscope {

/// `chosen` with `suffix` ("json") where it has not got it. The file dialog asked whether what was typed may be
/// replaced, not this one: so it asks, too. Empty = no.
QString withSuffix(QWidget *window, const QString &chosen, const QString &suffix);

} // namespace streamscope
