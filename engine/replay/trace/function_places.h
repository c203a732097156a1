// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/replay/trace/trace_steps.h"
#include "engine/timeline/timeline.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace streamscope {

/// In which streams host functions stand whose calls do not say it: in the one that the thread used last, or in the one
/// that it uses next. The latter, where most of their calls between these two streams tell so: what came next in the
/// stream before began right behind work of another stream, which explains it, and what came next in the stream behind
/// did not.
class FunctionPlaces
{
public:
    /// Both must outlive this; `steps` as traceSteps() gives them.
    FunctionPlaces(const Timeline &timeline, const std::vector<TraceStep> &steps);

    /// Of a call for a host function that issues no span. −1 where nobody knows.
    std::int32_t streamOf(std::size_t step) const;

private:
    /// A thread, and the streams of its operations before and behind a call; −1 for none.
    using Place = std::tuple<std::int32_t, std::int32_t, std::int32_t>;

    void findBefore();
    void findBehind();
    void decide();
    bool isExplained(std::int64_t start, std::int32_t stream) const;

    const Timeline &m_timeline;
    const std::vector<TraceStep> &m_steps;
    std::vector<std::pair<std::int64_t, std::int32_t>> m_ends;             ///< of all operations, with their streams
    std::map<std::size_t, Place> m_places;                                 ///< by step
    std::map<std::size_t, std::pair<std::int64_t, std::int64_t>> m_starts; ///< by step: of what is next in both streams
    std::map<Place, int> m_votes; ///< more than 0: the functions stand in the stream behind
};

} // namespace streamscope
