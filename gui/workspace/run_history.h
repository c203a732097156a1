// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/compared_runs.h"

#include <cstddef>
#include <vector>

namespace streamscope {

/// The last runs and traces of this session, for comparisons. When their total size exceeds maxSpans, the oldest are
/// dropped.
class RunHistory
{
public:
    static constexpr std::size_t maxRuns = 12;
    static constexpr std::size_t usualBytes = 1'000'000'000; ///< some 20 million spans or 35 million blocks

    /// `maxBytes` is what all runs together may hold; the newest one always stays.
    explicit RunHistory(std::size_t maxBytes = usualBytes) : m_maxBytes(maxBytes) {}

    void add(NamedRun run);
    /// Newest first.
    const std::vector<NamedRun> &runs() const { return m_runs; }

private:
    std::size_t m_maxBytes;
    std::vector<NamedRun> m_runs;
};

/// "14:05:31 Large pipeline, Simulated, sim:h200, 6.02 ms, chunks 16": one line of a menu, with the first parameters
/// that differ from `other`.
QString historyText(const NamedRun &run, const NamedRun &other);

} // namespace streamscope
