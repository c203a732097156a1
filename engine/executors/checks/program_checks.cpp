// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/checks/program_checks.h"

#include "engine/device/block_room.h"
#include "engine/device/number_text.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <algorithm>

namespace streamscope {

namespace {

void requireDeviceCount(const Program &program, const DeviceInfo &device, int devices)
{
    if (const int needed = program.deviceCount(); needed > devices)
        throw InputError(
            Phrase("engine", "this needs %1 devices, %2 (%3) has %4; the simulated H200 has 8: --device sim:h200")
                .arg(needed, device.id, device.name, devices));
}

/// A block must fit on one SM; otherwise its launch would fail on a GPU and never end in a simulation.
void requireBlockFits(std::size_t index, const Operation &operation, const DeviceInfo &device)
{
    const auto refuse = [&](const std::string &needs, std::uint64_t offers, const std::string &change) {
        throw InputError(Phrase("engine", "operation %1 (kernel '%2') needs %3; %4 offers %5; make %6 smaller")
                             .arg(index, operation.name, needs, device.name, offers, change));
    };
    const KernelWork &work = operation.kernel;
    if (device.maxThreadsPerBlock && work.block > static_cast<std::uint32_t>(*device.maxThreadsPerBlock))
        refuse(Phrase("engine", "%1 threads per block").arg(work.block),
               static_cast<std::uint64_t>(*device.maxThreadsPerBlock), QT_TRANSLATE_NOOP("engine", "the block"));
    const auto shared =
        device.sharedMemoryPerBlockOptIn ? device.sharedMemoryPerBlockOptIn : device.sharedMemoryPerBlock;
    if (shared && work.sharedMemory > *shared)
        refuse(Phrase("engine", "%1 bytes of shared memory per block").arg(work.sharedMemory), *shared,
               "'shared_memory'");
    const std::int64_t registers = blockShape(work.block, work.sharedMemory, work.registers, device).registers;
    if (device.registersPerMultiprocessor && registers > *device.registersPerMultiprocessor)
        refuse(Phrase("engine", "%1 registers per block").arg(registers),
               static_cast<std::uint64_t>(*device.registersPerMultiprocessor),
               QT_TRANSLATE_NOOP("engine", "'registers' or the block"));
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
            notes.push_back(
                device.leastPriority == device.greatestPriority
                    ? Phrase("engine", "Stream %1 asks for priority %2; %3 offers %4 to %5, no priorities: it runs "
                                       "with %6, as CUDA does it.")
                          .arg(stream.id, stream.priority, device.name, device.leastPriority, device.greatestPriority,
                               taken)
                    : Phrase("engine",
                             "Stream %1 asks for priority %2; %3 offers %4 to %5: it runs with %6, as CUDA does it.")
                          .arg(stream.id, stream.priority, device.name, device.leastPriority, device.greatestPriority,
                               taken));
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
        throw RunError(Phrase("engine", "not enough %1 memory: this run needs %2, %3 has %4; make 'bytes' smaller")
                           .arg(what, gibibytes(needed), where, gibibytes(available))
                       + otherwise);
}

void requireDeviceMemory(const Program &program, const DeviceInfo &info)
{
    for (int device = 0; info.memoryBytes && device < program.deviceCount(); ++device)
        requireMemory("device", program.deviceBytes(device), *info.memoryBytes, info.name);
}

} // namespace streamscope
