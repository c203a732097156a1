// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/simulator/queues/channel_pool.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// The copies that wait for one copy engine, in channels. A channel is in issue order: its head blocks the copies
/// behind it until the head's stream has reached it. The engine stays with a channel while its head is ready, then
/// serves the next channel in turn. Rule C5 of the scheduling notes; measured on an H200:
/// docs/measurements/channels.md.
class CopyQueue
{
public:
    /// By number of a copy, shared by all queues: each copy is in at most one queue.
    struct Place
    {
        std::int32_t next = -1; ///< behind it in its channel
        std::int32_t channel = -1;
        bool ready = false;
    };

    /// All as ChannelPool takes it. `fromFirst`: the nodes of a graph. Where the head of the first channel is not ready
    /// at the start, the engine comes to that channel behind the first one that it serves: 41 of 42 graphs of 3 to 8
    /// branches, captured one after the other, whose first branch began with a kernel and a later one with a copy (two
    /// H200s).
    CopyQueue(int channels, std::size_t streams, bool numbered = false, bool fromFirst = false);

    /// The host issued a copy. True where its channel was empty.
    bool push(std::int32_t copy, std::int32_t stream, std::vector<Place> &places);
    /// The stream of a pushed copy has reached it.
    void becameReady(std::int32_t copy, std::vector<Place> &places);
    bool hasReady() const { return m_readyHeads > 0; }
    /// Channels whose head waits for its stream.
    std::int32_t waitingHeads() const { return m_heads - m_readyHeads; }
    /// Removes and returns the next copy that `isSeen`: the engine does not wait for one that it will see in a moment,
    /// unless there is no other. Requires hasReady().
    template <typename Seen>
    std::int32_t take(std::vector<Place> &places, Seen isSeen)
    {
        const std::int32_t first = nextReadyFrom(turn());
        std::int32_t channel = first;
        for (std::int32_t left = m_readyHeads; left > 0 && !isSeen(m_channels[channel].first); --left)
            channel = left > 1 ? nextReadyFrom(nextChannel(channel)) : first;
        return takeFrom(channel, places);
    }

    /// Removes and returns the next one for which `suits` holds; −1 where none does. The engine stays with its channel.
    template <typename Suits>
    std::int32_t takeBetween(std::vector<Place> &places, Suits suits)
    {
        const std::int32_t served = m_served;
        std::int32_t channel = served;
        for (std::int32_t left = m_readyHeads; left > 0; --left, channel = nextChannel(channel)) {
            channel = nextReadyFrom(channel);
            if (!suits(m_channels[channel].first))
                continue;
            const std::int32_t copy = takeFrom(channel, places);
            m_served = served;
            return copy;
        }
        return -1;
    }

    /// The channel of the copy that was taken last.
    std::int32_t served() const { return m_served; }
    /// The next copy comes from another channel, if one is ready.
    void leaveChannel()
    {
        m_served = nextChannel(m_served);
        m_toFirst = false;
    }

private:
    struct Channel
    {
        std::int32_t first = -1, last = -1;
    };
    std::int32_t takeFrom(std::int32_t channel, std::vector<Place> &places);
    std::int32_t nextChannel(std::int32_t channel) const
    {
        return channel + 1 < static_cast<std::int32_t>(m_channels.size()) ? channel + 1 : 0;
    }
    void setHeadReady(std::int32_t channel, bool ready);
    bool isHeadReady(std::int32_t channel) const;
    std::int32_t nextReadyFrom(std::int32_t channel) const;
    /// The channel whose turn it is.
    std::int32_t turn();

    ChannelPool m_pool;
    std::vector<Channel> m_channels;
    std::vector<std::uint64_t> m_ready;         ///< a bit for each channel: its head can start
    std::int32_t m_heads = 0, m_readyHeads = 0; ///< channels with a head, and with a ready head
    std::int32_t m_served = 0;
    bool m_began = false; ///< the engine has served a channel
    bool m_toFirst;       ///< behind the channel that it serves it comes to the first one
};

} // namespace streamscope
