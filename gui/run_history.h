// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/compared_runs.h"

#include <cstddef>
#include <vector>

namespace streamscope {

/// The last runs and traces of this session, for comparisons. When their total size exceeds mostSpans, the oldest are
/// dropped.
class RunHistory
{
public:
    static constexpr std::size_t mostRuns = 12;
    static constexpr std::size_t mostSpans = 20'000'000; ///< of all runs together; the newest run always stays

    void add(NamedRun run);
    /// Newest first.
    const std::vector<NamedRun> &runs() const { return m_runs; }

private:
    std::vector<NamedRun> m_runs;
};

/// "14:05:31 Large pipeline, Simulated, sim:h200, 6.02 ms, chunks 16": one line of a menu, with the first parameters
/// that differ from `other`.
QString historyText(const NamedRun &run, const NamedRun &other);

} // namespace streamscope
