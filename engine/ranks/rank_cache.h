// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/ranks/rank_trace.h"

#include <cstdint>
#include <optional>
#include <string>

namespace streamscope {

/// What was read of traces of ranks, kept in a folder of the user's cache, so that a job of a thousand ranks opens at
/// once the second time. An entry is found by the path of the trace, its size and the time of its last change; an entry
/// that is broken or of another version counts as none. Several processes may share the folder.
class RankCache
{
public:
    /// In the user's cache folder; keeps nothing where there is none.
    RankCache();
    /// `folder` is made when the first entry is stored; empty: keeps nothing.
    explicit RankCache(std::string folder) : m_folder(std::move(folder)) {}

    /// Empty where nothing is known of the file as it is.
    std::optional<RankTrace> load(const std::string &path) const;
    /// Silent where the entry cannot be written: the next opening only takes longer.
    void store(const std::string &path, RankTrace trace) const;
    /// Removes the oldest entries until at most `bytes` are left.
    void trim(std::uint64_t bytes = defaultBytes) const;

    static constexpr std::uint64_t defaultBytes = 512ULL << 20U;

private:
    std::string m_folder;
};

} // namespace streamscope
