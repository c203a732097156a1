// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/session/session_runs.h"
#include "gui/workspace/session/kept_session.h"

#include <QByteArray>
#include <QStringList>

#include <string>

namespace streamscope {

/// What of a session's traces is stored.
enum class TraceStore {
    Embedded, ///< all, so that the session opens where the files are not
    Named,    ///< only where the file lies, while it lies there: for the next window of the same machine
};

/// The documents as JSON, which names the runs by their numbers in `parts`; those become the parts of this session.
QByteArray sessionJson(const KeptSession &session, SessionParts &parts, TraceStore traces);

/// What is known of a session before its runs are read.
struct SessionHead
{
    QDateTime when;
    QStringList titles;
};
/// @throws InputError naming the place. `source` names the file in messages.
SessionHead readSessionHead(const QByteArray &json, const std::string &source);

/// What to do where a run that a document names is not there.
enum class MissingRuns {
    Refused,
    LeftOut, ///< the window was killed before it was written: the document comes without it
};

/// The inverse of sessionJson(). Compares the runs of comparisons, which takes a while for large ones.
/// @throws InputError naming the place.
KeptSession readKeptSession(const ReadSession &read, const std::string &source, MissingRuns missing);

} // namespace streamscope
