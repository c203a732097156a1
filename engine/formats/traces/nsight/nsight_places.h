// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <cstdint>
#include <map>
#include <vector>

namespace streamscope {

/// The numbers that Nsight Systems would give to the streams and host threads of a Timeline.
class NsightPlaces
{
public:
    struct Stream
    {
        std::int64_t device = 0, context = 0, stream = 0;
    };
    static constexpr std::int64_t noStream = 4'294'967'295;

    explicit NsightPlaces(const Timeline &timeline);

    /// −1 has no stream, of the first context of device 0.
    Stream stream(std::int32_t index) const;
    std::int64_t pid() const { return m_pid; }
    /// As the tables spell it.
    std::int64_t globalPid() const { return m_pid << 24; }
    std::int64_t globalTid(std::int32_t thread);

private:
    void numberStreams(const Timeline &timeline);

    const HostEvents *m_events;
    std::vector<Stream> m_streams; ///< by index
    std::int64_t m_pid = 1;
    std::map<std::int32_t, std::int64_t> m_threads; ///< number in the Timeline → in the file
    std::map<std::int64_t, std::int32_t> m_taken;   ///< the inverse
};

} // namespace streamscope
