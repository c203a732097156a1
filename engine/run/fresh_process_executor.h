// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/fresh_process.h"

#include <memory>
#include <utility>

namespace streamscope {

/// Runs in this process what can, and in a fresh one each Program that asks for another number of connections than the
/// device was started with here.
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
        const auto own = m_here->fixedConnections();
        if (own && program.connections != 0 && program.connections != *own)
            return m_fresh.run({device().id, program, options}, control);
        return m_here->run(program, options, control);
    }

private:
    std::unique_ptr<Executor> m_here;
    FreshProcess m_fresh;
};

} // namespace streamscope
