// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>

namespace streamscope {

/// Receives starts and ends from the engines of a simulated device.
class EngineListener
{
public:
    EngineListener() = default;
    EngineListener(const EngineListener &) = delete;
    EngineListener &operator=(const EngineListener &) = delete;

    /// `operation` executes from `time` on, which may lie in the future.
    virtual void started(std::int32_t operation, std::int64_t time) = 0;
    /// `operation` ends now.
    virtual void finished(std::int32_t operation) = 0;

    /// A host function is at the head of its hardware queue, and its stream has reached it.
    virtual void reachedFunction(std::int32_t operation) = 0;

    /// A host thread goes on with its calls of a live run now, or does so as soon as a stream has room.
    virtual bool hostIssues() const = 0;
    /// Kernels at the heads of their hardware queues on `device` wait for copies of their streams.
    virtual bool kernelsAwaitCopies(int device) const = 0;
    /// Meanwhile its calls make the engines look at their channels, which else they do every 8 us: of that wait this
    /// much remains (71 drawn live pipelines of small copies on H200s; docs/measurements/model.md).
    static constexpr double fedShare = 0.6;

protected:
    ~EngineListener() = default;
};

} // namespace streamscope
