// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/executors/executor.h"

#include <cstdint>
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

/// What the CUDA module offers the program that loads it. Both are built together; CudaModuleEntry tells a mix-up.
class CudaModule
{
public:
    static constexpr const char *entryPoint = "streamscopeCudaModule";

    CudaModule() = default;
    CudaModule(const CudaModule &) = delete;
    CudaModule &operator=(const CudaModule &) = delete;
    virtual ~CudaModule() = default;

    virtual CudaProbe probe() = 0;
    /// @throws RunError when device `ordinal` cannot be used.
    virtual std::unique_ptr<Executor> open(int ordinal) = 0;
};

/// The module's one exported function: null when `abi` is not its own moduleAbi, which the build makes from this header
/// and those that it includes (module_abi.h). The object belongs to the module.
using CudaModuleEntry = CudaModule *(*)(std::uint64_t abi);

} // namespace streamscope
