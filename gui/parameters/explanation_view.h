// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/files/preset.h"

#include <QTextBrowser>

namespace streamscope {

/// "What this shows": the experiment's explanation and the preset's description.
class ExplanationView : public QTextBrowser
{
    Q_OBJECT

public:
    explicit ExplanationView(QWidget *parent = nullptr);
    /// `changes`: knobs that are not as the description has them, "Streams 4 → 8".
    void setPreset(const Preset &preset, const QStringList &changes = {});
};

} // namespace streamscope
