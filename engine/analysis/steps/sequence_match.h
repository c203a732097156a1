// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace streamscope {

/// Places in `a` and `b` of a longest common subsequence, rising. Empty where the two differ by more than 2,000
/// insertions and deletions. Takes time in proportion to their lengths times these differences (Myers 1986).
std::vector<std::pair<std::size_t, std::size_t>> matchSequences(const std::vector<std::uint64_t> &a,
                                                                const std::vector<std::uint64_t> &b);

} // namespace streamscope
