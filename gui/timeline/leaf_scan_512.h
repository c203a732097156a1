// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/leaf_scan.h"

namespace streamscope {

/// Whether this processor has vectors of 512 bits (AVX-512 F, BW, DQ, VL).
bool canScanLeaf512();

/// As scanLeaf(), a whole leaf in one vector. Only where canScanLeaf512().
bool scanLeaf512(const IntervalForest::KeptLeaf &leaf, double startNs, double pixelsPerNs, std::uint32_t narrowNs,
                 LeafScan &scan);

} // namespace streamscope
