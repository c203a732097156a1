// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace streamscope {

/// When channels notice what they wait for. A channel whose head waits for another engine looks at the semaphore when
/// it comes to it, and then every DeviceProfile::Copies::semaphoreRetryNs: on an H200 the starts of a stream's copies
/// behind its kernels, and of its kernels behind its copies, are whole multiples of 8.192 µs apart, whatever lies
/// between (docs/measurements/channels.md, 6).
class SemaphoreRetries
{
public:
    SemaphoreRetries(const DeviceProfile &profile, std::size_t channels)
        : m_periodNs(static_cast<std::int64_t>(profile.copies.semaphoreRetryNs)),
          m_looks(m_periodNs > 0 ? channels : 0, none)
    {}

    /// The step of the timer: an eighth of the period on an H200.
    std::int64_t tickNs() const { return m_periodNs / 8; }

    /// The head of `channel` has started; from `time` on the channel looks at the operation behind it.
    void started(std::size_t channel, std::int64_t time)
    {
        if (m_periodNs > 0)
            m_looks[channel] = time;
    }

    /// The first look at or after `seen`, when the semaphore has been released, of a channel whose head the host issued
    /// at `issued`. Where the channel is not `alone` on its engine, or has started nothing yet, its looks are at
    /// unknown times: half a period later, the mean.
    std::int64_t next(std::size_t channel, std::int64_t issued, std::int64_t seen, bool alone) const
    {
        if (m_periodNs <= 0 || issued >= seen)
            return seen;
        if (!alone || m_looks[channel] == none)
            return seen + m_periodNs / 2;
        const std::int64_t first = std::max(m_looks[channel], issued);
        return first >= seen ? first : first + (seen - first + m_periodNs - 1) / m_periodNs * m_periodNs;
    }

private:
    static constexpr std::int64_t none = -1;
    std::int64_t m_periodNs;
    std::vector<std::int64_t> m_looks; ///< by channel: when it began to look at its head
};

} // namespace streamscope
