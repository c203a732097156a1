// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/checks/program_checks.h"

#include "engine/device/number_text.h"
#include "engine/program/errors.h"

#include <algorithm>

namespace streamscope {

namespace {

void requireDeviceCount(const Program &program, const DeviceInfo &device, int devices)
{
    if (const int needed = program.deviceCount(); needed > devices)
        throw InputError("this needs " + std::to_string(needed) + " devices, " + device.id + " (" + device.name
                         + ") has " + std::to_string(devices) + "; the simulated H200 has 8: --device sim:h200");
}

/// A block must fit on one SM; otherwise its launch would fail on a GPU and never end in a simulation.
void requireBlockFits(std::size_t index, const Operation &operation, const DeviceInfo &device)
{
    const auto refuse = [&](const std::string &needs, std::uint64_t offers, const std::string &change) {
        throw InputError("operation " + std::to_string(index) + " (kernel '" + operation.name + "') needs " + needs
                         + "; " + device.name + " offers " + std::to_string(offers) + "; make " + change + " smaller");
    };
    const KernelWork &work = operation.kernel;
    if (device.maxThreadsPerBlock && work.block > static_cast<std::uint32_t>(*device.maxThreadsPerBlock))
        refuse(std::to_string(work.block) + " threads per block",
               static_cast<std::uint64_t>(*device.maxThreadsPerBlock), "the block");
    const auto shared =
        device.sharedMemoryPerBlockOptIn ? device.sharedMemoryPerBlockOptIn : device.sharedMemoryPerBlock;
    if (shared && work.sharedMemory > *shared)
        refuse(std::to_string(work.sharedMemory) + " bytes of shared memory per block", *shared, "'shared_memory'");
    // A warp gets its registers in units (CUDA Programming Guide, technical specifications).
    constexpr std::uint64_t warp = 32, unit = 256;
    const auto unitsOf = [](std::uint64_t count, std::uint64_t each) { return (count + each - 1) / each; };
    const std::uint64_t registers = unitsOf(work.block, warp) * unitsOf(work.registers * warp, unit) * unit;
    if (device.registersPerMultiprocessor && registers > static_cast<std::uint64_t>(*device.registersPerMultiprocessor))
        refuse(std::to_string(registers) + " registers per block",
               static_cast<std::uint64_t>(*device.registersPerMultiprocessor), "'registers' or the block");
}

std::string gibibytes(std::uint64_t bytes)
{
    return decimalText(static_cast<double>(bytes) / static_cast<double>(1ULL << 30), 2) + " GiB";
}

} // namespace

std::vector<std::string> clampedPriorities(const Program &program, const DeviceInfo &device)
{
    std::vector<std::string> notes;
    for (const Stream &stream : program.streams) {
        const int taken = std::clamp(stream.priority, device.greatestPriority, device.leastPriority);
        if (taken != stream.priority)
            notes.push_back("Stream " + stream.id + " asks for priority " + std::to_string(stream.priority) + "; "
                            + device.name + " offers " + std::to_string(device.leastPriority) + " to "
                            + std::to_string(device.greatestPriority)
                            + (device.leastPriority == device.greatestPriority ? ", no priorities" : "")
                            + ": it runs with " + std::to_string(taken) + ", as CUDA does it.");
    }
    return notes;
}

void requireRunnable(const Program &program, const DeviceInfo &device, int devices)
{
    if (const auto problems = findProblems(program); !problems.empty())
        throw InputError(problems.front()
                         + (problems.size() > 1 ? " (and " + std::to_string(problems.size() - 1) + " more)" : ""));
    requireDeviceCount(program, device, devices);
    for (std::size_t i = 0; i < program.operations.size(); ++i)
        if (program.operations[i].kind == OperationKind::Kernel)
            requireBlockFits(i, program.operations[i], device);
}

void requireMemory(const std::string &what, std::uint64_t needed, std::uint64_t available, const std::string &where,
                   const std::string &otherwise)
{
    if (needed > available)
        throw RunError("not enough " + what + " memory: this run needs " + gibibytes(needed) + ", " + where + " has "
                       + gibibytes(available) + "; make 'bytes' smaller" + otherwise);
}

void requireDeviceMemory(const Program &program, const DeviceInfo &info)
{
    for (int device = 0; info.memoryBytes && device < program.deviceCount(); ++device)
        requireMemory("device", program.deviceBytes(device), *info.memoryBytes, info.name);
}

} // namespace streamscope
