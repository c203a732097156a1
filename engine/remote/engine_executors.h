// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/executor.h"
#include "engine/remote/shared_engine.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace streamscope {

/// A device in another process: each run happens in a shared engine, or in a fresh one where the Program needs that.
class EngineExecutor final : public Executor
{
public:
    /// Opens device `id`; empty: the engine's default device. @throws as openDevice(), RunError when there is no
    /// engine.
    EngineExecutor(std::shared_ptr<SharedEngine> engine, std::string id, const RunControl &control = {})
        : m_engine(std::move(engine)), m_id(std::move(id)), m_opened(m_engine->open(m_id, control))
    {
        if (m_id.empty())
            m_id = m_opened.info.id;
        m_opened.info.id = m_engine->host().prefix + m_opened.info.id;
    }

    const DeviceInfo &device() const override { return m_opened.info; }
    std::optional<int> fixedConnections() const override { return m_opened.connections; }
    int machineDevices() const override { return m_opened.machineDevices; }

    Recording run(const Program &program, const RunOptions &options, const RunControl &control) override
    {
        Recording recording = m_engine->run({m_id, program, options}, m_opened.connections, control);
        recording.device.id = m_opened.info.id;
        return recording;
    }

private:
    std::shared_ptr<SharedEngine> m_engine;
    std::string m_id; ///< as the engine calls it
    OpenedDevice m_opened;
};

/// A device of this process. A Program that asks for another number of connections than CUDA has here, or for a cold
/// start after an earlier run, runs in a fresh engine.
class FreshEngineExecutor final : public Executor
{
public:
    explicit FreshEngineExecutor(std::unique_ptr<Executor> here, EngineHost host = localEngineHost())
        : m_here(std::move(here)), m_host(std::move(host))
    {}

    const DeviceInfo &device() const override { return m_here->device(); }
    std::optional<int> fixedConnections() const override { return m_here->fixedConnections(); }
    int machineDevices() const override { return m_here->machineDevices(); }

    Recording run(const Program &program, const RunOptions &options, const RunControl &control) override
    {
        if (isForHere(program))
            return m_here->run(program, options, control);
        return runInFreshEngine(m_host, {device().id, program, options}, control);
    }

private:
    bool isForHere(const Program &program) const
    {
        // Runs on other devices and failed runs count, too: they have started much of CUDA.
        static std::atomic<bool> somethingRan = false;
        const bool fits = !needsFreshEngine(program, m_here->fixedConnections(), false);
        return fits && !(somethingRan.exchange(true) && program.coldStart);
    }

    std::unique_ptr<Executor> m_here;
    EngineHost m_host;
};

} // namespace streamscope
