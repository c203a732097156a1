// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/remote/served_trace.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace streamscope {

/// The long work that a client wants of the trace that is open: of each kind one at a time, on a thread of its own.
/// Use it from one thread.
class ServedWork
{
public:
    ServedWork();
    ServedWork(const ServedWork &) = delete;
    ServedWork &operator=(const ServedWork &) = delete;
    /// Stops what is at work, and waits for it.
    ~ServedWork();

    /// The trace from now on and its file; null: none. What is at work on the former one is stopped.
    void setTrace(std::shared_ptr<const ServedTrace> trace, const std::string &path);

    /// How far the work is, and a piece of what it made. Begins it where its number is new.
    /// @throws what the work threw; RunError where no trace is open, and for a file that cannot be read or has changed.
    WorkAnswer answer(const WorkQuestion &question);
    /// Stops the work of this number, without waiting for its end, and drops what it made. Nothing where there is none.
    void drop(std::uint64_t number);

private:
    class Job;
    void forgetEnded();

    std::shared_ptr<const ServedTrace> m_trace;
    std::string m_path;
    std::map<WorkQuestion::Kind, std::unique_ptr<Job>> m_jobs;
    std::vector<std::unique_ptr<Job>> m_ending; ///< dropped; their threads may still be at it
};

} // namespace streamscope
