// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/remote/engine_process.h"
#include "engine/remote/one_at_a_time.h"

#include <memory>
#include <optional>
#include <string>

namespace streamscope {

/// One engine process that is kept between runs and started again after a loss. Any thread may use it; who comes while
/// another one's run is in flight waits, so that no two runs disturb each other on one device.
class SharedEngine
{
public:
    /// Starts nothing yet.
    explicit SharedEngine(EngineHost host) : m_host(std::move(host)) {}

    const EngineHost &host() const { return m_host; }

    /// These throw as those of EngineProcess. A RunError after a loss says in one line what happened, that the engine
    /// was started again, and what to do next.
    DeviceCatalog devices(const RunControl &control);
    OpenedDevice open(const std::string &id, const RunControl &control);
    QByteArray profile(const std::string &id, const RunControl &control);
    /// In a fresh engine where the Program needs one (needsFreshEngine()). `connections`: of the usual one.
    Recording run(const EngineRunRequest &request, std::optional<int> connections, const RunControl &control);

private:
    template <typename Ask>
    auto use(const RunControl &control, Ask ask);
    EngineProcess &process(const RunControl &control);
    [[noreturn]] void failAfter(const EngineLost &lost);

    const EngineHost m_host;
    OneAtATime m_oneAtATime; ///< a question
    std::unique_ptr<EngineProcess> m_process;
};

/// Starts an engine for this one run and ends it afterwards: for another number of connections to the GPU, which CUDA
/// reads once when it starts, or for a cold start. The recording says so in a note.
/// @throws as Executor::run(); RunError, in one line, when the engine does not start or is lost.
Recording runInFreshEngine(const EngineHost &host, const EngineRunRequest &request, const RunControl &control);

/// True when `program` must run in a fresh process: not in one with this number of connections (empty: any), or one in
/// which something `hasRun`.
bool needsFreshEngine(const Program &program, std::optional<int> connections, bool hasRun);

} // namespace streamscope
