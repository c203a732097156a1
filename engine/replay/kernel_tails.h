// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <cstdint>
#include <map>
#include <tuple>

namespace streamscope {

/// What a trace shows of the ends of kernels that fill the device: when small kernels that wait for SMs come in. Blocks
/// of several waves do not end together, so that is later than the last wave would begin: a kernel of 2.9 waves and
/// 49 us let others in 9.7 us before its end, not 16 (47 of 47 launches on an H200).
class KernelTails
{
public:
    explicit KernelTails(const Timeline &timeline);

    /// Which part of the time of kernels like `span` is left when a small kernel comes in, in the median, 0 … 1; 0
    /// where `timeline`, that of the constructor, has too few cases.
    double tail(const Timeline &timeline, std::uint32_t span) const;

private:
    using Key = std::tuple<std::uint32_t, std::uint64_t, std::uint32_t>; ///< name, blocks, shared memory

    static Key keyOf(const Timeline &timeline, std::uint32_t span);

    std::map<Key, double> m_tails;
};

} // namespace streamscope
