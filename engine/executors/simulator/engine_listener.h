// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>

namespace streamscope {

/// Who is told what the engines of a simulated device do.
class EngineListener
{
public:
    EngineListener() = default;
    EngineListener(const EngineListener &) = delete;
    EngineListener &operator=(const EngineListener &) = delete;

    /// It executes from `time` on, which may lie a little ahead.
    virtual void started(std::int32_t operation, std::int64_t time) = 0;
    /// It has ended now.
    virtual void finished(std::int32_t operation) = 0;

protected:
    ~EngineListener() = default;
};

} // namespace streamscope
