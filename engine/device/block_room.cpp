// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/device/block_room.h"

#include <algorithm>

namespace streamscope {

namespace {

constexpr std::int64_t warp = 32, registerUnit = 256; ///< threads; registers that a warp gets at once

std::int64_t inUnits(std::int64_t count, std::int64_t unit)
{
    return (count + unit - 1) / unit * unit;
}

} // namespace

BlockShape blockShape(std::int64_t threads, std::int64_t sharedMemory, std::int64_t registers, const DeviceInfo &device)
{
    // From compute capability 8.0 on the hardware keeps 1 KiB of shared memory for itself in every block.
    const std::int64_t reserved = device.computeMajor.value_or(0) >= 8 ? 1024 : 0;
    const std::int64_t inWarps = inUnits(std::max<std::int64_t>(threads, 1), warp);
    return {inWarps, sharedMemory + reserved, inWarps / warp * inUnits(registers * warp, registerUnit)};
}

std::int64_t registersThatFit(std::int64_t threads, std::int64_t registers, const DeviceInfo &device)
{
    if (!device.registersPerMultiprocessor)
        return registers;
    const std::int64_t warps = inUnits(std::max<std::int64_t>(threads, 1), warp) / warp;
    const std::int64_t units = *device.registersPerMultiprocessor / warps / registerUnit;
    return std::min(registers, units * registerUnit / warp);
}

BlockRoom BlockRoom::ofEmptySm(const DeviceInfo &device)
{
    constexpr std::int64_t usualThreads = 2048, usualSlots = 32, noLimit = std::int64_t{1} << 50;
    const auto limit = [](const auto &value, std::int64_t otherwise) {
        return value ? static_cast<std::int64_t>(*value) : otherwise;
    };
    return {limit(device.maxThreadsPerMultiprocessor, usualThreads),
            limit(device.maxBlocksPerMultiprocessor, usualSlots), limit(device.sharedMemoryPerMultiprocessor, noLimit),
            limit(device.registersPerMultiprocessor, noLimit)};
}

BlockRoom BlockRoom::takenBy(const BlockShape &shape, std::int64_t blocks)
{
    return {blocks * shape.threads, blocks, blocks * shape.sharedMemory, blocks * shape.registers};
}

std::int64_t BlockRoom::fitting(const BlockShape &shape) const
{
    std::int64_t fit = std::min(slots, threads / shape.threads);
    if (shape.sharedMemory > 0)
        fit = std::min(fit, sharedMemory / shape.sharedMemory);
    if (shape.registers > 0)
        fit = std::min(fit, registers / shape.registers);
    return fit;
}

BlockShape BlockRoom::clamped(const BlockShape &shape) const
{
    return {std::clamp<std::int64_t>(shape.threads, 1, threads),
            std::clamp<std::int64_t>(shape.sharedMemory, 0, sharedMemory),
            std::clamp<std::int64_t>(shape.registers, 0, registers)};
}

std::int64_t blocksAtOnce(const BlockShape &shape, const DeviceInfo &device)
{
    const BlockRoom empty = BlockRoom::ofEmptySm(device);
    return empty.fitting(empty.clamped(shape)) * std::int64_t{device.multiprocessors.value_or(1)};
}

} // namespace streamscope
