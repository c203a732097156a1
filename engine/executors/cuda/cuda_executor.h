// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/executors/executor.h"
#include "engine/executors/timing/threads/core_selector.h"
#include "engine/timeline/copy_latency.h"

#include "engine/executors/cuda/runtime/nvml.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace streamscope {

/// Runs Programs on a real GPU: real streams, real memory, real kernels, verified results.
class CudaExecutor final : public Executor
{
public:
    /// @throws CudaError when the device cannot be used, DeviceLost.
    explicit CudaExecutor(int ordinal);

    const DeviceInfo &device() const override { return m_info; }
    std::optional<int> fixedConnections() const override { return m_connections; }
    int machineDevices() const override;
    /// @throws also DeviceLost.
    Recording run(const Program &program, const RunOptions &options, const RunControl &control) override;

private:
    Recording runHere(const Program &program, const RunOptions &options, const RunControl &control);
    void noteStartup(std::int64_t begin, std::int64_t end);
    void requireConnections(const Program &program) const;
    void requireEnoughMemory(const Program &program) const;
    GpuState gpuState() const;
    static void addEnvironment(Recording &recording, const GpuState &before, const GpuState &after);
    static bool infersStarts(const Program &program, const RunOptions &options);
    void addCore(Recording &recording) const;
    static void addLatencies(const CopyLatencies &latencies, Recording &recording);

    int m_ordinal;
    int m_connections; ///< of this process
    std::unique_ptr<Nvml> m_nvml;
    DeviceInfo m_info;
    MachineCores m_cores;
    CoreSelector m_core;
    std::optional<CopyLatencies> m_latencies;                     ///< measured when a run first needs them
    std::vector<std::pair<std::string, std::string>> m_coldStart; ///< how long the start of the device took
    std::vector<StartupStep> m_startup;                           ///< the same for the timeline of the first run
};

} // namespace streamscope
