// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/facts/cuda_results.h"

#include <algorithm>
#include <iterator>

namespace streamscope {

namespace {

struct ResultNames
{
    std::int32_t number;
    const char *runtime; ///< behind "cudaError"
    const char *driver;  ///< behind "CUDA_ERROR_"; empty where the driver does not have it
};

/// By number, which runtime and driver share. Those that programs meet; a build without CUDA has no other source.
constexpr ResultNames resultNames[] = {
    {1, "InvalidValue", "INVALID_VALUE"},
    {2, "MemoryAllocation", "OUT_OF_MEMORY"},
    {3, "InitializationError", "NOT_INITIALIZED"},
    {4, "CudartUnloading", "DEINITIALIZED"},
    {9, "InvalidConfiguration", ""},
    {13, "InvalidSymbol", ""},
    {21, "InvalidMemcpyDirection", ""},
    {35, "InsufficientDriver", ""},
    {46, "DevicesUnavailable", "DEVICE_UNAVAILABLE"},
    {98, "InvalidDeviceFunction", ""},
    {100, "NoDevice", "NO_DEVICE"},
    {101, "InvalidDevice", "INVALID_DEVICE"},
    {200, "InvalidKernelImage", "INVALID_IMAGE"},
    {201, "DeviceUninitialized", "INVALID_CONTEXT"},
    {209, "NoKernelImageForDevice", "NO_BINARY_FOR_GPU"},
    {214, "ECCUncorrectable", "ECC_UNCORRECTABLE"},
    {216, "DeviceAlreadyInUse", "CONTEXT_ALREADY_IN_USE"},
    {217, "PeerAccessUnsupported", "PEER_ACCESS_UNSUPPORTED"},
    {218, "InvalidPtx", "INVALID_PTX"},
    {220, "NvlinkUncorrectable", "NVLINK_UNCORRECTABLE"},
    {300, "InvalidSource", "INVALID_SOURCE"},
    {301, "FileNotFound", "FILE_NOT_FOUND"},
    {304, "OperatingSystem", "OPERATING_SYSTEM"},
    {400, "InvalidResourceHandle", "INVALID_HANDLE"},
    {401, "IllegalState", "ILLEGAL_STATE"},
    {500, "SymbolNotFound", "NOT_FOUND"},
    {600, "NotReady", "NOT_READY"},
    {700, "IllegalAddress", "ILLEGAL_ADDRESS"},
    {701, "LaunchOutOfResources", "LAUNCH_OUT_OF_RESOURCES"},
    {702, "LaunchTimeout", "LAUNCH_TIMEOUT"},
    {704, "PeerAccessAlreadyEnabled", "PEER_ACCESS_ALREADY_ENABLED"},
    {705, "PeerAccessNotEnabled", "PEER_ACCESS_NOT_ENABLED"},
    {708, "SetOnActiveProcess", "PRIMARY_CONTEXT_ACTIVE"},
    {709, "ContextIsDestroyed", "CONTEXT_IS_DESTROYED"},
    {710, "Assert", "ASSERT"},
    {711, "TooManyPeers", "TOO_MANY_PEERS"},
    {712, "HostMemoryAlreadyRegistered", "HOST_MEMORY_ALREADY_REGISTERED"},
    {713, "HostMemoryNotRegistered", "HOST_MEMORY_NOT_REGISTERED"},
    {714, "HardwareStackError", "HARDWARE_STACK_ERROR"},
    {715, "IllegalInstruction", "ILLEGAL_INSTRUCTION"},
    {716, "MisalignedAddress", "MISALIGNED_ADDRESS"},
    {717, "InvalidAddressSpace", "INVALID_ADDRESS_SPACE"},
    {718, "InvalidPc", "INVALID_PC"},
    {719, "LaunchFailure", "LAUNCH_FAILED"},
    {720, "CooperativeLaunchTooLarge", "COOPERATIVE_LAUNCH_TOO_LARGE"},
    {800, "NotPermitted", "NOT_PERMITTED"},
    {801, "NotSupported", "NOT_SUPPORTED"},
    {802, "SystemNotReady", "SYSTEM_NOT_READY"},
    {803, "SystemDriverMismatch", "SYSTEM_DRIVER_MISMATCH"},
    {900, "StreamCaptureUnsupported", "STREAM_CAPTURE_UNSUPPORTED"},
    {901, "StreamCaptureInvalidated", "STREAM_CAPTURE_INVALIDATED"},
    {905, "StreamCaptureIsolation", "STREAM_CAPTURE_ISOLATION"},
    {906, "StreamCaptureImplicit", "STREAM_CAPTURE_IMPLICIT"},
    {909, "Timeout", "TIMEOUT"},
    {910, "GraphExecUpdateFailure", "GRAPH_EXEC_UPDATE_FAILURE"},
    {999, "Unknown", "UNKNOWN"},
};

bool isOfDriver(std::string_view call)
{
    return call.starts_with("cu") && !call.starts_with("cuda");
}

} // namespace

std::string cudaResultText(std::string_view call, std::int32_t result)
{
    const std::string number = std::to_string(result);
    const auto found = std::lower_bound(std::begin(resultNames), std::end(resultNames), result,
                                        [](const ResultNames &names, std::int32_t n) { return names.number < n; });
    if (found == std::end(resultNames) || found->number != result)
        return number;
    const std::string name = isOfDriver(call) ? found->driver : found->runtime;
    return name.empty() ? number : (isOfDriver(call) ? "CUDA_ERROR_" : "cudaError") + name + " (" + number + ")";
}

} // namespace streamscope
