// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/executors/executor.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace streamscope {

/// The CUDA runtime's view of this machine.
struct CudaProbe
{
    enum class Status : std::uint8_t { Usable, NoDriver, NoGpu, Error };
    Status status = Status::Error;
    std::string text; ///< one sentence for the user
    std::vector<DeviceInfo> devices;
};

/// The interface of the CUDA module. Program and module are built together; CudaModuleEntry detects a module of another
/// build.
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

/// The module's only exported function. Returns null when `abi` is not the module's own moduleAbi, which the build
/// makes from this header and those that it includes (module_abi.h). The module owns the object.
using CudaModuleEntry = CudaModule *(*)(std::uint64_t abi);

} // namespace streamscope
