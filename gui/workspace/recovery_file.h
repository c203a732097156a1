// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/files/preset.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

#include <vector>

namespace streamscope {

class PresetDocument;

/// An unsaved document in a recovery file: its content without its undo history.
struct KeptDocument
{
    Preset preset;          ///< its name identifies the built-in preset
    QString path;           ///< of its file; empty without one
    QString title;          ///< the name shown to the user
    QByteArray unsoundRows; ///< see PresetDocument
    bool isFront = false;
};

/// The unsaved documents of one window (file format `streamscope-recovery`, version 1).
struct KeptWork
{
    QDateTime when;
    std::vector<KeptDocument> documents;
};

/// The documents as they are now.
KeptWork keptWork(const std::vector<PresetDocument *> &unsaved, const PresetDocument *front);

/// @throws InputError when a Program cannot be written as a file.
QByteArray keptWorkJson(const KeptWork &work);
/// The inverse. `source` names the file in messages. @throws InputError naming the place.
KeptWork readKeptWork(const QByteArray &json, const std::string &source, const ExperimentList &known);

} // namespace streamscope
