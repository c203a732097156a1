// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/fresh_process.h"

#include <atomic>
#include <memory>
#include <utility>

namespace streamscope {

/// Runs a Program in this process, or in a fresh process when it asks for another number of connections than CUDA has
/// in this process, or for a cold start after an earlier run.
class FreshProcessExecutor final : public Executor
{
public:
    explicit FreshProcessExecutor(std::unique_ptr<Executor> here, FreshProcess fresh = FreshProcess())
        : m_here(std::move(here)), m_fresh(std::move(fresh))
    {}

    const DeviceInfo &device() const override { return m_here->device(); }
    std::optional<int> fixedConnections() const override { return m_here->fixedConnections(); }

    Recording run(const Program &program, const RunOptions &options, const RunControl &control) override
    {
        return isForHere(program) ? m_here->run(program, options, control)
                                  : m_fresh.run({device().id, program, options}, control);
    }

private:
    bool isForHere(const Program &program) const
    {
        const auto own = m_here->fixedConnections();
        const bool connects = !own || program.connections == 0 || program.connections == *own;
        // Runs on other devices and failed runs count, too: they have started much of CUDA.
        static std::atomic<bool> somethingRan = false;
        return connects && !(somethingRan.exchange(true) && program.coldStart);
    }

    std::unique_ptr<Executor> m_here;
    FreshProcess m_fresh;
};

} // namespace streamscope
