// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <vector>

class QWidget;

namespace streamscope {

class PresetDocument;

enum class UnsavedAnswer { Save, Discard, Cancel };

/// Asks before these changed documents are closed.
UnsavedAnswer askAboutUnsaved(QWidget *window, const std::vector<PresetDocument *> &documents);

} // namespace streamscope
