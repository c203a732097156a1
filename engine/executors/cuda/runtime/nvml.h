// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/checks/gpu_state.h"

#include <memory>
#include <optional>
#include <string>

namespace streamscope {

/// The driver's management library, loaded at run time (`libnvidia-ml.so.1`). Unknown values are empty.
class Nvml
{
public:
    /// Null when the library is absent or does not start, which is normal without a driver.
    static std::unique_ptr<Nvml> load();
    Nvml(const Nvml &) = delete;
    Nvml &operator=(const Nvml &) = delete;
    ~Nvml();

    std::optional<std::string> driverRelease() const; ///< "580.95.05"
    std::optional<int> deviceCount() const;           ///< of the machine, whatever CUDA_VISIBLE_DEVICES hides
    std::optional<int> pcieGeneration(const std::string &pciBusId) const; ///< of the link now
    std::optional<int> pcieWidth(const std::string &pciBusId) const;
    /// The GPU's current state.
    GpuState state(const std::string &pciBusId) const;

private:
    explicit Nvml(void *library) : m_library(library) {}
    void *device(const std::string &pciBusId) const;
    std::optional<int> unsignedOf(const char *function, void *device) const;
    std::optional<int> typedOf(const char *function, unsigned type, void *device) const;
    std::optional<std::uint64_t> clockReasonsOf(void *device) const;
    std::optional<int> computeProcessesOf(void *device) const;

    void *m_library;
};

} // namespace streamscope
