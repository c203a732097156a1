// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/recorder/range_list.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

namespace streamscope::recorder {

/// The ranges that have begun and not ended. Nested ones belong to a thread and a domain; started ones to nobody.
class OpenRanges
{
public:
    static constexpr std::size_t mostStarted = 100'000; ///< that never end

    /// Of the calling thread. `domain` only distinguishes. Returns how many were open before.
    int push(const void *domain, MarkedRange range);
    std::optional<MarkedRange> pop(const void *domain);
    std::size_t depth(const void *domain) const;

    /// Returns the number by which any thread may end it; 0 when too many are open.
    std::uint64_t start(MarkedRange range);
    std::optional<MarkedRange> end(std::uint64_t number);

private:
    std::mutex m_mutex; ///< guards the started ones
    std::map<std::uint64_t, MarkedRange> m_started;
    std::uint64_t m_last = 0;
};

} // namespace streamscope::recorder
