// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/input_file.h"
#include "engine/run/session/session_runs.h"
#include "gui/workspace/session/session_json.h"

#include <QByteArray>

#include <string>
#include <vector>

namespace streamscope {

/// A session that is ready to be written, on any thread.
struct SessionImage
{
    QByteArray documents;
    SessionParts::List parts;
};

/// Everything in one file, completely or not at all. A stop request does not end it: the user asked for the file.
/// @throws RunError.
void writeSession(const SessionImage &image, const std::string &path, const RunControl &control);
/// Files of parts alone and of documents alone, which together are a session. @throws RunError.
void writeSessionPartFile(const SessionPart &part, SessionNumber number, const std::string &path);
void writeSessionDocumentsFile(const QByteArray &documents, const std::string &path);

/// Reads a whole session. @throws InputError with one line that names the place, RunError beyond the memory limit,
/// Cancelled.
KeptSession loadSession(const InputFile &file, const ExperimentList &known, const RunControl &control);
/// The same from several files, in this order; a run that is missing is left out.
KeptSession loadSessionFiles(const std::vector<std::string> &files, const ExperimentList &known,
                             const RunControl &control);
/// The documents of a file alone. @throws InputError.
QByteArray loadSessionDocuments(const std::string &file, const ExperimentList &known);

} // namespace streamscope
