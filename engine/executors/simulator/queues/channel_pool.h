// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace streamscope {

/// The hardware channels of an engine and their assignment to streams. The next operation of a stream without a channel
/// takes the channel that was used longest ago, and the stream that had this channel loses it. With at most as many
/// streams as channels, each stream keeps a channel of its own; the engine's turn goes by their first use. With more
/// streams, used in turn, operations take the channels in turn, whatever their streams. Observed on an H200, with four
/// channels for each copy direction and eight for kernels: docs/measurements/channels.md.
class ChannelPool
{
public:
    /// `channels` ≤ 0: one channel per stream. `numbered`: where each stream has a channel of its own, the turn goes by
    /// the numbers of the streams, as a trace showed it: there streams may have been used before it began.
    ChannelPool(int channels, std::size_t streams, bool numbered = false) : m_ofStream(streams, none)
    {
        if (channels <= 0 || static_cast<std::size_t>(channels) >= streams) {
            if (numbered)
                std::iota(m_ofStream.begin(), m_ofStream.end(), 0);
            return;
        }
        m_leastRecent.resize(static_cast<std::size_t>(channels));
        for (std::int32_t i = 0; i < channels; ++i)
            m_leastRecent[static_cast<std::size_t>(i)] = {i, none};
    }

    std::size_t channels(std::size_t streams) const { return m_leastRecent.empty() ? streams : m_leastRecent.size(); }

    /// The channel that an operation of `stream` takes. `recent`: marks the channel as the one used last.
    std::int32_t take(std::int32_t stream, bool recent)
    {
        std::int32_t &channel = m_ofStream[static_cast<std::size_t>(stream)];
        if (m_leastRecent.empty()) {
            if (channel == none)
                channel = m_used++;
            return channel;
        }
        std::size_t place = 0;
        if (channel == none) {
            Owned &taken = m_leastRecent.front();
            if (taken.stream != none)
                m_ofStream[static_cast<std::size_t>(taken.stream)] = none;
            taken.stream = stream;
            channel = taken.channel;
        } else {
            while (m_leastRecent[place].channel != channel)
                ++place;
        }
        const std::int32_t result = channel;
        if (recent)
            moveToEnd(place);
        return result;
    }

private:
    static constexpr std::int32_t none = -1;
    struct Owned
    {
        std::int32_t channel, stream;
    };

    void moveToEnd(std::size_t place)
    {
        const Owned moved = m_leastRecent[place];
        for (; place + 1 < m_leastRecent.size(); ++place)
            m_leastRecent[place] = m_leastRecent[place + 1];
        m_leastRecent.back() = moved;
    }

    std::vector<std::int32_t> m_ofStream;
    std::vector<Owned> m_leastRecent; ///< the first entry is taken next; empty: every stream has its own channel
    std::int32_t m_used = 0;          ///< channels of their own that streams have
};

} // namespace streamscope
