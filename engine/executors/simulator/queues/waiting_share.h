// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cmath>

namespace streamscope {

/// Of the time that a kernel waits where another hardware queue waits as well, and the host's calls make the front end
/// look at both.
inline constexpr double fedInTurnShare = 0.3;

/// How many times waitingQueueNs a kernel starts later beside so many other queues that wait.
inline double waitingShare(int queues)
{
    return std::sqrt(queues);
}

} // namespace streamscope
