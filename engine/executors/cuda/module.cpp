// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/cuda_executor.h"
#include "engine/executors/cuda/runtime/cuda_device_info.h"
#include "engine/executors/cuda/runtime/cuda_error.h"
#include "engine/executors/cuda/runtime/nvml.h"
#include "engine/executors/cuda_module.h"
#include "engine/executors/module_abi.h"
#include "engine/program/text/phrase.h"

namespace streamscope {

namespace {

/// Error 35 with driver version 0 means that there is no driver; with another version that it is too old.
CudaProbe withoutDevices(cudaError_t error)
{
    CudaProbe probe;
    int driver = 0, runtime = 0;
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    if (error == cudaErrorInsufficientDriver && driver == 0) {
        probe.status = CudaProbe::Status::NoDriver;
        probe.text = QT_TRANSLATE_NOOP("engine", "there is no NVIDIA driver on this machine");
    } else if (error == cudaErrorInsufficientDriver) {
        probe.status = CudaProbe::Status::NoDriver;
        probe.text = Phrase("engine", "the NVIDIA driver is too old: it serves CUDA %1, this program needs %2")
                         .arg(cudaVersionText(driver), cudaVersionText(runtime));
    } else if (error == cudaErrorNoDevice || error == cudaSuccess) {
        probe.status = CudaProbe::Status::NoGpu;
        probe.text =
            QT_TRANSLATE_NOOP("engine", "there is an NVIDIA driver, but no GPU that it offers to this program");
    } else {
        probe.text =
            Phrase("engine", "CUDA does not start: %1: %2").arg(cudaGetErrorName(error), cudaGetErrorString(error));
    }
    return probe;
}

class Module final : public CudaModule
{
public:
    CudaProbe probe() override
    {
        int count = 0; // left alone by a call that fails
        const cudaError_t error = cudaGetDeviceCount(&count);
        if (error != cudaSuccess || count == 0)
            return withoutDevices(error);
        CudaProbe probe;
        try {
            const auto nvml = Nvml::load();
            for (int i = 0; i < count; ++i)
                probe.devices.push_back(readCudaDevice(i, nvml.get()));
            probe.status = CudaProbe::Status::Usable;
            probe.text = std::to_string(count) + (count == 1 ? " device" : " devices") + ", driver "
                         + probe.devices.front().driverRelease.value_or("unknown");
        } catch (const CudaError &failure) {
            probe.devices.clear();
            probe.text = failure.what();
        }
        return probe;
    }

    std::unique_ptr<Executor> open(int ordinal) override
    {
        return tellingLoss([&] {
            STREAMSCOPE_CUDA(cudaSetDevice(ordinal));
            return std::make_unique<CudaExecutor>(ordinal);
        });
    }
};

} // namespace

} // namespace streamscope

extern "C" __attribute__((visibility("default"))) streamscope::CudaModule *streamscopeCudaModule(std::uint64_t abi)
{
    static streamscope::Module module;
    return abi == streamscope::moduleAbi ? &module : nullptr;
}
