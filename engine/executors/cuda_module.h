// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/executors/executor.h"

#include <memory>
#include <string>
#include <vector>

namespace streamscope {

/// What the CUDA runtime sees on this machine.
struct CudaProbe
{
    enum class Status : std::uint8_t { Usable, NoDriver, NoGpu, Error };
    Status status = Status::Error;
    std::string text; ///< one sentence for the person
    std::vector<DeviceInfo> devices;
};

/// What the CUDA module offers the program that loads it. Program and module are built together; abi tells a mix-up.
class CudaModule
{
public:
    static constexpr int abi = 3;
    static constexpr const char *entryPoint = "streamscopeCudaModule";

    CudaModule() = default;
    CudaModule(const CudaModule &) = delete;
    CudaModule &operator=(const CudaModule &) = delete;
    virtual ~CudaModule() = default;

    virtual CudaProbe probe() = 0;
    /// @throws RunError when device `ordinal` cannot be used.
    virtual std::unique_ptr<Executor> open(int ordinal) = 0;
};

/// The module's one exported function: null when `abi` is not its own. The object belongs to the module.
using CudaModuleEntry = CudaModule *(*)(int abi);

} // namespace streamscope
