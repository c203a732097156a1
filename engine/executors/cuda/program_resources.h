// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/cuda/runtime/cuda_handles.h"
#include "engine/executors/cuda/runtime/device_set.h"
#include "engine/executors/cuda/runtime/nccl.h"
#include "engine/program/expected_data.h"
#include "engine/program/program.h"
#include "engine/timeline/recording.h"

#include <optional>
#include <string>
#include <vector>

namespace streamscope {

/// The buffers and streams of a Program on a real device. Allocated before and freed after all timed runs.
class ProgramResources
{
public:
    /// `program` and `devices` outlive it. @throws CudaError, std::bad_alloc.
    ProgramResources(const Program &program, const DeviceSet &devices);

    /// Address of a range: host memory for host buffers, device memory for device buffers.
    void *address(const BufferRange &range) const;
    /// The handle of a stream of the Program; for a default stream, that of the current device.
    cudaStream_t stream(std::int32_t index) const;
    std::size_t streamCount() const { return m_streams.size(); }
    const DeviceSet &devices() const { return m_devices; }
    /// The ranks (all devices) for the Program's all-reduces. Only for a Program with collectives.
    const NcclRanks &ranks() const { return *m_ranks; }
    /// Null for a Program without collectives.
    const NcclRanks *ranksOrNull() const { return m_ranks ? &*m_ranks : nullptr; }

    /// Fills the inputs with the pattern.
    void fillInputs(const ExpectedData &expected);
    /// Fills all other buffers with bytes that no right result has, so that unwritten data is detected. The device
    /// writes them: written by the CPU, they would stay in its caches and slow the next copies by 1 %.
    void poisonOutputs(const ExpectedData &expected);
    /// Takes pageable inputs out of the processor's caches: what earlier runs left there makes the host copy them up to
    /// twice as fast, or not (docs/measurements/bandwidth.md). Pinned memory stays there: copy engines read and write
    /// it about as fast either way, and more evenly from the caches.
    void leaveHostCaches(const ExpectedData &expected) const;
    /// Compares every written host buffer with its expected contents. Empty when all are right, else the first
    /// difference in words.
    std::optional<std::string> findDifference(const ExpectedData &expected);
    /// The number of bytes that findDifference() compares.
    std::uint64_t comparedBytes(const ExpectedData &expected) const;

private:
    struct Place
    {
        std::optional<HostBuffer> host;
        std::optional<DeviceBuffer> device;
    };

    void createRanks();
    void poisonHost(const HostBuffer &buffer) const;
    std::string differenceText(std::size_t buffer, std::uint64_t position, float expected, float found) const;
    std::optional<std::string> differenceIn(std::size_t buffer, const ExpectedPiece &piece);
    /// `count` floats of a host buffer in memory that the CPU reads fast: in place, or copied through the device for
    /// write-combined memory, which the CPU reads at only some 100 MB/s.
    const float *readable(std::size_t buffer, std::uint64_t begin, std::uint64_t count);

    const Program &m_program;
    const DeviceSet &m_devices;
    std::vector<Place> m_places;
    std::vector<std::optional<CudaStream>> m_streams; ///< empty for default streams
    std::optional<NcclRanks> m_ranks;
    DeviceBuffer m_poison;
    std::optional<HostBuffer> m_stagingHost;
    std::optional<DeviceBuffer> m_stagingDevice;
};

} // namespace streamscope
