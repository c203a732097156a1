// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <string>
#include <vector>

namespace streamscope {

/// All-reduce between the GPUs of this process, with NVIDIA's NCCL (libnccl.so.2). The library is loaded on first use
/// and optional; STREAMSCOPE_NCCL names another file. One communicator for a fixed list of devices.
class NcclRanks
{
public:
    /// `ordinals`: CUDA's numbers of the devices; a device's rank is its place in the list. Takes seconds.
    /// @throws RunError when the library is missing or refuses.
    explicit NcclRanks(const std::vector<int> &ordinals);
    NcclRanks(const NcclRanks &) = delete;
    NcclRanks &operator=(const NcclRanks &) = delete;
    ~NcclRanks();

    /// One rank's part: `count` floats at `in`; their sum over all ranks goes to `out` of each rank.
    struct Part
    {
        int rank = 0;
        const void *in = nullptr;
        void *out = nullptr;
        std::size_t count = 0;
        cudaStream_t stream = nullptr;
    };
    /// Enqueues the all-reduce of all parts, one per rank, in their streams. @throws RunError.
    void sum(const std::vector<Part> &parts) const;

    /// Version of the library, "2.27.3".
    std::string version() const;

private:
    struct Library;
    static const Library &library();
    static void require(int result, const char *what);

    std::vector<void *> m_ranks;
};

} // namespace streamscope
