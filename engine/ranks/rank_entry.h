// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/ranks/rank_trace.h"

#include <QByteArray>

#include <optional>

namespace streamscope {

inline constexpr int mostRanks = 1 << 24; ///< of a job, as readers of traces allow

/// By which an entry knows that its trace is still the same file.
struct RankFileState
{
    qint64 size = 0, changedMs = 0; ///< bytes; time of the last change, milliseconds since 1970

    bool operator==(const RankFileState &) const = default;
};

/// An entry of RankCache: a version, the state of the file, and the packed content.
QByteArray rankEntryBytes(RankTrace trace, const RankFileState &file);
/// Empty for an entry that is broken, of another version or of another state of the file, and for one that no trace
/// could have made.
std::optional<RankTrace> readRankEntry(const QByteArray &entry, const RankFileState &file);

/// The content alone, not packed.
QByteArray rankContentBytes(RankTrace trace);
std::optional<RankTrace> readRankContent(const QByteArray &content);

} // namespace streamscope
