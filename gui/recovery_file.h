// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/preset.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

#include <vector>

namespace streamscope {

class PresetDocument;

/// An unsaved document as a recovery file keeps it: what it is, not how it came to be.
struct KeptDocument
{
    Preset preset;          ///< its name tells which built-in one it was
    QString path;           ///< of its file; empty where it had none
    QString title;          ///< what a person knows it by
    QByteArray unsoundRows; ///< see PresetDocument
    bool isFront = false;
};

/// What one window held that was not saved (file format `streamscope-recovery`, version 1).
struct KeptWork
{
    QDateTime when;
    std::vector<KeptDocument> documents;
};

/// The documents as they are now.
KeptWork keptWork(const std::vector<PresetDocument *> &unsaved, const PresetDocument *front);

/// @throws InputError where a Program has no form as a file.
QByteArray keptWorkJson(const KeptWork &work);
/// Takes it back. `source` names the file in messages. @throws InputError as every reader of ours.
KeptWork readKeptWork(const QByteArray &json, const std::string &source, const ExperimentList &known);

} // namespace streamscope
