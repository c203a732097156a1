// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace streamscope {

/// A graph of several streams among other work begins when all is done that was issued to any of them before, and what
/// comes next in any of them waits for all of it: it is launched into one stream, and events order the others. On an
/// H200 a branch whose stream was free began 150 us later, with the others (docs/measurements/model.md, "Small
/// programs"). Not those of a trace: one launch may be several graphs of a replay, which has events for this.
class GraphLaunches
{
public:
    /// The latest operation of a stream so far; −1 for none.
    using Latest = std::function<std::int32_t(std::int32_t stream)>;

    /// `program` must be sound (findProblems()), and must outlive it.
    explicit GraphLaunches(const Program &program)
        : m_program(program), m_launches(static_cast<std::size_t>(program.threadCount())),
          m_behind(program.streams.size())
    {}

    /// Adds to `found` what `operation` waits for by this, beside what stands before it in its stream. Call it once for
    /// each operation in a stream, in issue order, before `latest` knows it.
    void issue(std::int32_t operation, const Latest &latest, std::vector<std::int32_t> &found);

private:
    /// That a host thread is issuing.
    struct Launch
    {
        std::int32_t last = Operation::none; ///< its last operation; none: the thread issues no graph
        std::vector<std::int32_t> streams;   ///< those in which nothing of it was issued yet are in `waiting`, too
        std::vector<std::int32_t> waiting;
        std::vector<std::int32_t> before; ///< operations
    };

    void begin(std::int32_t operation, const Latest &latest, Launch &launch);
    void end(const Latest &latest, Launch &launch);

    const Program &m_program;
    std::vector<Launch> m_launches;                  ///< by thread
    std::vector<std::vector<std::int32_t>> m_behind; ///< by stream: the operations that its next one waits for
};

} // namespace streamscope
