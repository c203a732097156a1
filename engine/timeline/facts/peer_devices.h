// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

namespace streamscope {

/// The devices that a peer copy connects, as the trace numbers them.
struct PeerDevices
{
    int from = 0, to = 0;

    bool operator==(const PeerDevices &) const = default;
};

} // namespace streamscope
