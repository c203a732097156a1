// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QString>

class QWidget;

namespace streamscope {

/// Appends `suffix` ("json") to `chosen` when it is missing. The file dialog asked only about replacing the typed name,
/// so this asks again when the completed name exists. Empty = the user refused.
QString withSuffix(QWidget *window, const QString &chosen, const QString &suffix);

} // namespace streamscope
