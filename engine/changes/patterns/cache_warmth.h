// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

namespace streamscope {

/// How much of what makes a framework's call dear with cold caches is back when the same call comes again `ns` later: 0
/// right behind it, 1 after long. With PyTorch beside H200s and H100s, by the calls of joined copies.
double coldAfter(double ns);

/// What the host's work for a framework's launch takes against one that comes after long. With PyTorch on three H200s a
/// product behind a product took 0.62 to 0.64 of that, by its times 21 to 35 us and 150 to 235 us behind the last one.
/// `callNs` is what its launches' calls take: where they take longer, the host's memory is slow, and only what comes
/// from there takes longer. With calls of 10 to 13 us it was 0.31 to 0.45.
double workOfLaunchAfter(double ns, double callNs);

} // namespace streamscope
