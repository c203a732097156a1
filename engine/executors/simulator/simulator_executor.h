// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/executors/executor.h"

namespace streamscope {

/// Runs Programs on a model of a device. Moves no data; every time carries the clock `model`.
class SimulatorExecutor final : public Executor
{
public:
    explicit SimulatorExecutor(DeviceProfile profile) : m_profile(std::move(profile)) {}

    const DeviceInfo &device() const override { return m_profile.info; }
    const Residuals *residuals() const override { return &m_profile.residuals; }
    int machineDevices() const override { return m_profile.links.devices; }
    std::unique_ptr<Executor> another() const override { return std::make_unique<SimulatorExecutor>(m_profile); }
    Recording run(const Program &program, const RunOptions &options, const RunControl &control) override;

private:
    DeviceProfile m_profile;
};

} // namespace streamscope
