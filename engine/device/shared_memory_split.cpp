// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/device/shared_memory_split.h"

#include <algorithm>
#include <array>

namespace streamscope {

namespace {

constexpr std::int64_t kibibyte = 1024;

/// CUDA Programming Guide, compute capability 9.0, shared memory.
constexpr std::array<std::int64_t, 9> sizesKiB{8, 16, 32, 64, 100, 132, 164, 196, 228};

std::int64_t sizeFor(std::int64_t bytes)
{
    const auto *size = std::ranges::lower_bound(sizesKiB, (bytes + kibibyte - 1) / kibibyte);
    return (size == sizesKiB.end() ? sizesKiB.back() : *size) * kibibyte;
}

/// Blocks of less than 1024 threads that do not take all block slots get twice what they need, up to 132 KiB; those
/// that have nothing but the reserve four times that, up to 32 KiB. Why the driver does so is not known.
std::int64_t wished(const BlockShape &shape, std::int64_t blocks, std::int64_t slots)
{
    constexpr std::int64_t most = 132 * kibibyte, mostOfReserves = 32 * kibibyte, manyThreads = 1024;
    const std::int64_t need = blocks * shape.sharedMemory;
    if (shape.sharedMemory <= kibibyte)
        return std::min(4 * need, mostOfReserves);
    if (shape.threads >= manyThreads || blocks >= slots)
        return need;
    return std::max(need, std::min(2 * need, most));
}

} // namespace

SharedMemorySplit SharedMemorySplit::of(const BlockShape &shape, const DeviceInfo &device)
{
    const BlockRoom empty = BlockRoom::ofEmptySm(device);
    const bool measured = device.computeMajor == 9 && device.computeMinor == 0;
    if (!measured || shape.sharedMemory <= 0)
        return {empty.sharedMemory, 0};
    const std::int64_t blocks = empty.fitting(shape);
    const auto within = [&](std::int64_t bytes) { return std::min(sizeFor(bytes), empty.sharedMemory); };
    return {within(std::max(wished(shape, blocks, empty.slots), blocks * shape.sharedMemory)),
            within(blocks * shape.sharedMemory)};
}

} // namespace streamscope
